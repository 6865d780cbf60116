// A game as the server would send it, for tests.

import { readBoard } from '../lib/board/fen'
import { XIANGQI_START } from '../lib/catalogue.svelte'
import type { Game, MovePlayed, Side } from '../lib/types'

export function played(
  ply: number,
  text: string,
  piece: string,
  more: Partial<MovePlayed> = {},
): MovePlayed {
  return {
    ply,
    side: ply % 2 === 1 ? 'first' : 'second',
    text,
    notations: { engine: text, chinese: '炮二平五', wxf: 'C2=5' },
    from: text.slice(0, 2),
    to: text.slice(2, 4),
    piece,
    captured: [],
    check: false,
    time_ms: 3200,
    score_cp: null,
    ...more,
  }
}

export function game(more: Partial<Game> = {}): Game {
  const start = `${XIANGQI_START} - - 0 1`
  const board = readBoard('xiangqi', start)
  board.moves = ['h2e2', 'h0g2', 'h2h9'].map((text) => ({
    text,
    from: text.slice(0, 2),
    to: text.slice(2, 4),
    path: [],
    captures: text === 'h2h9' ? ['h9'] : [],
  }))
  return {
    id: 'g1',
    version: 1,
    variant: 'xiangqi',
    rules: 'wxf',
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 3 },
    ],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    start,
    position: start,
    turn: 'first' as Side,
    moves: [],
    board,
    lost: [[], []],
    clock: { setting: { kind: 'none' }, left_ms: [0, 0], running: null },
    end: null,
    thinking: null,
    paused: false,
    draw_offer: null,
    warnings: [],
    natural_limit: [0, 120],
    ...more,
  }
}
