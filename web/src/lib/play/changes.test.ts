import { describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import type { Game, Moved, MovePlayed, Piece } from '../types'
import { afterMove, backwards, boardAt, forwards, lostAt } from './changes'

const start = game()
const on = (pieces: readonly Piece[], at: string) => pieces.find((p) => p.at === at)!

/** A move on these pieces, with the changes that a server would send. */
function move(
  pieces: readonly Piece[],
  ply: number,
  text: string,
  more: Partial<MovePlayed> = {},
): MovePlayed {
  const [from, to] = [text.slice(0, 2), text.slice(2, 4)]
  const piece = on(pieces, from)
  const taken = pieces.find((p) => p.at === to)
  const place = { file: to.charCodeAt(0) - 97, rank: Number(to[1]) }
  return played(ply, text, piece.kind, {
    removed: taken ? [piece, taken] : [piece],
    put: [{ ...piece, at: to, ...place }],
    captured: taken ? [taken.kind] : [],
    captured_at: taken ? [to] : [],
    ...more,
  })
}

const byName = (pieces: readonly Piece[]) => [...pieces].sort((a, b) => (a.at < b.at ? -1 : 1))

/** A game of three moves. The last one is a capture with check. */
function three(): { game: Game; boards: Piece[][] } {
  const boards = [start.board.pieces]
  const moves: MovePlayed[] = []
  for (const [text, more] of [
    ['h2e2', {}],
    ['h9g7', {}],
    ['e2e6', { check: true, check_at: 'e9' }],
  ] as const) {
    moves.push(move(boards.at(-1)!, moves.length + 1, text, more))
    boards.push(forwards(boards.at(-1)!, moves.at(-1)!))
  }
  const board = { ...start.board, pieces: boards[3]! }
  return { game: game({ moves, board, version: 3 }), boards }
}

describe('changes of moves', () => {
  it('lead from board to board both ways', () => {
    const { game: g, boards } = three()
    expect(boards[3]).toHaveLength(31)
    for (const [i, played] of g.moves.entries()) {
      expect(byName(backwards(boards[i + 1]!, played))).toEqual(byName(boards[i]!))
      expect(byName(boardAt(g, i).pieces)).toEqual(byName(boards[i]!))
    }
  })

  it('shows earlier boards with their last move and nothing to play', () => {
    const { game: g } = three()
    expect(boardAt(g, 0).marks).toEqual([])
    expect(boardAt(g, 2).marks).toEqual([
      { at: 'h9', kind: 'last_from' },
      { at: 'g7', kind: 'last_to' },
    ])
    expect(boardAt(g, 2).moves).toEqual([])
    expect(boardAt(g, 3)).toBe(g.board)
    const later = game({ ...g, moves: [...g.moves, move(g.board.pieces, 4, 'd9e8')] })
    later.board = { ...g.board, pieces: forwards(g.board.pieces, later.moves[3]!) }
    expect(boardAt(later, 3).marks).toContainEqual({ at: 'e9', kind: 'check' })
  })

  it('counts what was lost by then', () => {
    const { game: g } = three()
    expect(lostAt(g, 2)).toEqual([[], []])
    expect(lostAt(g, 3)).toEqual([[], ['pawn']])
  })
})

describe('a move the server tells of', () => {
  const { game: after } = three()
  const before: Game = {
    ...after,
    version: 2,
    moves: after.moves.slice(0, 2),
    draw_offer: 'second',
  }
  before.board = { ...after.board, pieces: boardAt(after, 2).pieces }
  const told: Moved = {
    after: 2,
    version: 3,
    updated_at: '2026-01-01T00:00:09Z',
    played: after.moves[2]!,
    position: 'there',
    turn: 'second',
    moves: [{ text: 'd9e8', from: 'd9', to: 'e8' }],
    left_ms: [5, 6],
    running: 'second',
    thinking: 'second',
    limit: { reason: 'sixty-move', count: 0, bound: 120 },
  }

  it('makes the next state of the game', () => {
    const next = afterMove(before, told)!
    expect(next).toMatchObject({
      version: 3,
      position: 'there',
      turn: 'second',
      thinking: 'second',
      draw_offer: null,
      end: null,
      lost: [[], ['pawn']],
      clock: { left_ms: [5, 6], running: 'second', setting: { kind: 'none' } },
    })
    expect(next.moves).toHaveLength(3)
    expect(next.board.moves).toEqual(told.moves)
    expect(next.board.marks).toEqual([])
    expect(byName(next.board.pieces)).toEqual(byName(after.board.pieces))
    expect(before.moves).toHaveLength(2)
  })

  it('declines the other side’s offer of a draw and leaves one’s own', () => {
    const mine = { ...before, draw_offer: 'first' as const }
    expect(afterMove(mine, told)!.draw_offer).toBe('first')
    const over = { outcome: '1-0', winner: 'first', reason: 'checkmate' } as Moved['end']
    expect(afterMove(mine, { ...told, end: over })!.draw_offer).toBeNull()
  })

  it('is not taken where something before it was missed', () => {
    expect(afterMove({ ...before, version: 1 }, told)).toBeNull()
  })
})
