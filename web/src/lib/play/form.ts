// The form of a new game, and its conversion to and from the server's messages.

import { games } from '../games/registry'
import { presetOf, presetsOf } from './presets'
import type { ClockSetting, NewGame, Player, Side } from '../types'

/** `friend`: a person at another browser, for whom a seat is open. */
export type Opponent = 'machine' | 'person' | 'friend' | 'machines'
export type Colour = Side | 'lot'
export type ClockKind = ClockSetting['kind']
export type PositionKind = 'standard' | 'fen' | 'file' | 'setup'

export interface Form {
  variant: string
  rules: string | null
  opponent: Opponent
  /** The level of the machine, or of the first and second side's machines when two play. */
  levels: [number, number]
  /** The machines of textbooks that play instead of ours; '' for none. */
  presets: [string, string]
  /** Limits of the machine's search; `null`: none. */
  depth: number | null
  seconds: number | null
  colour: Colour
  names: [string, string]
  clock: ClockKind
  /** The opening protocol; `null`: none. */
  opening: string | null
  /** Days for each move of a game by correspondence. */
  days: number
  perMoveSeconds: number
  baseMinutes: number
  incrementSeconds: number
  /** Main time, the most for one move of it (0: no bound), and the periods after it. */
  mainMinutes: number
  moveSeconds: number
  periodSeconds: number
  periods: number
  /** Whether the open seat of a game is offered to everybody. */
  inLobby: boolean
  /** Whether the game changes ratings. */
  rated: boolean
  /** How many plies later watchers see the game. */
  delay: number
}

/** The start position of a game, if it is not the standard one. */
export interface Start {
  position: string | null
  moves: string[]
}

export const defaultForm: Form = {
  variant: '',
  rules: null,
  opponent: 'machine',
  levels: [2, 2],
  presets: ['', ''],
  depth: null,
  seconds: null,
  colour: 'first',
  names: ['', ''],
  clock: 'none',
  opening: null,
  days: 3,
  perMoveSeconds: 30,
  baseMinutes: 10,
  incrementSeconds: 5,
  mainMinutes: 10,
  moveSeconds: 0,
  periodSeconds: 30,
  periods: 3,
  inLobby: false,
  rated: false,
  delay: 0,
}

export const increments: readonly (readonly [number, number])[] = [
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 0],
]
/** Minutes of main time, seconds for one move of it (0: no bound), seconds of a period, and how many periods. */
export const byoYomis: readonly (readonly [number, number, number, number])[] = [
  [5, 0, 30, 3],
  [10, 60, 30, 1],
  [20, 60, 60, 1],
  [20, 0, 30, 5],
]
export const dayChoices: readonly number[] = [1, 2, 3, 5, 7, 14]
/** Plies by which watchers may be behind. */
export const delays: readonly number[] = [0, 4, 10, 20]
export const perMoves: readonly number[] = [5, 10, 30, 60]

const clamp = (n: number, low: number, high: number) =>
  Number.isFinite(n) ? Math.min(high, Math.max(low, n)) : low

/** The request to the server. Numbers out of range are clamped. */
export function toNewGame(form: Form, start: Start): NewGame {
  /** The chosen machine of a textbook, if the variant has it. */
  const preset = (i: 0 | 1) => presetsOf(form.variant).find(({ id }) => id === form.presets[i])
  const machine = (i: 0 | 1): Player => ({
    kind: 'machine',
    // A machine of a textbook has no level.
    ...(preset(i)
      ? { level: 1, preset: form.presets[i] }
      : { level: clamp(Math.round(form.levels[i]), 1, 12) }),
    ...(form.depth === null ? {} : { depth: clamp(Math.round(form.depth), 1, 60) }),
    ...(form.seconds === null
      ? {}
      : { move_time_ms: Math.round(clamp(form.seconds, 0.05, 3600) * 1000) }),
  })
  const person = (name: string): Player => ({ kind: 'person', name: name.trim().slice(0, 40) })
  const open: Player = { kind: 'person', name: '', seat: { kind: 'open' } }
  const other = () => (form.opponent === 'friend' ? open : machine(0))
  const players: [Player, Player] =
    form.opponent === 'machines'
      ? [machine(0), machine(1)]
      : form.opponent === 'person'
        ? [person(form.names[0]), person(form.names[1])]
        : form.colour === 'second'
          ? [other(), person('')]
          : [person(''), other()]
  return {
    variant: form.variant,
    rules: form.rules,
    players,
    draw_lots: ['machine', 'friend'].includes(form.opponent) && form.colour === 'lot',
    clock: toClock(form),
    position: start.position,
    moves: start.moves,
    ...(form.opponent === 'friend' && form.inLobby ? { in_lobby: true } : {}),
    ...(form.opponent === 'friend' && form.delay > 0 ? { delay: form.delay } : {}),
    ...(canRate(form) && form.rated && start.position === null && start.moves.length === 0
      ? { rated: true }
      : {}),
    // Openings require the empty board.
    ...(form.opening && start.position === null && start.moves.length === 0
      ? { opening: form.opening }
      : {}),
  }
}

/** Whether such a game can be rated: against a person elsewhere, or with a clock a level of the machine without
 * limits. */
export const canRate = (form: Form): boolean =>
  form.opponent === 'friend' ||
  (form.opponent === 'machine' &&
    form.clock !== 'none' &&
    form.presets[0] === '' &&
    form.depth === null &&
    form.seconds === null)

/** The clock of the form. */
export function toClock(form: Form): ClockSetting {
  switch (form.clock) {
    case 'none':
      return { kind: 'none' }
    case 'days':
      // Only people elsewhere play for days.
      return form.opponent === 'friend'
        ? { kind: 'days', days: dayChoices.includes(form.days) ? form.days : 3 }
        : { kind: 'none' }
    case 'per_move':
      return { kind: 'per_move', ms: Math.round(clamp(form.perMoveSeconds, 1, 86400) * 1000) }
    case 'byo_yomi':
      return {
        kind: 'byo_yomi',
        base_ms: Math.round(clamp(form.mainMinutes, 0, 1440) * 60000),
        ...(form.moveSeconds > 0
          ? { move_ms: Math.round(clamp(form.moveSeconds, 1, 86400) * 1000) }
          : {}),
        period_ms: Math.round(clamp(form.periodSeconds, 1, 3600) * 1000),
        periods: Math.round(clamp(form.periods, 1, 100)),
      }
    case 'increment':
      return {
        kind: 'increment',
        base_ms: Math.round(clamp(form.baseMinutes, 0.05, 1440) * 60000),
        increment_ms: Math.round(clamp(form.incrementSeconds, 0, 3600) * 1000),
      }
  }
}

/** The form as it was last filled in. */
export function fromNewGame(game: NewGame | null | undefined): Form {
  const form: Form = { ...structuredClone(defaultForm), variant: games()[0]?.known[0] ?? '' }
  const [first, second] = game?.players ?? []
  if (!game || !first || !second) return form
  form.variant = game.variant
  form.rules = game.rules ?? null
  form.opening = game.opening ?? null
  const machines = [first, second].filter((p) => p.kind === 'machine')
  const open = [first, second].findIndex((p) => p.kind === 'person' && p.seat?.kind === 'open')
  const alone = open >= 0 ? 'friend' : 'person'
  form.opponent = machines.length === 2 ? 'machines' : machines.length === 1 ? 'machine' : alone
  const [usual] = defaultForm.levels
  form.levels = [machines[0]?.level ?? usual, machines[1]?.level ?? machines[0]?.level ?? usual]
  form.presets = [presetOf(machines[0]), presetOf(machines[1])]
  form.depth = machines[0]?.depth ?? null
  form.seconds = machines[0]?.move_time_ms ? machines[0].move_time_ms / 1000 : null
  form.colour = game.draw_lots
    ? 'lot'
    : open === 0 || (first.kind === 'machine' && second.kind === 'person')
      ? 'second'
      : 'first'
  form.names = [first, second].map((p) => (p.kind === 'person' ? (p.name ?? '') : '')) as [
    string,
    string,
  ]
  form.inLobby = game.in_lobby ?? false
  form.rated = game.rated ?? false
  form.delay = game.delay ?? 0
  const clock = game.clock
  form.clock = clock.kind
  if (clock.kind === 'days') form.days = clock.days
  if (clock.kind === 'per_move') form.perMoveSeconds = clock.ms / 1000
  if (clock.kind === 'byo_yomi') {
    form.mainMinutes = clock.base_ms / 60000
    form.moveSeconds = (clock.move_ms ?? 0) / 1000
    form.periodSeconds = clock.period_ms / 1000
    form.periods = clock.periods
  }
  if (clock.kind === 'increment') {
    form.baseMinutes = clock.base_ms / 60000
    form.incrementSeconds = clock.increment_ms / 1000
  }
  return form
}
