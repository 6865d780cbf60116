// Board and piece styles as the preferences name them.

import { geometry, type Coordinates, type Geometry } from './geometry'
import { draughtsSymbol, isPieceStyle, symbolId } from './pieces'
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
  switch (family) {
    case 'xiangqi':
      return `#${symbolId(isPieceStyle(style) ? style : 'traditional', piece.side, piece.kind)}`
    case 'draughts':
      return `#${draughtsSymbol(style, piece.side, piece.kind)}`
    case 'gomoku':
      return `#p-stone-${piece.side}`
  }
}

/**
 * What stands on or around the board: in Xiangqi numerals where moves are written in Chinese or
 * WXF, in draughts the squares' numbers; letters and ranks where moves are written by them.
 */
export function labelsFor(family: Family, notation: string): Labels {
  switch (family) {
    case 'xiangqi':
      return notation === 'iccs' || notation === 'engine' ? 'letters' : 'numerals'
    case 'draughts':
      return notation === 'letters' ? 'letters' : 'numbers'
    case 'gomoku':
      return 'letters'
  }
}

/** The geometry of a board as the preferences want it. */
export function boardGeometry(
  family: Family,
  board: Pick<Board, 'grid' | 'files' | 'ranks' | 'names'>,
  prefs: Pick<Preferences, 'coordinates'>,
  notation: string,
): Geometry {
  const wanted: Record<Labels, Coordinates> = {
    none: 'none',
    numerals: 'files',
    numbers: 'none',
    letters: 'both',
  }
  const grid = board.grid === 'squares' ? 'squares' : 'points'
  const coordinates = family === 'gomoku' ? 'goban' : wanted[labelsFor(family, notation)]
  return geometry(grid, board, prefs.coordinates ? coordinates : 'none')
}
