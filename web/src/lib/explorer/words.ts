// The texts of the explorer of openings. They are loaded together with it.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type ExplorerWords = typeof en

const all: Readonly<Record<string, ExplorerWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const o = (): ExplorerWords => all[t().code] ?? en
