// Game files: their extensions, and their bytes as text for the server.

import type { GamePage } from '../games/game'
import { games } from '../games/registry'

/** The extensions of files to open, the game's own first: a file may belong to another game. */
export const allEndings = (game: GamePage): string[] => [
  ...new Set([...game.files.endings, ...games().flatMap((g) => g.files.endings)]),
]

/** Bytes in base64, converted in parts: a call has a limited number of arguments. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return btoa(text)
}
