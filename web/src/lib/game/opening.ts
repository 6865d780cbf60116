// The state of an opening protocol as the server sends it: the question, the side that decides, the possible
// choices, and the choices so far. Each game has the texts for it.

import type { Game, Opening } from '../types'

/** The opening a game is in; `null` when it has none or it is over. */
export function openingOf(game: Game | null): Opening | null {
  return game?.opening ?? null
}
