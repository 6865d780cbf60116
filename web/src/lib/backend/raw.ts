// Games and studies as a hall with a server tells all that it has stored of them, in the form in which a browser stores them.

import type { StoredGame } from './local/store'
import type { StoredReview, StoredStudy } from './local/study-store'

export type { StoredGame, StoredReview, StoredStudy }

/** A row of a table: every column as text. */
type Row = Readonly<Record<string, string | null>>

/** A game of `GET /api/games/{id}/raw` or of the file of a person. */
export interface RawGame {
  readonly game: Row
  readonly changes: readonly Row[]
}

/** A study of `GET /api/studies/{id}/raw` or of the file of a person. */
export interface RawStudy {
  readonly study: Row
  readonly edits: readonly Row[]
}

/** A column that has to be there. */
function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`no ${column} is stored`)
  return value
}

function number(row: Row, column: string): number {
  const value = Number(text(row, column))
  if (!Number.isSafeInteger(value)) throw new Error(`${column} is no number`)
  return value
}

const times = (row: Row) => ({
  version: number(row, 'version'),
  created_at: number(row, 'created_at'),
  updated_at: number(row, 'updated_at'),
})

/** Throws where the row is damaged. */
export const gameOfRaw = ({ game, changes }: RawGame): StoredGame => ({
  id: text(game, 'id'),
  setup: JSON.parse(text(game, 'setup')) as StoredGame['setup'],
  ...times(game),
  log: changes.map((row) => ({
    version: number(row, 'version'),
    at: number(row, 'at'),
    ...(row['request'] ? { request: row['request'] } : {}),
    change: JSON.parse(text(row, 'body')) as unknown,
  })),
})

/** Throws where the row is damaged. */
export const studyOfRaw = ({ study, edits }: RawStudy): StoredStudy => ({
  id: text(study, 'id'),
  ...(study['game'] ? { game: study['game'] } : {}),
  setup: text(study, 'setup'),
  head: text(study, 'head'),
  ...times(study),
  log: edits.map((row) => ({ request: row['request'] ?? null, body: text(row, 'body') })),
})

interface Change {
  readonly type?: string
  readonly side?: 'first' | 'second'
  readonly name?: string
}

/** The game without what only its hall knows: whose the places are, ratings, tournaments. */
export function alone({ setup, log, ...head }: StoredGame): StoredGame {
  const { maker, rematch_of, tournament, in_lobby, rated, ...own } = setup as unknown as Record<
    string,
    unknown
  > & {
    players: { kind: string; name?: string; seat?: unknown }[]
  }
  void [maker, rematch_of, tournament, in_lobby, rated]
  const players = own.players.map(({ seat, ...player }) => (void seat, player))
  const changes = log.filter(({ change }) => {
    const { type, side, name } = change as Change
    const isSeat = type === 'seat_taken'
    if (isSeat) players[side === 'second' ? 1 : 0] = { kind: 'person', name: name ?? '' }
    return !isSeat && type !== 'rematch_made'
  })
  return {
    ...head,
    setup: { ...own, players } as unknown as StoredGame['setup'],
    version: changes.length,
    log: changes.map((one, index) => ({ ...one, version: index + 1 })),
  }
}
