// Boards as data: empty boards, start positions, and pieces given by name. The server sends the pieces of a
// game; this file reads and writes no position as text.

import { catalogue } from '../catalogue.svelte'
import { squarePlace, type Squares } from './squares'
import type { Board, BoardMove, Piece, Side } from '../types'

const nowhere: Board = {
  grid: 'points',
  files: 9,
  ranks: 10,
  names: [],
  pieces: [],
  moves: [],
  marks: [],
}

/** The start position of a variant, without moves or marks. */
export function startBoard(variant: string): Board {
  const board = catalogue.variant(variant)?.board ?? nowhere
  return { ...board, moves: [], marks: [] }
}

/** A board without pieces, moves or marks. */
export const emptyBoard = (variant: string): Board => ({ ...startBoard(variant), pieces: [] })

/** Pieces by side, kind and the names of their squares, separated by spaces. */
export type Placement = readonly (readonly [side: Side, kind: string, names: string])[]

/** These pieces on a board, without those whose squares the board does not have. */
export function placed(board: Squares, placement: Placement): Piece[] {
  return placement.flatMap(([side, kind, names]) =>
    names.split(' ').flatMap((at) => {
      const place = squarePlace(board, at)
      return place ? [{ at, ...place, side, kind }] : []
    }),
  )
}

/**
 * The board after a move, as it is shown until the server confirms the move: the piece moves from
 * its origin to its end, and the captured pieces are removed. `dropped`: the kind of the new piece
 * for a move without an origin.
 */
export function moved(
  board: Board,
  move: Pick<BoardMove, 'from' | 'to' | 'captures'>,
  dropped: { side: Side; kind: string },
): Board {
  const { from, to } = move
  const place = squarePlace(board, to)
  if (!place) return board
  const piece: Piece = board.pieces.find((p) => p.at === from) ?? { at: to, ...place, ...dropped }
  const rest = board.pieces.filter(
    (p) => p.at !== from && p.at !== to && !(move.captures ?? []).includes(p.at),
  )
  return { ...board, pieces: [...rest, { ...piece, at: to, ...place }], moves: [], marks: [] }
}
