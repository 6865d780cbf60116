// The texts of puzzles. They are loaded together with them, so that the first view stays small.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type PuzzleWords = typeof en

const all: Readonly<Record<string, PuzzleWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const z = (): PuzzleWords => all[t().code] ?? en
