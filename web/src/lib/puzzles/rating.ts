// A person's rating in the puzzles of a variant, by Glicko-2 (Glickman, "Example of the Glicko-2 system"). Each puzzle is
// one period with one game: won if the puzzle was solved at the first try.

import glicko2 from 'glicko2-lite'

/** A rating, how uncertain it is (its deviation), and how much it changes (its volatility). */
export interface Rating {
  readonly rating: number
  readonly deviation: number
  readonly volatility: number
}

/** The rating of somebody of whom nothing is known: first puzzles are easy ones. */
export const first: Rating = { rating: 900, deviation: 350, volatility: 0.06 }

/** The change of volatility over time; a usual value. */
const TAU = 0.5
/** How uncertain the measured rating of a puzzle is. */
const OF_PUZZLE = 80
/** Somebody who comes back is never surer than this: people learn and forget. */
const LEAST = 60
const LOWEST = 100

/** The rating after a puzzle with this rating was solved or not. */
export function afterPuzzle(before: Rating, puzzle: number, solved: boolean): Rating {
  const { rating, deviation, volatility } = before
  const now = glicko2(rating, deviation, volatility, [[puzzle, OF_PUZZLE, solved ? 1 : 0]], {
    tau: TAU,
  })
  return {
    rating: Math.max(LOWEST, now.rating),
    deviation: Math.max(LEAST, now.rd),
    volatility: now.vol,
  }
}

/** Whether a rating is still a guess. */
export const isUncertain = (of: Rating): boolean => of.deviation > 110
