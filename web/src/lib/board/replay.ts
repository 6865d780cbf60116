// Earlier boards of a game, replayed as data from its start: no rules, only what moved where.

import { moved, readBoard } from './fen'
import { squarePlace } from './squares'
import type { Board, Game, Mark, Piece } from '../types'

/** The board after `ply` moves of `game`, with its last move marked but nothing to play. */
export function boardAt(game: Game, ply: number): Board {
  if (ply >= game.moves.length) return game.board
  let board = readBoard(game.variant, game.start)
  for (const move of game.moves.slice(0, ply)) {
    const place = squarePlace(board, move.to)
    if (!place) continue
    board = moved(board, move.from, move.to, move.captured_at ?? [], place, {
      side: move.side,
      kind: move.piece,
    })
    if (move.crowned) {
      const crowned = (p: Piece) => (p.at === move.to ? { ...p, kind: 'king' } : p)
      board = { ...board, pieces: board.pieces.map(crowned) }
    }
  }
  const last = game.moves[ply - 1]
  const marks: Mark[] = []
  if (last) {
    if (last.from) marks.push({ at: last.from, kind: 'last_from' })
    marks.push({ at: last.to, kind: 'last_to' })
    const king = board.pieces.find((p) => p.kind === 'king' && p.side !== last.side)
    if (last.check && king) marks.push({ at: king.at, kind: 'check' })
  }
  return { ...board, marks }
}

/** What each side had lost after `ply` moves, in order of loss. */
export function lostAt(game: Game, ply: number): [string[], string[]] {
  const lost: [string[], string[]] = [[], []]
  for (const move of game.moves.slice(0, ply)) {
    lost[move.side === 'first' ? 1 : 0].push(...move.captured)
  }
  return lost
}
