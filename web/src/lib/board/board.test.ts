import { describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { XIANGQI_START } from '../catalogue.svelte'
import { readBoard, readTurn, writeBoard } from './fen'
import { centre, geometry, nearest, placeAt } from './geometry'
import { glyphs } from './glyphs'
import { character, pieceStyles, xiangqiKinds } from './pieces'
import { boardAt, lostAt } from './replay'
import { letter, scenery } from './scenery'
import { reconcile } from './sprites'
import { squareName, squarePlace, type Family } from './squares'

const sizes: [Family, number, number][] = [
  ['xiangqi', 9, 10],
  ['gomoku', 15, 15],
  ['draughts', 10, 10],
  ['draughts', 8, 8],
]

describe('squares', () => {
  it.each(sizes)('%s %i×%i: a name means the place it names', (family, files, ranks) => {
    const size = { files, ranks }
    const names = new Set<string>()
    for (let file = 0; file < files; file++) {
      for (let rank = 0; rank < ranks; rank++) {
        const name = squareName(family, size, { file, rank })
        if (name === null) continue
        names.add(name)
        expect(squarePlace(family, size, name)).toEqual({ file, rank })
      }
    }
    expect(names.size).toBe(family === 'draughts' ? (files * ranks) / 2 : files * ranks)
  })

  it('knows where the corners are', () => {
    expect(squareName('xiangqi', { files: 9, ranks: 10 }, { file: 4, rank: 0 })).toBe('e0')
    expect(squareName('gomoku', { files: 15, ranks: 15 }, { file: 7, rank: 7 })).toBe('h8')
    expect(squareName('draughts', { files: 10, ranks: 10 }, { file: 0, rank: 0 })).toBe('46')
    expect(squareName('draughts', { files: 10, ranks: 10 }, { file: 9, rank: 9 })).toBe('5')
  })

  it.each(['', 'z9', 'e', 'e10', 'e-1', 'e1.5', '王'])('finds nothing for %j', (name) => {
    expect(squarePlace('xiangqi', { files: 9, ranks: 10 }, name)).toBeNull()
  })
})

describe('geometry', () => {
  it.each(sizes)('%s %i×%i: the nearest place of a centre is its place', (family, files, ranks) => {
    for (const coordinates of ['none', 'files', 'both'] as const) {
      const g = geometry(
        family === 'draughts' ? 'squares' : 'points',
        { files, ranks },
        coordinates,
      )
      for (const flipped of [false, true]) {
        for (let column = 0; column < files; column++) {
          for (let row = 0; row < ranks; row++) {
            const place = placeAt(g, column, row, flipped)
            const xy = centre(g, place, flipped)
            expect(nearest(g, xy, flipped)).toEqual(place)
            expect(nearest(g, { x: xy.x + 40, y: xy.y - 40 }, flipped)).toEqual(place)
            expect(xy.x).toBeGreaterThan(0)
            expect(xy.x).toBeLessThan(g.width)
          }
        }
      }
    }
  })

  it('finds nothing outside', () => {
    const g = geometry('points', { files: 9, ranks: 10 }, 'files')
    expect(nearest(g, { x: -5, y: 50 }, false)).toBeNull()
    expect(nearest(g, { x: 100, y: g.height + 60 }, false)).toBeNull()
  })
})

describe('positions', () => {
  it.each([
    XIANGQI_START,
    'r1bakab1r/9/1cn4c1/p1p1C1p1p/9/2P3p2/P3P1P1P/1CN3N2/9/R1BAKAB1R b',
    '4k4/9/9/9/9/9/9/9/9/4K4 w',
    '9/9/9/9/9/9/9/9/9/9 w',
  ])('writes what it read: %s', (text) => {
    expect(writeBoard(readBoard('xiangqi', text), readTurn(text))).toBe(text)
  })

  it('reads the other letters', () => {
    const kinds = readBoard('xiangqi', 'rheakaehr/9 w').pieces.map((p) => p.kind)
    expect(kinds.filter((k) => k === 'horse')).toHaveLength(2)
    expect(kinds.filter((k) => k === 'elephant')).toHaveLength(2)
  })

  it.each(['', 'nonsense', '////////////', '999999/k', 'KKKKKKKKKKKKKKKK w'])(
    'survives %j',
    (text) => {
      for (const piece of readBoard('xiangqi', text).pieces) {
        expect(piece.file).toBeLessThan(9)
        expect(piece.rank).toBeGreaterThanOrEqual(0)
      }
    },
  )
})

describe('sprites', () => {
  const start = readBoard('xiangqi', XIANGQI_START).pieces
  it('keeps what stays and moves what moved', () => {
    const before = reconcile([], start)
    const after = reconcile(
      before,
      start.map((p) => (p.at === 'h2' ? { ...p, at: 'e2', file: 4 } : p)),
    )
    expect(after.map((s) => s.id)).toEqual(before.map((s) => s.id))
    expect(after.filter((s) => s.moved)).toHaveLength(1)
  })

  it('lets the captured one go and keeps the capturer', () => {
    const before = reconcile([], start)
    const cannon = before.find((s) => s.file === 7 && s.rank === 2)!
    const pieces = start
      .filter((p) => p.at !== 'h9')
      .map((p) => (p.at === 'h2' ? { ...p, at: 'h9', rank: 9 } : p))
    const after = reconcile(before, pieces)
    expect(after).toHaveLength(31)
    expect(after.find((s) => s.id === cannon.id)).toMatchObject({ rank: 9, side: 'first' })
  })

  it('gives every piece its own id, whatever the two boards are', () => {
    const other = readBoard('xiangqi', '4k4/4r4/9/9/9/9/9/9/4R4/4K4 w').pieces
    const there = reconcile(reconcile([], start), other)
    const back = reconcile(there, start)
    expect(new Set(back.map((s) => s.id)).size).toBe(32)
  })
})

describe('replay', () => {
  const moves = [
    played(1, 'h2e2', 'cannon'),
    played(2, 'h9g7', 'horse'),
    played(3, 'e2e6', 'cannon', { captured: ['pawn'], check: true }),
  ]
  it('shows earlier boards with their last move', () => {
    const g = game({ moves })
    expect(boardAt(g, 0).pieces).toHaveLength(32)
    expect(boardAt(g, 0).marks).toEqual([])
    expect(boardAt(g, 1).pieces.find((p) => p.at === 'e2')?.kind).toBe('cannon')
    expect(boardAt(g, 2).marks).toEqual([
      { at: 'h9', kind: 'last_from' },
      { at: 'g7', kind: 'last_to' },
    ])
    expect(boardAt(g, 3)).toBe(g.board)
    expect(boardAt(g, 2).moves).toEqual([])
  })

  it('marks a check that was', () => {
    const g = game({ moves: [...moves, played(4, 'd9e8', 'advisor')] })
    const board = boardAt(g, 3)
    expect(board.pieces).toHaveLength(31)
    expect(board.marks).toContainEqual({ at: 'e9', kind: 'check' })
  })

  it('counts what was lost by then', () => {
    const g = game({ moves })
    expect(lostAt(g, 2)).toEqual([[], []])
    expect(lostAt(g, 3)).toEqual([[], ['pawn']])
  })
})

describe('pictures', () => {
  it('has an outline for every character it may have to draw', () => {
    for (const style of pieceStyles) {
      for (const side of ['first', 'second'] as const) {
        for (const kind of xiangqiKinds) {
          expect(glyphs[character(style, side, kind)!]?.path).toBeTruthy()
        }
      }
    }
    const g = geometry('points', { files: 9, ranks: 10 }, 'both')
    for (const labels of ['numerals', 'letters'] as const) {
      for (const flipped of [false, true]) {
        const s = scenery('xiangqi', g, flipped, labels)
        for (const text of [...s.river, ...s.coordinates]) expect(letter(text)).not.toHaveLength(0)
      }
    }
  })

  it.each(sizes)('%s %i×%i stays inside the picture', (family, files, ranks) => {
    const g = geometry(family === 'draughts' ? 'squares' : 'points', { files, ranks }, 'none')
    const s = scenery(family, g, false, 'letters')
    const numbers = `${s.lines} ${s.squares}`.match(/[ML]-?[\d.]+ -?[\d.]+/g) ?? []
    for (const pair of numbers) {
      const [x, y] = pair.slice(1).split(' ').map(Number)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(g.width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(g.height)
    }
  })
})
