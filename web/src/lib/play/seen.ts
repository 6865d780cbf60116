// The last games of this page, shown while the server does not answer.

import type { Game } from '../types'

export const seen = new Map<string, Game>()
const SEEN = 6

export function remember(game: Game) {
  seen.delete(game.id)
  seen.set(game.id, game)
  const [oldest] = seen.keys()
  if (seen.size > SEEN && oldest !== undefined) seen.delete(oldest)
}
