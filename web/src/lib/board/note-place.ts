// Where a note about a piece stands: near it, and over as little as possible of what is needed now.

import { CELL, type Geometry, type XY } from './geometry'

export interface Size {
  readonly width: number
  readonly height: number
}

/** What a covered thing costs, in cells of distance from the piece. */
const COST = { target: 10, piece: 0.7 }
/** The distance that is kept from the picked piece. */
const GAP = 8

/**
 * The middle of a note of this size, in the units of the board, which it does not leave. `targets` and `pieces`: where
 * the picked piece can go, and the other pieces.
 */
export function notePlace(
  g: Pick<Geometry, 'width' | 'height'>,
  picked: XY,
  size: Size,
  targets: readonly XY[],
  pieces: readonly XY[],
): XY {
  const half = { x: size.width / 2, y: size.height / 2 }
  const inside = ({ x, y }: XY): XY => ({
    x: Math.min(Math.max(x, half.x), g.width - half.x),
    y: Math.min(Math.max(y, half.y), g.height - half.y),
  })
  /** How far a point may be from the middle of the note without being covered, with the reach of what is there. */
  const covers = (at: XY, p: XY, reach: number) =>
    Math.abs(at.x - p.x) < half.x + reach && Math.abs(at.y - p.y) < half.y + reach
  const cost = (at: XY) =>
    Math.hypot(at.x - picked.x, at.y - picked.y) / CELL +
    COST.target * targets.filter((p) => covers(at, p, CELL / 6)).length +
    COST.piece * pieces.filter((p) => covers(at, p, CELL / 4)).length +
    (covers(at, picked, CELL / 2) ? 100 : 0)
  const beside = half.x + CELL / 2 + GAP
  const over = half.y + CELL / 2 + GAP
  const places: XY[] = []
  for (let row = -4; row <= 4; row++) {
    for (const column of [-1, -0.5, 0, 0.5, 1]) {
      places.push(
        inside({
          x: picked.x + column * beside,
          y: picked.y + Math.sign(row) * over + row * CELL * 0.5,
        }),
      )
    }
  }
  return places.reduce((best, at) => (cost(at) < cost(best) ? at : best))
}
