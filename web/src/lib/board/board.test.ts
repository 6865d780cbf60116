import { describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { catalogue, XIANGQI_START } from '../catalogue.svelte'
import { emptyBoard, readBoard, readTurn, writeBoard } from './fen'
import { centre, geometry, nearest, placeAt, type Coordinates, type Grid } from './geometry'
import { glyphs } from './glyphs'
import { character, pieceStyles, xiangqiKinds } from './pieces'
import { boardAt, lostAt } from './replay'
import { letter, scenery, squareNumbers } from './scenery'
import { reconcile } from './sprites'
import { familyOf, letterName, squareName, squarePlace } from './squares'

const boards = catalogue.value!.variants.map((v) => v.id)
const bare = (id: string) => emptyBoard(id)
const geometryOf = (id: string, coordinates: Coordinates) =>
  geometry(bare(id).grid as Grid, bare(id), coordinates)

describe('numbers on squares', () => {
  it('are larger in proportion where the board is small', () => {
    const g = geometryOf('draughts', 'none')
    const [large, small] = [1.4, 2.7].map((unit) => squareNumbers(g, false, unit)[0]!)
    expect(large!.size).toBe(16)
    expect(small!.size / 2.7).toBeGreaterThan(9)
    expect(squareNumbers(g, true, 1)).toHaveLength(50)
  })
})

describe('squares', () => {
  it.each(boards)('%s: a name means the place it names', (id) => {
    const board = bare(id)
    const names = new Set<string>()
    for (let file = 0; file < board.files; file++) {
      for (let rank = 0; rank < board.ranks; rank++) {
        const name = squareName(board, { file, rank })
        if (name === null) continue
        names.add(name)
        expect(squarePlace(board, name)).toEqual({ file, rank })
      }
    }
    const half = id.startsWith('draughts') && id !== 'draughts-turkish'
    expect(names.size).toBe((board.files * board.ranks) / (half ? 2 : 1))
  })

  it('knows where the corners are', () => {
    expect(squareName(bare('xiangqi'), { file: 4, rank: 0 })).toBe('e0')
    expect(squareName(bare('draughts'), { file: 0, rank: 0 })).toBe('46')
    expect(squareName(bare('draughts'), { file: 1, rank: 0 })).toBeNull()
    expect(squareName(bare('draughts'), { file: 10, rank: 0 })).toBeNull()
    expect(squareName(bare('draughts-spanish'), { file: 0, rank: 0 })).toBeNull()
  })

  it('calls squares by letters where moves are written so', () => {
    expect(letterName(bare('draughts-russian'), '29')).toBe('a1')
    expect(letterName(bare('draughts-russian'), '22')).toBe('c3')
  })

  it.each(['', 'z9', 'e', 'e10', 'e-1', 'e1.5', '王'])('finds nothing for %j', (name) => {
    expect(squarePlace(bare('xiangqi'), name)).toBeNull()
  })
})

describe('geometry', () => {
  it.each(boards)('%s: the nearest place of a centre is its place', (id) => {
    for (const coordinates of ['none', 'files', 'both'] as const) {
      const g = geometryOf(id, coordinates)
      const { files, ranks } = g
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
    const g = geometryOf('xiangqi', 'files')
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
    expect(writeBoard('xiangqi', readBoard('xiangqi', text), readTurn('xiangqi', text))).toBe(text)
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

describe('draughts positions', () => {
  it.each([
    ['draughts', 'W:W31-50:B1-20'],
    ['draughts', 'B:W32,33,K5:B18,20-22,K46'],
    ['draughts-canadian', 'W:W43-72:B1-30'],
    ['draughts-turkish', 'W:W41-56:B9-24'],
    ['draughts', 'B:W:B'],
  ])('%s: writes what it read: %s', (id, text) => {
    expect(writeBoard(id, readBoard(id, text), readTurn(id, text))).toBe(text)
  })

  it('reads letters, either order, and a full stop', () => {
    const { pieces } = readBoard('draughts-russian', 'B:Bb8,Kd4:Wa1.')
    expect(pieces.map((p) => [p.at, p.side, p.kind])).toEqual([
      ['1', 'second', 'man'],
      ['18', 'second', 'king'],
      ['29', 'first', 'man'],
    ])
  })

  it.each(['', 'W', 'W:W0-99999999999', 'W:Wx,K,-,5-:B200', '::::'])('survives %j', (text) => {
    expect(readBoard('draughts', text).pieces.length).toBeLessThanOrEqual(50)
  })
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
    // Confirmed by the server, it is the same still: what hops is not stopped.
    expect(reconcile(there, other)).toBe(there)
    const back = reconcile(there, start)
    expect(new Set(back.map((s) => s.id)).size).toBe(32)
  })
})

describe('replay', () => {
  const moves = [
    played(1, 'h2e2', 'cannon'),
    played(2, 'h9g7', 'horse'),
    played(3, 'e2e6', 'cannon', { captured: ['pawn'], captured_at: ['e6'], check: true }),
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
    const g = geometryOf('xiangqi', 'both')
    for (const labels of ['numerals', 'letters'] as const) {
      for (const flipped of [false, true]) {
        const s = scenery('xiangqi', g, flipped, labels)
        for (const text of [...s.river, ...s.coordinates]) expect(letter(text)).not.toHaveLength(0)
      }
    }
  })

  it.each(boards)('%s stays inside the picture', (id) => {
    const g = geometryOf(id, 'none')
    const s = scenery(familyOf(id), g, false, 'letters')
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
