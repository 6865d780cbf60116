// The board and piece styles of the preferences.

import type { GamePage } from '../games/interface'
import { geometry, type Geometry } from './geometry'
import type { Board } from '../types'

export const boardStyles = ['wood', 'paper', 'slate'] as const
export type BoardStyle = (typeof boardStyles)[number]

/** The geometry of a board with the preferences applied. */
export function boardGeometry(
  game: GamePage,
  board: Pick<Board, 'grid' | 'files' | 'ranks' | 'names'>,
  prefs: { readonly coordinates: boolean },
  notation: string,
): Geometry {
  const room = game.look.coordinates(game.look.labels(notation))
  return geometry(board.grid, board, prefs.coordinates ? room : 'none')
}
