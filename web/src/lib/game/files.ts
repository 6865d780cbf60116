// Game files: which formats each family has, and their bytes as text to send.

import type { Family } from '../board/squares'

/** Endings of files that may hold games of a family. */
export const fileEndings: Record<Family, readonly string[]> = {
  xiangqi: ['pgn', 'fen', 'epd', 'moves', 'txt'],
  draughts: ['pdn', 'pgn', 'fen', 'epd', 'moves', 'txt'],
  gomoku: ['sgf', 'psq', 'rec', 'lib', 'openings', 'code', 'fen', 'moves', 'txt'],
}

/** The same, those of the family first: a file may be of another game than was chosen. */
export const allEndings = (family: Family) => [
  ...new Set([...fileEndings[family], ...Object.values(fileEndings).flat()]),
]

export const exportFormats = {
  xiangqi: ['pgn', 'fen', 'moves'],
  draughts: ['pdn', 'fen', 'moves'],
  gomoku: ['sgf', 'psq', 'lib', 'fen', 'moves'],
} as const satisfies Record<Family, readonly string[]>
export type ExportFormat = (typeof exportFormats)[Family][number]

/** Formats in which moves are written by one of several notations. */
export const hasNotations = (format: ExportFormat) =>
  format === 'pgn' || format === 'pdn' || format === 'moves'

/** Formats that are no text: they can be kept, not shown. */
export const isBinary = (format: ExportFormat) => format === 'lib'

/** Bytes in base64. Piece by piece: a call takes only so many arguments. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return btoa(text)
}
