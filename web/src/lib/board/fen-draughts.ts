// Draughts positions as PDN writes them: `W:W31-50,K5:B1-20`.

import { squarePlace } from './squares'
import type { Board, Piece, Side } from '../types'

const sideOf = (letter: string | undefined): Side =>
  letter?.toUpperCase() === 'B' ? 'second' : 'first'

/** `a1` where squares go by letters, else a number: the name this board has for it. */
function nameOf(board: Board, text: string): string | null {
  const byLetter = /^([a-l])(\d+)$/i.exec(text)
  if (!byLetter) return text
  const file = byLetter[1]!.toLowerCase().charCodeAt(0) - 97
  const rank = Number(byLetter[2]) - 1
  return (file < board.files && board.names?.[rank * board.files + file]) || null
}

export function readPieces(board: Board, text: string): Piece[] {
  const found = new Map<string, Piece>()
  const [, ...parts] = text.trim().replace(/\.$/, '').split(':')
  for (const part of parts) {
    if (!/^[WB]/i.test(part)) continue
    const side = sideOf(part[0])
    for (const word of part.slice(1).split(',')) {
      const king = /^K/i.test(word.trim())
      const [from = '', to] = word.trim().replace(/^K/i, '').split('-')
      const names =
        to === undefined
          ? [nameOf(board, from)]
          : Array.from(
              { length: Math.min(200, Math.max(0, Number(to) - Number(from) + 1)) },
              (_, i) => String(Number(from) + i),
            )
      for (const at of names) {
        const place = at === null ? null : squarePlace(board, at)
        if (at !== null && place) {
          found.set(at, { at, ...place, side, kind: king ? 'king' : 'man' })
        }
      }
    }
  }
  return [...found.values()]
}

export const readTurn = (text: string): Side => sideOf(text.trim()[0])

/** Numbers in order, neighbours joined: `31-50`, each king by itself. */
export function writeBoard(board: Board, turn: Side): string {
  const list = (side: Side) => {
    const of = (kind: string) =>
      board.pieces
        .filter((p) => p.side === side && p.kind === kind)
        .map((p) => Number(p.at))
        .sort((a, b) => a - b)
    const runs: [number, number][] = []
    for (const n of of('man')) {
      const last = runs.at(-1)
      if (last && last[1] === n - 1) last[1] = n
      else runs.push([n, n])
    }
    const men = runs.map(([a, b]) => (a === b ? `${a}` : b === a + 1 ? `${a},${b}` : `${a}-${b}`))
    return [...men, ...of('king').map((n) => `K${n}`)].join(',')
  }
  return `${turn === 'first' ? 'W' : 'B'}:W${list('first')}:B${list('second')}`
}
