// The texts of games by correspondence. They are loaded together with what shows them.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type CorrespondenceWords = typeof en

const all: Readonly<Record<string, CorrespondenceWords>> = {
  en,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}

/** The texts in the language of the page. */
export const w = (): CorrespondenceWords => all[t().code] ?? en
