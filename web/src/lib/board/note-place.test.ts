import { describe, expect, it } from 'vitest'
import { CELL, centre, geometry, type XY } from './geometry'
import { notePlace } from './note-place'

const g = geometry('points', { files: 9, ranks: 10 }, 'files')
const at = (file: number, rank: number) => centre(g, { file, rank }, false)
const size = { width: 480, height: 150 }
const hidden = (note: XY, p: XY) =>
  Math.abs(note.x - p.x) < size.width / 2 && Math.abs(note.y - p.y) < size.height / 2

describe('a note about a piece', () => {
  const row = Array.from({ length: 9 }, (_, file) => at(file, 0))
  it.each([
    ['a chariot in the corner', at(0, 0), [at(0, 1), at(0, 2)]],
    ['a king', at(4, 0), [at(4, 1)]],
    [
      'a cannon',
      at(1, 2),
      [
        ...Array.from({ length: 6 }, (_, i) => at(1, 1 + i)),
        ...[0, 2, 3, 4, 5, 6].map((f) => at(f, 2)),
      ],
    ],
    ['a piece in the far corner', at(8, 9), [at(8, 8), at(7, 9)]],
  ])('hides neither targets nor the piece: %s', (_what, piece, targets) => {
    const note = notePlace(g, piece, size, targets, row)
    expect(targets.filter((p) => hidden(note, p))).toEqual([])
    expect(hidden(note, piece)).toBe(false)
    expect(note.x - size.width / 2).toBeGreaterThanOrEqual(0)
    expect(note.x + size.width / 2).toBeLessThanOrEqual(g.width)
    expect(note.y - size.height / 2).toBeGreaterThanOrEqual(0)
    expect(note.y + size.height / 2).toBeLessThanOrEqual(g.height)
    expect(Math.hypot(note.x - piece.x, note.y - piece.y)).toBeLessThan(5 * CELL)
  })
})
