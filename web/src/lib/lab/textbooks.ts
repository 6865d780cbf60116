// The recorded searches of textbooks' trees, fetched when they are needed.

import type { Textbook } from './types'

export const textbooks = async (): Promise<readonly Textbook[]> =>
  (await import('./textbook.json')).default as unknown as readonly Textbook[]

/** The trees: their ids begin those of their searches, and both are searched in two ways. */
export const TREES = ['norvig', 'four-plies'] as const
