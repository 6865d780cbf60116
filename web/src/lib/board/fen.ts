// Positions as text, read only as far as drawing needs it: where pieces stand and who moves.

import { familyOf, squareName } from './squares'
import type { Board, Piece, Side } from '../types'

const kinds: Readonly<Record<string, string>> = {
  k: 'king',
  a: 'advisor',
  b: 'elephant',
  e: 'elephant',
  n: 'horse',
  h: 'horse',
  r: 'chariot',
  c: 'cannon',
  p: 'pawn',
}

const letterOf: Readonly<Record<string, string>> = {
  king: 'k',
  advisor: 'a',
  elephant: 'b',
  horse: 'n',
  chariot: 'r',
  cannon: 'c',
  pawn: 'p',
}

/** A board without moves or marks. */
export function emptyBoard(variant: string): Board {
  const family = familyOf(variant)
  const size =
    family === 'xiangqi'
      ? { files: 9, ranks: 10 }
      : family === 'draughts'
        ? { files: 10, ranks: 10 }
        : { files: 15, ranks: 15 }
  const grid = family === 'draughts' ? 'squares' : 'points'
  return { grid, ...size, pieces: [], moves: [], marks: [] }
}

/** The pieces a Xiangqi position text places; what cannot be read is left out. */
export function readBoard(variant: string, text: string): Board {
  const board = emptyBoard(variant)
  if (familyOf(variant) !== 'xiangqi') return board
  const rows = (text.trim().split(/\s+/)[0] ?? '').split('/')
  rows.slice(0, board.ranks).forEach((row, i) => {
    const rank = board.ranks - 1 - i
    let file = 0
    for (const char of row) {
      if (char >= '1' && char <= '9') file += Number(char)
      else {
        const kind = kinds[char.toLowerCase()]
        const side: Side = char === char.toUpperCase() ? 'first' : 'second'
        const at = squareName('xiangqi', board, { file, rank })
        if (kind && at && file < board.files) board.pieces.push({ at, file, rank, side, kind })
        file++
      }
    }
  })
  return board
}

/** Who moves according to a position's text. */
export function readTurn(text: string): Side {
  return text.trim().split(/\s+/)[1] === 'b' ? 'second' : 'first'
}

/** The position text of a Xiangqi board set up by hand. */
export function writeBoard(board: Board, turn: Side): string {
  const rows: string[] = []
  for (let rank = board.ranks - 1; rank >= 0; rank--) {
    let row = ''
    let gap = 0
    for (let file = 0; file < board.files; file++) {
      const piece = board.pieces.find((p) => p.file === file && p.rank === rank)
      if (!piece) {
        gap++
        continue
      }
      const letter = letterOf[piece.kind] ?? 'p'
      row += (gap > 0 ? gap : '') + (piece.side === 'first' ? letter.toUpperCase() : letter)
      gap = 0
    }
    rows.push(row + (gap > 0 ? gap : ''))
  }
  return `${rows.join('/')} ${turn === 'first' ? 'w' : 'b'}`
}

/** `board` after moving what stands on `from` to `to`, without what stood on `captures`. */
export function moved(
  board: Board,
  from: string | null | undefined,
  to: string,
  captures: readonly string[],
  place: { file: number; rank: number },
  stone: { side: Side; kind: string },
): Board {
  const piece: Piece = board.pieces.find((p) => p.at === from) ?? { at: to, ...place, ...stone }
  const rest = board.pieces.filter((p) => p.at !== from && p.at !== to && !captures.includes(p.at))
  return { ...board, pieces: [...rest, { ...piece, at: to, ...place }], moves: [], marks: [] }
}
