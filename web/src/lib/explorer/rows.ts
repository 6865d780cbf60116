// What the explorer lists: the moves of one source, and those that only have a name.

import type { WrittenMove } from '../types'
import type { ExploredOpening } from './types'

export type Source = 'machine' | 'own'

export interface Row {
  readonly written: WrittenMove
  /** The code of the opening with this move; '' without one. */
  readonly name: string
  readonly games: number
  /** The games that the first side won, that were drawn, and that the second side won. */
  readonly results: readonly [number, number, number]
}

/** The lines of the list: the most frequent moves first, then those that nobody played and that have a name. */
export function rowsOf(found: ExploredOpening, source: Source): Row[] {
  const moves = source === 'machine' ? (found.machine?.moves ?? []) : found.own
  const played = moves.map(({ written, opening_name, games, results }): Row => {
    const [first = 0, second = 0, drawn = 0] = results
    // A name is told where it is new.
    const name = opening_name === found.opening_name ? '' : (opening_name ?? '')
    return { written, name, games, results: [first, drawn, second] }
  })
  const known = new Set(played.map(({ written }) => written.text))
  const named = found.named.filter(({ written }) => !known.has(written.text))
  return [
    ...played,
    ...named.map(({ written, opening_name }): Row => {
      return { written, name: opening_name, games: 0, results: [0, 0, 0] }
    }),
  ]
}

/** Shares of a bar in per cent; they sum to 100 where there is a result. */
export function shares(results: readonly [number, number, number]): [number, number, number] {
  const all = results.reduce((sum, n) => sum + n, 0)
  return all === 0 ? [0, 0, 0] : (results.map((n) => (100 * n) / all) as [number, number, number])
}
