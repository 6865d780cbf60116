// The texts of the experiments in the language of the page.

import { t } from '../../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type ExperimentWords = typeof en

const all: Readonly<Record<string, ExperimentWords>> = {
  en,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}

export const x = (): ExperimentWords => all[t().code] ?? en
