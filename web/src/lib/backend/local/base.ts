// The tables of the hall in this browser, in IndexedDB.

import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb'
import type { GameRow, StoredChange } from './store'
import type { KeptRow, TagRow } from './archive'
import type { ReviewHead, ReviewRow, StudyEdit, StudyRow } from './study-store'

export interface Tables extends DBSchema {
  games: { key: string; value: GameRow; indexes: { updated_at: number } }
  log: { key: [string, number]; value: StoredChange & { game: string } }
  studies: { key: string; value: StudyRow; indexes: { updated_at: number; game: string } }
  edits: { key: [string, number]; value: StudyEdit & { study: string; number: number } }
  reviews: { key: string; value: ReviewHead }
  review_rows: { key: [string, number]; value: ReviewRow & { study: string } }
  /** What is kept of games to find them, worked out of them; and their tags. */
  facts: { key: string; value: KeptRow }
  tags: { key: string; value: TagRow }
}

let opened: Promise<IDBPDatabase<Tables>> | null = null

/** The base; it is made, or made anew by a new version of the page, when it is first needed. */
export function base(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>('yiqi-hall', 3, {
    upgrade(made, before) {
      if (before < 1) {
        made.createObjectStore('games', { keyPath: 'id' }).createIndex('updated_at', 'updated_at')
        made.createObjectStore('log', { keyPath: ['game', 'version'] })
      }
      if (before < 2) {
        const studies = made.createObjectStore('studies', { keyPath: 'id' })
        studies.createIndex('updated_at', 'updated_at')
        studies.createIndex('game', 'game')
        made.createObjectStore('edits', { keyPath: ['study', 'number'] })
        made.createObjectStore('reviews', { keyPath: 'study' })
        made.createObjectStore('review_rows', { keyPath: ['study', 'node'] })
      }
      if (before < 3) {
        made.createObjectStore('facts', { keyPath: 'id' })
        made.createObjectStore('tags', { keyPath: 'id' })
      }
    },
    // A new version of the page in another tab needs new tables.
    blocking: (_before, _new, event) => (event.target as IDBDatabase).close(),
  })
  opened.catch(() => (opened = null))
  return opened
}

/** A transaction whose end is on the disk. */
export async function written<Names extends StoreNames<Tables>[]>(
  tables: Names,
): Promise<IDBPTransaction<Tables, Names, 'readwrite'>> {
  return (await base()).transaction(tables, 'readwrite', { durability: 'strict' })
}

/** All rows whose key begins with this id. */
export const under = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])
