// The course of draughts: its exercises and texts, fetched when they are shown.

import { LaterWords } from '../../../i18n/later'
import type { Course, CourseData, CourseWords } from '../../../learn/types'

export const courses: readonly Course[] = [
  {
    id: 'draughts',
    variant: 'draughts',
    data: async () => (await import('./draughts.json')).default as unknown as CourseData,
    words: new LaterWords(
      import.meta.glob<CourseWords>('./*-draughts.ts', { import: 'words' }),
      '-draughts',
    ),
  },
]
