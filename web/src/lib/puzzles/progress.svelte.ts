// What a person has reached in puzzles: ratings, streaks, and which puzzles come back. The browser remembers
// it, and for who is signed in the hall keeps it too (`people/kept-progress.ts`).

import { noted, onNoted } from '../noted'
import { browserStorage } from '../storage'
import { afterPuzzle, first, type Rating } from './rating'
import { forgotten, isDue, recalled, type Repetition } from './repetition'

const KEY = 'yiqi.puzzle-progress'
/** How many results are remembered of each variant; the oldest are forgotten first. */
const MOST = 5000

/** What is remembered of a variant. */
export interface VariantProgress {
  readonly rating: Rating
  /** The puzzles solved in a row at the first try, and the longest row. */
  readonly row: number
  readonly best: number
  /** Puzzles whose first result has counted. */
  readonly counted: readonly string[]
  /** Puzzles that come back, by their ids. */
  readonly repetitions: Readonly<Record<string, Repetition>>
}

/** What a result has changed. */
export interface Change {
  readonly before: number
  readonly after: number
}

export const unknown: VariantProgress = {
  rating: first,
  row: 0,
  best: 0,
  counted: [],
  repetitions: {},
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && isFinite(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readRating(of: unknown): Rating {
  if (!isRecord(of)) return first
  const { rating, deviation, volatility } = of
  const sound = isNumber(rating) && isNumber(deviation) && isNumber(volatility)
  return sound && deviation > 0 && volatility > 0 ? { rating, deviation, volatility } : first
}

function readOne(of: unknown): VariantProgress | null {
  if (!isRecord(of)) return null
  const back = isRecord(of.repetitions) ? Object.entries(of.repetitions) : []
  const sound = back.filter(
    ([, card]) => isRecord(card) && !isNaN(Date.parse(`${card.due as string}`)),
  )
  return {
    rating: readRating(of.rating),
    row: isNumber(of.row) ? of.row : 0,
    best: isNumber(of.best) ? of.best : 0,
    counted: Array.isArray(of.counted)
      ? of.counted.filter((id): id is string => typeof id === 'string')
      : [],
    repetitions: Object.fromEntries(sound) as Record<string, Repetition>,
  }
}

/** What a stored text says; nothing in one that is invalid. */
export function readProgress(text: string | null): Record<string, VariantProgress> {
  try {
    const given: unknown = JSON.parse(text ?? '{}')
    if (!isRecord(given)) return {}
    const each = Object.entries(given).map(([variant, of]) => [variant, readOne(of)] as const)
    return Object.fromEntries(each.filter(([, of]) => of !== null)) as Record<
      string,
      VariantProgress
    >
  } catch {
    return {}
  }
}

/** What becomes of it with the result of a puzzle. */
export function withResult(
  before: VariantProgress,
  puzzle: { id: string; rating?: number | null },
  solved: boolean,
  now: Date,
): VariantProgress {
  const { id } = puzzle
  const known = before.repetitions[id] ?? null
  const isFirst = !before.counted.includes(id)
  const row = isFirst ? (solved ? before.row + 1 : 0) : before.row
  const { [id]: _, ...others } = before.repetitions
  const next = !solved
    ? forgotten(known, now)
    : // Solved before its time, it comes back when it would have.
      known && isDue(known, now)
      ? recalled(known, now)
      : known
  return {
    rating:
      isFirst && typeof puzzle.rating === 'number'
        ? afterPuzzle(before.rating, puzzle.rating, solved)
        : before.rating,
    row,
    best: Math.max(before.best, row),
    counted: isFirst ? [...before.counted, id].slice(-MOST) : before.counted,
    repetitions: next ? { ...others, [id]: next } : others,
  }
}

class Progress {
  #all = $state.raw<Readonly<Record<string, VariantProgress>>>(
    readProgress(browserStorage()?.getItem(KEY) ?? null),
  )

  constructor() {
    onNoted('hall', (key) => {
      if (key === KEY) this.#all = readProgress(browserStorage()?.getItem(KEY) ?? null)
    })
  }

  of(variant: string): VariantProgress {
    return this.#all[variant] ?? unknown
  }

  /** The variants of which something is remembered. */
  get variants(): string[] {
    return Object.keys(this.#all)
  }

  /** How many puzzles of a variant wait to be tried again. */
  waiting(variant: string, now: Date): number {
    return Object.values(this.of(variant).repetitions).filter((one) => isDue(one, now)).length
  }

  /** Notes a result: whether the puzzle was solved at the first try, without the solution. */
  add(
    variant: string,
    puzzle: { id: string; rating?: number | null },
    solved: boolean,
  ): Change | null {
    // Another window may have noted some in the meantime.
    const known = { ...this.#all, ...readProgress(browserStorage()?.getItem(KEY) ?? null) }
    const before = known[variant] ?? unknown
    const after = withResult(before, puzzle, solved, new Date())
    this.#all = { ...known, [variant]: after }
    try {
      browserStorage()?.setItem(KEY, JSON.stringify(this.#all))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
    noted(KEY, 'person')
    if (after.rating === before.rating) return null
    return { before: Math.round(before.rating.rating), after: Math.round(after.rating.rating) }
  }
}

export const progress = new Progress()
