// Lists of the games that are stored in this browser.

import type { GameRow } from './store'

const moment = (at: number) => new Date(at).toISOString()

export const summary = ({ head, summary: known }: GameRow) => ({
  id: head.id,
  variant: head.setup.variant,
  rules: head.setup.rules,
  players: known.players,
  created_at: moment(head.created_at),
  updated_at: moment(head.updated_at),
  plies: known.plies,
  end: known.end,
  position: known.position,
  board: known.board,
  damaged: false,
})

/** What a list is narrowed to. */
export interface Wanted {
  readonly state?: string | undefined
  readonly family?: string | undefined
  readonly variant?: string | undefined
  readonly player?: string | undefined
}

/** The rows that are wanted. `familyOf`: the family of a variant. */
export function filtered(
  rows: readonly GameRow[],
  wanted: Wanted,
  familyOf: (variant: string) => string,
): GameRow[] {
  const part = wanted.player?.trim().toLowerCase()
  return rows.filter(({ head, summary: { players, end } }) => {
    const { variant } = head.setup
    if (wanted.state === 'playing' && end) return false
    if (wanted.state === 'over' && !end) return false
    if (wanted.variant && wanted.variant !== variant) return false
    if (wanted.family && wanted.family !== familyOf(variant)) return false
    return !part || players.some(({ name }) => name?.toLowerCase().includes(part))
  })
}

/** A page of a list, as `GET /api/games` answers. */
export const gameList = (rows: readonly GameRow[], offset: number, limit: number) => ({
  games: rows.slice(offset, offset + limit).map(summary),
  total: rows.length,
  total_is_exact: true,
})
