// What many reviewed games say together.

import type { components } from '../wire'

export type ProgressGame = components['schemas']['ProgressGame']

/** How many games the latest mean is of. */
export const LATEST = 5
/** Games from which on a weakest phase is named: fewer say nothing. */
const ENOUGH = 3

export interface OpeningSummary {
  readonly variant: string
  readonly name: string
  readonly games: number
  readonly accuracy: number
}

export interface ProgressSummary {
  /** From the oldest game to the latest. */
  readonly games: readonly ProgressGame[]
  readonly accuracy: number
  readonly latest: number
  /** Means in opening, middlegame and ending; `null` where no game had one. */
  readonly phases: readonly (number | null)[]
  readonly openings: readonly OpeningSummary[]
  readonly results: { readonly won: number; readonly drawn: number; readonly lost: number }
  readonly mistakes: number
  /** The phase with the least accuracy: its place in `phases`; `null` while too little is known. */
  readonly weakest: number | null
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length)

/** `games`: those of one family, the latest first, as the hall tells them. */
export function summaryOf(games: readonly ProgressGame[]): ProgressSummary {
  const inTime = [...games].reverse()
  const phases = [0, 1, 2].map((phase) => {
    const known = games.flatMap(({ by_phase }) => by_phase[phase] ?? [])
    return known.length === 0 ? null : mean(known)
  })
  const enough = [0, 1, 2].filter(
    (phase) => games.filter(({ by_phase }) => typeof by_phase[phase] === 'number').length >= ENOUGH,
  )
  const weakest = enough.sort((a, b) => (phases[a] ?? 0) - (phases[b] ?? 0))[0] ?? null
  const byName = new Map<string, ProgressGame[]>()
  for (const one of games) {
    if (!one.opening_name) continue
    const key = `${one.variant} ${one.opening_name}`
    byName.set(key, [...(byName.get(key) ?? []), one])
  }
  const openings = [...byName.values()].map((own): OpeningSummary => {
    const [first] = own
    const accuracy = mean(own.map((one) => one.accuracy))
    return { variant: first!.variant, name: first!.opening_name!, games: own.length, accuracy }
  })
  const ended = (result: number) => games.filter((one) => one.result === result).length
  return {
    games: inTime,
    accuracy: mean(games.map((one) => one.accuracy)),
    latest: mean(games.slice(0, LATEST).map((one) => one.accuracy)),
    phases,
    openings: openings.sort((a, b) => b.games - a.games || a.accuracy - b.accuracy),
    results: { won: ended(1), drawn: ended(0), lost: ended(-1) },
    mistakes: mean(games.map((one) => one.mistakes)),
    weakest,
  }
}
