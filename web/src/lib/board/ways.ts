// The legal moves that fit the squares clicked so far: the end of a move, squares on its path, captured
// pieces. This file has no rules, only the moves that the server sent.

import type { BoardMove } from '../types'

/** A legal move with one of its possible paths. */
export interface Candidate {
  readonly move: BoardMove
  /** The squares between both ends, in order. */
  readonly way: readonly string[]
}

export const captures = (move: BoardMove): readonly string[] => move.captures ?? []

/** All paths of all moves from a square (`null`: moves that add a new piece). */
export function candidatesFrom(moves: readonly BoardMove[], from: string | null): Candidate[] {
  return moves
    .filter((move) => (move.from ?? null) === from)
    .flatMap((move) => {
      const ways = move.ways?.length ? move.ways : [move.path ?? []]
      return ways.map((way) => ({ move, way }))
    })
}

/** Whether a square belongs to a candidate: on its path, at its end, or captured by it. */
const touches = ({ move, way }: Candidate, at: string) =>
  move.to === at || way.includes(at) || captures(move).includes(at)

/** The candidates that contain every square clicked so far. */
export function narrowed(all: readonly Candidate[], clicked: readonly string[]): Candidate[] {
  return all.filter((candidate) => clicked.every((at) => touches(candidate, at)))
}

/** The moves of the candidates, without repetitions. */
export function movesOf(candidates: readonly Candidate[]): BoardMove[] {
  return [...new Map(candidates.map(({ move }) => [move.text, move])).values()]
}

export type Click =
  /** The click determines one move. */
  | { readonly kind: 'play'; readonly candidate: Candidate }
  /** More than one move fits. */
  | { readonly kind: 'ask'; readonly clicked: readonly string[] }
  /** No move fits. */
  | { readonly kind: 'none' }

/** The meaning of a click on `at` after the earlier clicks. */
export function click(all: readonly Candidate[], clicked: readonly string[], at: string): Click {
  const left = narrowed(all, [...clicked, at])
  const [first] = left
  if (!first) return { kind: 'none' }
  if (movesOf(left).length === 1) return { kind: 'play', candidate: first }
  // A second click on a square chooses the move that ends there, if there is only one.
  if (clicked.includes(at)) {
    const ending = left.filter(({ move }) => move.to === at)
    if (movesOf(ending).length === 1) return { kind: 'play', candidate: ending[0]! }
    return { kind: 'ask', clicked }
  }
  return { kind: 'ask', clicked: [...clicked, at] }
}

export interface Target {
  readonly at: string
  /** Whether a piece on this square would be captured. */
  readonly capture: boolean
  /** Whether the square is only on the path, not at its end. */
  readonly way: boolean
}

/** The squares that can be clicked next, and their marks. */
export function targetsOf(candidates: readonly Candidate[], clicked: readonly string[]): Target[] {
  const found = new Map<string, Target>()
  const several = movesOf(candidates).length > 1
  for (const { move, way } of candidates) {
    found.set(move.to, { at: move.to, capture: captures(move).includes(move.to), way: false })
    for (const at of several ? way : []) {
      if (!found.has(at) && !clicked.includes(at)) found.set(at, { at, capture: false, way: true })
    }
  }
  return [...found.values()]
}

/** The path of a move as a list of squares, both ends included; empty for plain steps. */
export function trailOf(
  move: { from?: string | null; to: string; path?: readonly string[] },
  captured: readonly string[],
  way: readonly string[] = move.path ?? [],
): string[] {
  if (!move.from || captured.length === 0) return []
  return [move.from, ...way, move.to]
}
