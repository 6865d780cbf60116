// The texts of blocks, reports and moderators. They are loaded together with these.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type SafetyWords = typeof en

const all: Readonly<Record<string, SafetyWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const w = (): SafetyWords => all[t().code] ?? en
