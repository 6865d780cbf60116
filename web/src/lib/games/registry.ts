// The games of the page. `index.ts` registers them; all other files find them here.

import type { GamePage } from './interface'

/** The family's name on the wire. */
export type Family = string

let known: readonly GamePage[] = []

/** Registers the games in the order of the lists. Called once, by `index.ts`. */
export function register(games: readonly GamePage[]): void {
  known = games
}

/** All games in the order of the lists. */
export const games = (): readonly GamePage[] => known

/** The game of a variant; the first game for an unknown one. */
export function gameOf(variant: string): GamePage {
  const found = known.find((game) => game.owns(variant)) ?? known[0]
  if (!found) throw new Error('no game is registered: import games/index.ts first')
  return found
}

/** The game of a family; the first game for an unknown one. */
export const gameNamed = (family: Family): GamePage =>
  known.find((game) => game.id === family) ?? gameOf('')
