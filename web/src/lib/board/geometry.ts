// The coordinates of the picture of a board. A cell is 100 units wide on every board.

import type { GridKind } from '../types'
import type { Place, Squares } from './squares'

export type Grid = GridKind

/** The labels around the board; wide ones leave space for pieces on the edge of the board. */
export type Coordinates = 'none' | 'files' | 'both' | 'wide'

export const CELL = 100

export interface Geometry extends Squares {
  readonly grid: Grid
  /** Units from the left and upper edge to the middle of the first cell. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly coordinates: Coordinates
}

export interface XY {
  readonly x: number
  readonly y: number
}

export function geometry(grid: Grid, board: Squares, coordinates: Coordinates): Geometry {
  const { files, ranks, names } = board
  // Boards of points need half a cell for the pieces on the edge, and a small rim around them.
  const rim = grid === 'points' ? 6 : 24
  const room = { none: 0, files: 30, both: 30, wide: 46 }[coordinates]
  const band = room
  const side = coordinates === 'files' ? 0 : room
  return {
    files,
    ranks,
    names,
    grid,
    coordinates,
    left: rim + side + CELL / 2,
    top: rim + band + CELL / 2,
    width: files * CELL + 2 * (rim + side),
    height: ranks * CELL + 2 * (rim + band),
  }
}

/** The middle of a place; `flipped`: seen from the second side. */
export function centre(g: Geometry, place: Place, flipped: boolean): XY {
  const column = flipped ? g.files - 1 - place.file : place.file
  const row = flipped ? place.rank : g.ranks - 1 - place.rank
  return { x: g.left + column * CELL, y: g.top + row * CELL }
}

/** The place at a column and row of the screen, counted from the upper left. */
export function placeAt(g: Geometry, column: number, row: number, flipped: boolean): Place {
  return flipped
    ? { file: g.files - 1 - column, rank: row }
    : { file: column, rank: g.ranks - 1 - row }
}

/** The place whose cell contains a point of the picture; `null` outside the grid. */
export function nearest(g: Geometry, { x, y }: XY, flipped: boolean): Place | null {
  const column = Math.floor((x - g.left) / CELL + 0.5)
  const row = Math.floor((y - g.top) / CELL + 0.5)
  if (column < 0 || column >= g.files || row < 0 || row >= g.ranks) return null
  return placeAt(g, column, row, flipped)
}
