// A game as the server would send it, for tests.

import { placed, type Placement } from '../lib/board/boards'
import { catalogue } from '../lib/catalogue.svelte'
import type { FileFormat, Game, MovePlayed, Side, Variant } from '../lib/types'

type Name = (file: number, rank: number) => string

function variant(id: string, files: number, ranks: number, start: string, name: Name): Variant {
  const names = Array.from({ length: files * ranks }, (_, i) =>
    name(i % files, Math.floor(i / files)),
  )
  const family = id.split('-')[0]!
  const grid = family === 'draughts' ? 'squares' : 'points'
  const notations = { xiangqi: ['chinese', 'wxf', 'iccs', 'engine'], draughts: ['pdn', 'letters'] }
  return {
    id,
    family,
    name: id,
    name_zh: id,
    sides: ['A', 'B'],
    rule_sets: [{ id: 'official', name: 'Official', name_zh: '', provisional: false }],
    notations: (notations[family as 'xiangqi'] ?? ['engine']).map((n) => ({ id: n, name: n })),
    start,
    first: start.startsWith('B') ? 'second' : 'first',
    piece_kinds: [],
    openings: [],
    presets: [],
    board: { grid, files, ranks, names, pieces: [], moves: [], marks: [] },
  }
}

const letters = (file: number) => String.fromCharCode(97 + file)
/** Numbers the dark squares from the upper left. `corner`: whether the lower left square is dark. */
const numbers =
  (size: number, corner = true): Name =>
  (file, rank) =>
    ((file + rank) % 2 === 0) === corner
      ? String(((size - 1 - rank) * size) / 2 + Math.floor(file / 2) + 1)
      : ''

const XIANGQI_START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
const xiangqiPieces: Placement = [
  ['first', 'king', 'e0'],
  ['first', 'advisor', 'd0 f0'],
  ['first', 'elephant', 'c0 g0'],
  ['first', 'horse', 'b0 h0'],
  ['first', 'chariot', 'a0 i0'],
  ['first', 'cannon', 'b2 h2'],
  ['first', 'pawn', 'a3 c3 e3 g3 i3'],
  ['second', 'king', 'e9'],
  ['second', 'advisor', 'd9 f9'],
  ['second', 'elephant', 'c9 g9'],
  ['second', 'horse', 'b9 h9'],
  ['second', 'chariot', 'a9 i9'],
  ['second', 'cannon', 'b7 h7'],
  ['second', 'pawn', 'a6 c6 e6 g6 i6'],
]

const format = (id: string, more: Partial<FileFormat> = {}): FileFormat => ({
  ...{ id, name: `a file of ${id}`, endings: [], text: true, notations: false, written: true },
  ...more,
})

catalogue.value = {
  version: '0',
  public: false,
  levels: [],
  families: [
    { id: 'xiangqi', formats: [format('pgn'), format('xqf', { text: false })] },
    {
      id: 'draughts',
      formats: [format('pdn', { notations: true }), format('fen', { endings: ['epd'] })],
    },
    {
      id: 'gomoku',
      formats: [format('lib', { text: false }), format('rif', { written: false })],
    },
    { id: 'reversi', formats: [format('ggf')] },
  ],
  variants: [
    variant('xiangqi', 9, 10, XIANGQI_START, (file, rank) => letters(file) + rank),
    variant('gomoku', 15, 15, '', (file, rank) => letters(file) + (rank + 1)),
    variant('draughts', 10, 10, 'W:W31-50:B1-20', numbers(10)),
    variant('draughts-russian', 8, 8, 'W:W21-32:B1-12', numbers(8)),
    variant('draughts-english', 8, 8, 'B:W21-32:B1-12', numbers(8)),
    variant('draughts-spanish', 8, 8, 'W:W21-32:B1-12', numbers(8, false)),
    variant('draughts-canadian', 12, 12, 'W:W43-72:B1-30', numbers(12)),
    variant('draughts-turkish', 8, 8, 'W:W41-56:B9-24', (f, r) => String((7 - r) * 8 + f + 1)),
  ],
}

const { board: xiangqiBoard } = catalogue.value.variants[0]!
xiangqiBoard.pieces = placed(xiangqiBoard, xiangqiPieces)

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
  const board = { ...xiangqiBoard }
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
    limit: { reason: 'sixty-move', count: 0, bound: 120 },
    ...more,
  }
}
