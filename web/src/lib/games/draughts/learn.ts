// The texts of the lessons, fetched with them.

import { LaterWords } from '../../i18n/later'
import type { LessonsWords } from '../../play/lessons'

export const learn = new LaterWords(
  import.meta.glob<LessonsWords>('./*-learn.ts', { import: 'learn' }),
  '-learn',
)
