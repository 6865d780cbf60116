// The course of reversi: its exercises and texts, fetched when they are shown.

import { LaterWords } from '../../../i18n/later'
import type { Course, CourseData, CourseWords } from '../../../learn/types'

export const courses: readonly Course[] = [
  {
    id: 'reversi',
    variant: 'reversi',
    data: async () => (await import('./reversi.json')).default as unknown as CourseData,
    words: new LaterWords(
      import.meta.glob<CourseWords>('./*-reversi.ts', { import: 'words' }),
      '-reversi',
    ),
  },
]
