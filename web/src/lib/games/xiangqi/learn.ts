// The texts of the lessons, fetched with them.

import { LaterWords } from '../../i18n/later'
import type { LearnWords } from './en-learn'

export const learn = new LaterWords(
  import.meta.glob<LearnWords>('./*-learn.ts', { import: 'learn' }),
  '-learn',
)
