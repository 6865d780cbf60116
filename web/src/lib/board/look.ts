// Board and piece styles as the preferences name them.

import { geometry, type Coordinates, type Geometry } from './geometry'
import { isPieceStyle, symbolId } from './pieces'
import type { Labels } from './scenery'
import type { Family } from './squares'
import type { Board, Preferences, Side } from '../types'

export const boardStyles = ['wood', 'paper', 'slate'] as const
export type BoardStyle = (typeof boardStyles)[number]

/** What draws a piece: the address of its symbol in the page. */
export function pieceHref(
  family: Family,
  style: string,
  piece: { side: Side; kind: string },
): string {
  if (family !== 'xiangqi') return `#p-plain-${piece.side}-${piece.kind}`
  return `#${symbolId(isPieceStyle(style) ? style : 'traditional', piece.side, piece.kind)}`
}

/** Numerals where moves are written in Chinese or WXF; letters and ranks where by squares. */
export function labelsFor(notation: string): Labels {
  return notation === 'iccs' || notation === 'engine' ? 'letters' : 'numerals'
}

/** The geometry of a board as the preferences want it. */
export function boardGeometry(
  family: Family,
  board: Pick<Board, 'grid' | 'files' | 'ranks'>,
  prefs: Pick<Preferences, 'coordinates' | 'notation'>,
): Geometry {
  const numerals = family === 'xiangqi' && labelsFor(prefs.notation) === 'numerals'
  const wanted: Coordinates = !prefs.coordinates ? 'none' : numerals ? 'files' : 'both'
  const grid = board.grid === 'squares' ? 'squares' : 'points'
  return geometry(grid, { files: board.files, ranks: board.ranks }, wanted)
}
