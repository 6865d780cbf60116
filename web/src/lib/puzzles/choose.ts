// Which puzzle comes next.

import type { Repetition } from './repetition'
import { isDue } from './repetition'

/** A puzzle that may come next. */
export interface Candidate {
  readonly id: string
  /** How difficult it is; absent where it was not measured: then it fits everybody. */
  readonly rating?: number | null
}

export interface Situation {
  /** The rating of the person. */
  readonly rating: number
  /** Puzzles that were not solved, with the time at which they come back. */
  readonly repetitions: Readonly<Record<string, Repetition>>
  isSolved(id: string): boolean
  /** Those that were shown in this visit, the last one at the end. */
  readonly seen: readonly string[]
  readonly now: Date
}

/**
 * The next puzzle: first one that comes back, the longest waiting one before the others; else the one nearest to the
 * rating that was neither solved nor seen; else one that was passed over; `null` where all are solved.
 */
export function choose(all: readonly Candidate[], situation: Situation): string | null {
  const { rating, repetitions, seen, now } = situation
  const current = seen.at(-1)
  const waiting = all
    .filter(({ id }) => id !== current && repetitions[id] && isDue(repetitions[id], now))
    .sort((a, b) => repetitions[a.id]!.due.localeCompare(repetitions[b.id]!.due))
  if (waiting[0]) return waiting[0].id
  const open = all.filter(({ id }) => !situation.isSolved(id) && !repetitions[id])
  const far = (of: Candidate) => (typeof of.rating === 'number' ? Math.abs(of.rating - rating) : 0)
  const nearest = (of: readonly Candidate[]) =>
    of.reduce<Candidate | null>((best, one) => (best && far(best) <= far(one) ? best : one), null)
  const fresh = nearest(open.filter(({ id }) => !seen.includes(id)))
  if (fresh) return fresh.id
  const left = all.filter(({ id }) => !situation.isSolved(id) && id !== current)
  return left[0]?.id ?? all.find(({ id }) => id === current && !situation.isSolved(id))?.id ?? null
}

/** The sums of numbers with the same name, in the order in which the names first occur. */
export function sums(of: readonly (readonly [string, number])[]): [string, number][] {
  const found = new Map<string, number>()
  for (const [name, n] of of) found.set(name, (found.get(name) ?? 0) + n)
  return [...found]
}

/** The next puzzle at this time. */
export const chooseNow = (
  all: readonly Candidate[],
  situation: Omit<Situation, 'now'>,
): string | null => choose(all, { ...situation, now: new Date() })
