// The archive over HTTP.

import { ask, json } from '../api'
import type { ArchiveList, ArchiveQuery, NextMove, TagCount } from './types'

export const archive = {
  search: (query: Partial<ArchiveQuery>) => json<ArchiveList>('/api/archive', 'POST', query),
  moves: (query: Partial<ArchiveQuery>) => json<NextMove[]>('/api/archive/moves', 'POST', query),
  tags: () => json<TagCount[]>('/api/archive/tags'),
  tag: (games: readonly string[], add: readonly string[], remove: readonly string[]) =>
    ask('/api/archive/tags', 'POST', { games, add, remove }),
  /** Several games as one file. */
  exported: async (games: readonly string[], format: string) =>
    (await ask('/api/archive/export', 'POST', { games, format })).blob(),
}
