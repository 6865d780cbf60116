import { describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { catalogue } from '../catalogue.svelte'
import { gameOf } from '../games/registry'
import { pictograms } from '../games/xiangqi/pictograms'
import { character, hasPicture, pieceStyles, xiangqiKinds } from '../games/xiangqi/pieces'
import type { Side } from '../types'
import { emptyBoard, moved, placed, startBoard, type Placement } from './boards'
import { centre, geometry, nearest, placeAt, type Coordinates, type Grid } from './geometry'
import { glyphs } from './glyphs'
import { letter, squareNumbers } from './scenery'
import { reconcile } from './sprites'
import { letterName, squareName, squarePlace } from './squares'

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

describe('boards', () => {
  it('has those of the usual start, and empty ones', () => {
    expect(startBoard('xiangqi').pieces).toHaveLength(32)
    expect(emptyBoard('xiangqi')).toMatchObject({ files: 9, ranks: 10, pieces: [], moves: [] })
  })

  it('puts pieces where they are named, and leaves out what the board does not have', () => {
    const pieces = placed(bare('draughts'), [
      ['first', 'man', '46 99'],
      ['second', 'king', '5'],
    ])
    expect(pieces).toEqual([
      { at: '46', file: 0, rank: 0, side: 'first', kind: 'man' },
      { at: '5', file: 9, rank: 9, side: 'second', kind: 'king' },
    ])
  })

  it.each(['xiangqi', 'draughts', 'gomoku'])(
    '%s: the samples and lessons stand on squares',
    (id) => {
      const { sample } = gameOf(id)
      const names = sample.pieces.flatMap(([, , names]) => names.split(' '))
      expect(placed(bare(sample.variant), sample.pieces)).toHaveLength(names.length)
      expect(new Set(names).size).toBe(names.length)
    },
  )

  it('shows a move before the server has said what it did', () => {
    const board = startBoard('xiangqi')
    const stone = { side: 'first' as const, kind: 'stone' }
    const after = moved(board, { from: 'h2', to: 'h9', captures: ['h9'] }, stone)
    expect(after.pieces).toHaveLength(31)
    expect(after.pieces.find((p) => p.at === 'h9')).toMatchObject({ kind: 'cannon', rank: 9 })
    expect(moved(bare('gomoku'), { to: 'h8' }, stone).pieces).toEqual([
      { at: 'h8', file: 7, rank: 7, ...stone },
    ])
    expect(moved(board, { to: 'z9' }, stone)).toBe(board)
  })
})

describe('sprites', () => {
  const start = startBoard('xiangqi').pieces
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

  it('glides nothing where pieces are only put and turned', () => {
    const disc = (side: Side, at: string): [Side, string, string] => [side, 'disc', at]
    const on = (placement: Placement) => placed(startBoard('xiangqi'), placement)
    const first = reconcile([], on([disc('first', 'e4 a0'), disc('second', 'd4 e5')]))
    // Two moves at once: one disc turned each way, and two were put.
    const later = on([disc('first', 'd4 c4 a0'), disc('second', 'e4 e5 e3')])
    const next = reconcile(first, later, [], false)
    expect(next.some((s) => s.moved)).toBe(false)
    const kept = next.filter((s) => first.some((f) => f.id === s.id))
    expect(kept.map((s) => `${s.file} ${s.rank}`).sort()).toEqual(['0 0', '4 5'])
    // Where pieces move, they glide.
    expect(reconcile(first, later).some((s) => s.moved)).toBe(true)
  })

  it('gives every piece its own id, whatever the two boards are', () => {
    const other = placed(bare('xiangqi'), [
      ['first', 'king', 'e0'],
      ['first', 'chariot', 'e1'],
      ['second', 'chariot', 'e8'],
      ['second', 'king', 'e9'],
    ])
    const there = reconcile(reconcile([], start), other)
    // The server's confirmation does not change the sprites: the hops continue.
    expect(reconcile(there, other)).toBe(there)
    const back = reconcile(there, start)
    expect(new Set(back.map((s) => s.id)).size).toBe(32)
  })
})

describe('pictures', () => {
  it('has an outline for every character it may have to draw', () => {
    for (const style of pieceStyles) {
      for (const side of ['first', 'second'] as const) {
        for (const kind of xiangqiKinds) {
          const outline = glyphs[character(style, side, kind) ?? '']?.path
          expect(hasPicture(style) ? pictograms[kind] : outline).toBeTruthy()
          expect(Boolean(outline)).toBe(style !== 'pictures')
        }
      }
    }
    const g = geometryOf('xiangqi', 'both')
    for (const labels of ['numerals', 'letters'] as const) {
      for (const flipped of [false, true]) {
        const s = gameOf('xiangqi').look.scenery(g, flipped, labels, 1)
        for (const text of [...s.words, ...s.coordinates]) expect(letter(text)).not.toHaveLength(0)
      }
    }
  })

  it.each(boards)('%s stays inside the picture', (id) => {
    const g = geometryOf(id, 'none')
    const s = gameOf(id).look.scenery(g, false, 'letters', 1)
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
