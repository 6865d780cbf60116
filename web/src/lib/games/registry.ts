// The games the page knows. They are entered by `index.ts`; everything else finds them here.

import type { GamePage } from './game'

/** The family's name on the wire. */
export type Family = string

let known: readonly GamePage[] = []

/** Enters the games, in the order to offer them. Called once, by `index.ts`. */
export function register(games: readonly GamePage[]): void {
  known = games
}

/** All games, in the order to offer them. */
export const games = (): readonly GamePage[] => known

/** The game a variant is of; the first one where none knows it. */
export function gameOf(variant: string): GamePage {
  const found = known.find((game) => game.owns(variant)) ?? known[0]
  if (!found) throw new Error('no game is registered: import games/index.ts first')
  return found
}

/** The game of a family; the first one where there is none of that name. */
export const gameNamed = (family: Family): GamePage =>
  known.find((game) => game.id === family) ?? gameOf('')
