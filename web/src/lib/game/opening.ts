// An opening protocol as the server tells it: what is asked, of whom, what may be answered, and
// what has been answered so far. What it means is for the game to say.

import type { Game, Opening } from '../types'

/** The opening a game is in; `null` when it has none or it is over. */
export function openingOf(game: Game | null): Opening | null {
  return game?.opening ?? null
}
