// Positions as text, read only as far as drawing needs it: where pieces stand and who moves.

import { catalogue } from '../catalogue.svelte'
import * as stones from '../gomoku/points'
import * as draughts from './fen-draughts'
import * as xiangqi from './fen-xiangqi'
import { familyOf, type Place } from './squares'
import type { Board, Piece, Side } from '../types'

/** A board without pieces, moves or marks. */
export function emptyBoard(variant: string): Board {
  if (familyOf(variant) === 'gomoku') return stones.emptyPoints(stones.sizeOf(variant))
  const start = catalogue.variant(variant)?.board
  const board = start ?? { grid: 'points', files: 9, ranks: 10, names: [] }
  return { ...board, pieces: [], moves: [], marks: [] }
}

/** The pieces a position's text places; what cannot be read is left out. */
export function readBoard(variant: string, text: string): Board {
  const board = emptyBoard(variant)
  switch (familyOf(variant)) {
    case 'xiangqi':
      return { ...board, pieces: xiangqi.readPieces(board, text) }
    case 'draughts':
      return { ...board, pieces: draughts.readPieces(board, text) }
    case 'gomoku':
      return { ...board, pieces: stones.readPieces(board, text) }
  }
}

/** Who moves according to a position's text. */
export function readTurn(variant: string, text: string): Side {
  switch (familyOf(variant)) {
    case 'xiangqi':
      return xiangqi.readTurn(text)
    case 'draughts':
      return draughts.readTurn(text)
    case 'gomoku':
      return stones.readTurn(text)
  }
}

/** The position text of a board set up by hand. */
export function writeBoard(variant: string, board: Board, turn: Side): string {
  switch (familyOf(variant)) {
    case 'xiangqi':
      return xiangqi.writeBoard(board, turn)
    case 'draughts':
      return draughts.writeBoard(board, turn)
    case 'gomoku':
      return stones.writeBoard(board, turn)
  }
}

/** `board` after moving what stands on `from` to `to`, without what stood on `captures`. */
export function moved(
  board: Board,
  from: string | null | undefined,
  to: string,
  captures: readonly string[],
  place: Place,
  stone: { side: Side; kind: string },
): Board {
  const piece: Piece = board.pieces.find((p) => p.at === from) ?? { at: to, ...place, ...stone }
  const rest = board.pieces.filter((p) => p.at !== from && p.at !== to && !captures.includes(p.at))
  return { ...board, pieces: [...rest, { ...piece, at: to, ...place }], moves: [], marks: [] }
}
