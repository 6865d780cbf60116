// The course of Xiangqi: its exercises and texts, fetched when they are shown.

import { LaterWords } from '../../../i18n/later'
import type { Course, CourseData, CourseWords } from '../../../learn/types'

export const courses: readonly Course[] = [
  {
    id: 'xiangqi',
    variant: 'xiangqi',
    data: async () => (await import('./xiangqi.json')).default as unknown as CourseData,
    words: new LaterWords(
      import.meta.glob<CourseWords>('./*-xiangqi.ts', { import: 'words' }),
      '-xiangqi',
    ),
  },
]
