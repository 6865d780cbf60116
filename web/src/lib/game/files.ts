// Game files: their endings, and their bytes as text to send.

import type { GamePage } from '../games/game'
import { games } from '../games/registry'

/** Endings of files one may open, the game's own first: a file may be of another game. */
export const allEndings = (game: GamePage): string[] => [
  ...new Set([...game.files.endings, ...games().flatMap((g) => g.files.endings)]),
]

/** Bytes in base64. Piece by piece: a call takes only so many arguments. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return btoa(text)
}
