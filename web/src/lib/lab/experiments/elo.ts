// The result of a match in points, and the difference in strength.

export interface Tally {
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

/** The share of the points that the first player has. */
export function share({ won, drawn, lost }: Tally): number {
  const games = won + drawn + lost
  return games === 0 ? 0.5 : (won + drawn / 2) / games
}

/** The Elo difference that gives this share. */
const elo = (share: number) => -400 * Math.log10(1 / share - 1)

/** The bounds between which the difference lies with 95 %; `null` where the result is too one-sided to say. */
export function bounds(tally: Tally): [number, number] | null {
  const { won, drawn, lost } = tally
  const games = won + drawn + lost
  if (games < 2) return null
  const mean = share(tally)
  const square = won * (1 - mean) ** 2 + drawn * (0.5 - mean) ** 2 + lost * mean ** 2
  const error = 1.96 * Math.sqrt(square / games / (games - 1))
  const [low, high] = [mean - error, mean + error]
  return low > 0 && high < 1 && error > 0 ? [elo(low), elo(high)] : null
}
