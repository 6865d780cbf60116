// Xiangqi positions as text.

import { squareName } from './squares'
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

export function readPieces(board: Board, text: string): Piece[] {
  const pieces: Piece[] = []
  const rows = (text.trim().split(/\s+/)[0] ?? '').split('/')
  rows.slice(0, board.ranks).forEach((row, i) => {
    const rank = board.ranks - 1 - i
    let file = 0
    for (const char of row) {
      if (char >= '1' && char <= '9') file += Number(char)
      else {
        const kind = kinds[char.toLowerCase()]
        const side: Side = char === char.toUpperCase() ? 'first' : 'second'
        const at = squareName(board, { file, rank })
        if (kind && at) pieces.push({ at, file, rank, side, kind })
        file++
      }
    }
  })
  return pieces
}

export function readTurn(text: string): Side {
  return text.trim().split(/\s+/)[1] === 'b' ? 'second' : 'first'
}

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
