// The HTTP interface of puzzles.

import { ask, json } from '../api'
import type { Puzzle, PuzzleAnswer, PuzzleList, PuzzleSolution, ShippedPuzzles } from './types'

/** Which puzzles are wanted; empty: all. */
export interface Wanted {
  readonly variant?: string
  readonly game?: string
}

/** The number of a date: days since 1970-01-01. */
export const dayNumber = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)

const path = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`

export const puzzles = {
  list: (wanted: Wanted, limit: number, after?: string) => {
    const query = new URLSearchParams({ limit: `${limit}` })
    if (wanted.variant) query.set('variant', wanted.variant)
    if (wanted.game) query.set('game', wanted.game)
    if (after) query.set('after', after)
    return json<PuzzleList>(`/api/puzzles?${query.toString()}`)
  },
  /** Those that came with the program; without a variant only how many. */
  shipped: (variant: string, theme = '') => {
    const query = new URLSearchParams()
    if (variant) query.set('variant', variant)
    if (theme) query.set('theme', theme)
    return json<ShippedPuzzles>(`/api/puzzles/shipped?${query.toString()}`)
  },
  /** The puzzle of a day, the date of the person. */
  daily: (date: Date) => json<Puzzle>(`/api/puzzles/daily?day=${dayNumber(date)}`),
  puzzle: (id: string) => json<Puzzle>(path(id)),
  /** `moves`: those of the solver so far. */
  attempt: (id: string, moves: readonly string[]) =>
    json<PuzzleAnswer>(`${path(id)}/try`, 'POST', { moves }),
  solution: (id: string) => json<PuzzleSolution>(`${path(id)}/solution`),
  /** Ends the search of a game for puzzles. */
  cancel: (game: string) => ask(`/api/games/${encodeURIComponent(game)}/puzzles`, 'DELETE'),
}
