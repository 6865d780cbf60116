// The texts of the page about progress. They are loaded together with it.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type ProgressWords = typeof en

const all: Readonly<Record<string, ProgressWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const r = (): ProgressWords => all[t().code] ?? en
