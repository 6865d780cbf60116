// How the last games against the levels of the machine went, of each game: which level fits next.

import { endings, type Result } from '../endings/endings.svelte'
import type { GamePage } from '../games/interface'
import { gameOf } from '../games/registry'
import { lastGame } from '../prefs.svelte'
import { browserStorage } from '../storage'
import type { Game, Side } from '../types'
import { levelPlayed } from './new'

const KEY = 'yiqi.runs'
/** Games won or lost in a row after which another level is proposed. */
const ENOUGH = 2
const LOWEST = 1
const HIGHEST = 12
/** The machine's level in somebody's first game. */
const FIRST_LEVEL = 2

export interface Run {
  /** The level of the last game that ended. */
  readonly level: number
  /** How many games at this level were won in a row; below zero: lost. */
  readonly row: number
  /** The level that the form of a new game remembered then; another one was chosen since. */
  readonly form: number | null
}

/** The run with one more result. */
export function added(run: Run | null, level: number, result: Result, form: number | null): Run {
  const before = run?.level === level ? run.row : 0
  const row =
    result === 'drawn' ? 0 : result === 'won' ? Math.max(0, before) + 1 : Math.min(0, before) - 1
  return { level, row, form }
}

/** The step to the level that fits after these results: a level easier (-1) or harder (1), or none (0). */
export function stepOf(run: Run | null): -1 | 0 | 1 {
  if (!run) return 0
  if (run.row >= ENOUGH && run.level < HIGHEST) return 1
  return run.row <= -ENOUGH && run.level > LOWEST ? -1 : 0
}

/** The level to propose, where the form of a new game remembers `form`. */
export const proposed = (run: Run | null, form: number | null): number | null =>
  run && run.form === form ? run.level + stepOf(run) : form

const isRun = (of: unknown): of is Run => {
  const { level, row, form } = (of ?? {}) as Partial<Record<keyof Run, unknown>>
  const sound = Number.isInteger(level) && Number.isInteger(row)
  return sound && (form === null || Number.isInteger(form))
}

/** The runs in a stored text, by the ids of games; what is invalid is left out. */
export function readRuns(text: string | null): Record<string, Run> {
  try {
    const given = JSON.parse(text ?? '{}') as Record<string, unknown> | null
    return Object.fromEntries(
      Object.entries(given ?? {}).filter((entry): entry is [string, Run] => isRun(entry[1])),
    )
  } catch {
    return {}
  }
}

export const runOf = (game: GamePage): Run | null =>
  readRuns(browserStorage()?.getItem(KEY) ?? null)[game.id] ?? null

/** The level of the machine that the form of a new game remembers; `null` where it has none. */
function formLevel(game: GamePage): number | null {
  const last = lastGame(game)
  return last ? levelPlayed(last) : null
}

/** The level that fits the person: that of the last game, or one beside it after wins or losses. */
export const fittingLevel = (game: GamePage): number =>
  proposed(runOf(game), formLevel(game)) ?? FIRST_LEVEL

/** Notes how a game against a level ended. */
export function noteResult(game: GamePage, level: number, result: Result) {
  const all = readRuns(browserStorage()?.getItem(KEY) ?? null)
  const next = added(all[game.id] ?? null, level, result, formLevel(game))
  try {
    browserStorage()?.setItem(KEY, JSON.stringify({ ...all, [game.id]: next }))
  } catch {
    // The storage is full or forbidden: the level of the form is proposed.
  }
}

/** Notes the end of a person's game: for the endings, or for the level that fits next. */
export function noteEnd(game: Game, mine: Side) {
  const winner = game.end?.winner
  const result = winner === mine ? 'won' : winner ? 'lost' : 'drawn'
  const level = levelPlayed(game)
  endings.ended(game.id, result)
  // An ending is played at the strongest level, whoever plays it.
  if (level !== null && !endings.of(game.id)) noteResult(gameOf(game.variant), level, result)
}
