// The texts of tournaments. They are loaded together with their pages.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type TournamentWords = typeof en

const all: Readonly<Record<string, TournamentWords>> = {
  en,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}

/** The texts in the language of the page. */
export const w = (): TournamentWords => all[t().code] ?? en
