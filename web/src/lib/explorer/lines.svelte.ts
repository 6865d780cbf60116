// The lines of openings that a person drills, and when each is asked again. The browser keeps them, as it keeps the puzzles
// that come back.

import { onNoted } from '../noted'
import { forgotten, isDue, recalled, type Repetition } from '../puzzles/repetition'
import type { Side } from '../types'

const KEY = 'yiqi.opening-lines'
/** How many lines are kept; the oldest is forgotten first. */
const MOST = 500
/** A line that was known for so long is asked once more after it. */
const LONG_DAYS = 60

export interface KeptLine {
  readonly id: string
  readonly variant: string
  /** The position in which it begins; '' for the usual start. */
  readonly start: string
  readonly moves: readonly string[]
  /** Whose moves are asked. */
  readonly side: Side
  /** The code of its opening; '' without one. */
  readonly name: string
  /** When it is asked again. */
  readonly repetition: Repetition
}

function memory(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isLine(of: unknown): of is KeptLine {
  if (typeof of !== 'object' || of === null) return false
  const line = of as Record<string, unknown>
  const { repetition } = line as { repetition?: { due?: unknown } }
  return (
    [line.id, line.variant, line.start, line.name].every(isText) &&
    (line.side === 'first' || line.side === 'second') &&
    Array.isArray(line.moves) &&
    line.moves.every(isText) &&
    !isNaN(Date.parse(`${repetition?.due as string}`))
  )
}

/** What a stored text says; nothing in one that is invalid. */
export function readLines(text: string | null): KeptLine[] {
  try {
    const given: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(given) ? given.filter(isLine) : []
  } catch {
    return []
  }
}

const keyOf = (line: Pick<KeptLine, 'variant' | 'start' | 'moves' | 'side'>) =>
  [line.variant, line.start, line.side, ...line.moves].join(' ')

/** With another line, once: it is asked at once. */
export function withLine(
  lines: readonly KeptLine[],
  line: Omit<KeptLine, 'id' | 'repetition'>,
  now: Date,
): KeptLine[] {
  const key = keyOf(line)
  if (lines.some((one) => keyOf(one) === key)) return [...lines]
  // A new card of FSRS that was not known yet is due soon; the first time it is due at once.
  const repetition = { ...forgotten(null, now), due: now.toISOString() }
  return [...lines, { ...line, id: key, repetition }].slice(-MOST)
}

/** What becomes of a line that was played through. `known`: without help. */
export function afterDrill(line: KeptLine, known: boolean, now: Date): KeptLine {
  if (!known) return { ...line, repetition: forgotten(line.repetition, now) }
  const next = recalled(line.repetition, now)
  if (next) return { ...line, repetition: next }
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is not changed
  const due = new Date(now.getTime() + LONG_DAYS * 86_400_000).toISOString()
  return { ...line, repetition: { ...line.repetition, due } }
}

/** The lines whose time has come, the most overdue first. */
export const dueOf = (lines: readonly KeptLine[], now: Date): KeptLine[] =>
  lines
    .filter((line) => isDue(line.repetition, now))
    .sort((a, b) => Date.parse(a.repetition.due) - Date.parse(b.repetition.due))

class Lines {
  all = $state.raw<readonly KeptLine[]>(readLines(memory()?.getItem(KEY) ?? null))

  constructor() {
    onNoted('hall', (key) => {
      if (key === KEY) this.all = readLines(memory()?.getItem(KEY) ?? null)
    })
  }

  #keep(change: (lines: readonly KeptLine[]) => KeptLine[]) {
    // Another window may have kept some in the meantime.
    const stored = memory()?.getItem(KEY) ?? null
    this.all = change(stored === null ? this.all : readLines(stored))
    try {
      memory()?.setItem(KEY, JSON.stringify(this.all))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
  }

  of(variant: string): KeptLine[] {
    return this.all.filter((line) => line.variant === variant)
  }

  add(line: Omit<KeptLine, 'id' | 'repetition'>) {
    this.#keep((lines) => withLine(lines, line, new Date()))
  }

  forget(id: string) {
    this.#keep((lines) => lines.filter((line) => line.id !== id))
  }

  drilled(id: string, known: boolean): KeptLine | undefined {
    const now = new Date()
    this.#keep((lines) => lines.map((one) => (one.id === id ? afterDrill(one, known, now) : one)))
    return this.all.find((one) => one.id === id)
  }
}

export const lines = new Lines()
