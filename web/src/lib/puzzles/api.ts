// The HTTP interface of puzzles.

import { ask, json } from '../api'
import type { Puzzle, PuzzleAnswer, PuzzleList, PuzzleSolution } from './types'

/** Which puzzles are wanted; empty: all. */
export interface Wanted {
  readonly variant?: string
  readonly game?: string
}

const path = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`

export const puzzles = {
  list: (wanted: Wanted, limit: number, after?: string) => {
    const query = new URLSearchParams({ limit: `${limit}` })
    if (wanted.variant) query.set('variant', wanted.variant)
    if (wanted.game) query.set('game', wanted.game)
    if (after) query.set('after', after)
    return json<PuzzleList>(`/api/puzzles?${query.toString()}`)
  },
  puzzle: (id: string) => json<Puzzle>(path(id)),
  /** `moves`: those of the solver so far. */
  attempt: (id: string, moves: readonly string[]) =>
    json<PuzzleAnswer>(`${path(id)}/try`, 'POST', { moves }),
  solution: (id: string) => json<PuzzleSolution>(`${path(id)}/solution`),
  /** Ends the search of a game for puzzles. */
  cancel: (game: string) => ask(`/api/games/${encodeURIComponent(game)}/puzzles`, 'DELETE'),
}
