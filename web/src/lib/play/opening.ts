// The state of an opening protocol as the server sends it: the question, the side that decides, the possible
// choices, and the earlier choices. The texts for it are in each game's folder.

import type { Game, Opening } from '../types'

/** The opening that a game is in; `null` when it has none or the opening is over. */
export function openingOf(game: Game | null): Opening | null {
  return game?.opening ?? null
}
