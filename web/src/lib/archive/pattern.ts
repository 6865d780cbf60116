// A pattern of squares as it is drawn on a board.

import type { Place } from '../board/squares'
import { squarePlace, type Squares } from '../board/squares'
import type { Side } from '../types'
import type { BoardPattern, PatternSquare } from './types'

/** What is wanted of a square. Without a side and a kind any piece fits. */
export interface Want {
  readonly empty: boolean
  readonly side: Side | null
  readonly kind: string | null
  readonly not: boolean
}

export const sameWant = (a: Want | undefined, b: Want): boolean =>
  a?.empty === b.empty && a.side === b.side && a.kind === b.kind && a.not === b.not

/** The wants of squares by their names. */
export type Wants = Readonly<Record<string, Want>>

/** The wants with this one on a square; the same once more removes it. */
export function withWant(wants: Wants, at: string, want: Want | null): Wants {
  const rest = Object.fromEntries(Object.entries(wants).filter(([name]) => name !== at))
  return want === null || sameWant(wants[at], want) ? rest : { ...rest, [at]: want }
}

function square(place: Place, want: Want): PatternSquare {
  const { empty, side, kind, not } = want
  return {
    ...place,
    empty,
    not,
    ...(side && !empty ? { side } : {}),
    ...(kind && !empty ? { kind } : {}),
  }
}

const nothing: Want = { empty: true, side: null, kind: null, not: false }

/** The pattern for the server. `whole`: squares without a want are empty. */
export function patternOf(
  variant: string,
  board: Squares,
  wants: Wants,
  turn: Side | null,
  whole: boolean,
): BoardPattern {
  const named = whole
    ? (board.names ?? []).filter(Boolean).map((at) => [at, wants[at] ?? nothing] as const)
    : Object.entries(wants)
  const squares = named.flatMap(([at, want]) => {
    const place = squarePlace(board, at)
    return place ? [square(place, want)] : []
  })
  return { variant, squares, ...(turn ? { turn } : {}) }
}

/** The wants of a pattern, to change it. */
export function wantsOf(board: Squares, pattern: BoardPattern): Wants {
  const wants: Record<string, Want> = {}
  for (const { file, rank, empty = false, side, kind, not = false } of pattern.squares) {
    const at = board.names?.[rank * board.files + file]
    if (at) wants[at] = { empty, side: side ?? null, kind: kind ?? null, not }
  }
  return wants
}
