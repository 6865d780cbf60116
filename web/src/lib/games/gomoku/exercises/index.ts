// The courses of gomoku and renju: their exercises and texts, fetched when they are shown.

import { LaterWords } from '../../../i18n/later'
import type { Course, CourseData, CourseWords } from '../../../learn/types'

export const courses: readonly Course[] = [
  {
    id: 'gomoku',
    variant: 'gomoku',
    data: async () => (await import('./gomoku.json')).default as unknown as CourseData,
    words: new LaterWords(
      import.meta.glob<CourseWords>('./*-gomoku.ts', { import: 'words' }),
      '-gomoku',
    ),
  },
  {
    id: 'renju',
    variant: 'renju',
    data: async () => (await import('./renju.json')).default as unknown as CourseData,
    words: new LaterWords(
      import.meta.glob<CourseWords>('./*-renju.ts', { import: 'words' }),
      '-renju',
    ),
  },
]
