// A few moves of a game, as the changes that they make on the board: the page has no rules. A browser test holds
// them to the hall's own answer.

import { squarePlace, type Squares } from '../board/squares'
import type { Piece, Side } from '../types'

/** What a move does: one piece goes from a square to another, some leave, some arrive or turn. */
export interface DemoMove {
  /** The move as the hall reads it. */
  readonly text: string
  /** Absent for a move that puts a piece on the board. */
  readonly from?: string
  readonly to: string
  /** The squares of the pieces that leave. */
  readonly removed?: readonly string[]
  /** The pieces that arrive: square, side, kind. One on the square of a piece that leaves turns it. */
  readonly put?: readonly (readonly string[])[]
}

/** A short game of a variant from its start position. */
export interface Demo {
  readonly variant: string
  readonly moves: readonly DemoMove[]
}

/** A piece that keeps its name while it moves, so that it glides instead of jumping. */
export interface DemoPiece extends Piece {
  readonly name: string
}

/** The pieces of a position, named after the squares where they stand. */
export const named = (pieces: readonly Piece[]): DemoPiece[] =>
  pieces.map((piece) => ({ ...piece, name: piece.at }))

/** The pieces after a move. `ply` makes the names of new pieces unique. */
export function after(
  board: Squares,
  pieces: readonly DemoPiece[],
  move: DemoMove,
  ply: number,
): DemoPiece[] {
  const placed = (piece: DemoPiece, at: string): DemoPiece => ({
    ...piece,
    at,
    ...(squarePlace(board, at) ?? {}),
  })
  const arrived = (move.put ?? []).map(([at = '', side, kind = '']) => {
    const turned = pieces.find((piece) => piece.at === at)
    const name = turned?.name ?? `${at}-${ply}`
    return placed({ name, at, side: side as Side, kind, file: 0, rank: 0 }, at)
  })
  const gone = new Set([...(move.removed ?? []), move.to])
  return [
    ...pieces.flatMap((piece) => {
      if (piece.at === move.from) return [placed(piece, move.to)]
      return gone.has(piece.at) ? [] : [piece]
    }),
    ...arrived,
  ]
}
