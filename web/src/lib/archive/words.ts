// The texts of the archive. They are loaded together with the list of games, so that the first view stays
// small.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type ArchiveWords = typeof en

const all: Readonly<Record<string, ArchiveWords>> = {
  en,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}

/** The texts in the language of the page. */
export const a = (): ArchiveWords => all[t().code] ?? en
