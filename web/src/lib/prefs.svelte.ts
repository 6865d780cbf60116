// The preferences: applied at once and kept in the browser, so that each browser at one server has its
// own.

import { catalogue } from './catalogue.svelte'
import type { GamePage } from './games/interface'
import { gameOf } from './games/registry'
import { fromBrowser } from './i18n/language'
import { browserStorage } from './storage'
import type { FamilyPreferences, NewGame, Preferences } from './types'

/** The preferences of one game, as the server could keep them; an empty string means the default. */
export type GamePrefs = Required<FamilyPreferences> & { new_game: NewGame | null }

/** The preferences, as the server could keep them; here those of single games are called `games`. */
export type Prefs = Required<Omit<Preferences, 'families'>> & {
  /** Against people: ask before a move is played. */
  confirm_moves: boolean
  /** Against people: moves can be planned on the other player's turn. */
  plan_moves: boolean
  /** A message of the system when it is the person's turn. */
  notify: boolean
  new_game: NewGame | null
  games: Record<string, GamePrefs>
}

const KEY = 'yiqi.preferences'

const defaults: Prefs = {
  language: 'auto',
  theme: 'auto',
  board: 'wood',
  coordinates: true,
  dots: true,
  animation: true,
  show_thinking: true,
  review_after: false,
  letter_keys: true,
  sound: true,
  sound_volume: 0.6,
  music: false,
  music_volume: 0.4,
  confirm_moves: false,
  plan_moves: true,
  notify: false,
  new_game: null,
  games: {},
}

const isObject = (x: unknown): x is Record<string, unknown> =>
  typeof x === 'object' && x !== null && !Array.isArray(x)

function readGame(x: unknown): GamePrefs {
  const given = isObject(x) ? x : {}
  const text = (key: string) => (typeof given[key] === 'string' ? (given[key] as string) : '')
  const options = Object.entries(isObject(given.options) ? given.options : {}).filter(
    (entry): entry is [string, string | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  )
  return {
    notation: text('notation'),
    pieces: text('pieces'),
    new_game: isObject(given.new_game) ? (given.new_game as unknown as NewGame) : null,
    options: Object.fromEntries(options),
  }
}

/** The preferences in a text; an invalid value is replaced by its default. */
export function readPrefs(text: string | null): Prefs {
  let given: unknown = null
  try {
    given = JSON.parse(text ?? 'null')
  } catch {
    // Invalid or cut off: the defaults are used.
  }
  const prefs: Prefs = { ...defaults, games: {} }
  if (!isObject(given)) return prefs
  const target = prefs as unknown as Record<string, unknown>
  for (const [key, usual] of Object.entries(defaults)) {
    if (typeof given[key] === typeof usual && usual !== null && key !== 'games') {
      target[key] = given[key]
    }
  }
  const clamp = (n: number) => (Number.isFinite(n) ? Math.min(1, Math.max(0, n)) : 0.5)
  prefs.sound_volume = clamp(prefs.sound_volume)
  prefs.music_volume = clamp(prefs.music_volume)
  if (isObject(given.new_game)) prefs.new_game = given.new_game as unknown as NewGame
  const games = isObject(given.games) ? given.games : {}
  prefs.games = Object.fromEntries(Object.entries(games).map(([id, x]) => [id, readGame(x)]))
  return prefs
}

export const prefs: Prefs = $state(readPrefs(browserStorage()?.getItem(KEY) ?? null))

/** Applies changes from other windows of this browser. Returns a function that stops it. */
export function followPrefs(): () => void {
  const take = (event: StorageEvent) => {
    if (event.key === KEY) Object.assign(prefs, readPrefs(event.newValue))
  }
  addEventListener('storage', take)
  return () => removeEventListener('storage', take)
}

/** Changes and stores preferences. */
export function choose(change: Partial<Prefs>): void {
  Object.assign(prefs, change)
  try {
    browserStorage()?.setItem(KEY, JSON.stringify($state.snapshot(prefs)))
  } catch {
    // The storage is full or forbidden: the change lasts while the page is open.
  }
}

/** The code of the chosen language, or of the browser's language. */
export const language = (): string => (prefs.language === 'auto' ? fromBrowser() : prefs.language)

const remembered = (id: string): GamePrefs => prefs.games[id] ?? readGame(null)

/** The notation of a variant's moves: the chosen one, or the default. */
export function notationOf(variant: string): string {
  const game = gameOf(variant)
  const known = catalogue.variant(variant)?.notations
  const usable = (id: string) => id !== '' && (!known || known.some((n) => n.id === id))
  const chosen = [remembered(game.id).notation, game.customary(language()).notation].find(usable)
  return chosen ?? known?.[0]?.id ?? ''
}

/** The chosen notation; empty: the default. */
export const chosenNotation = (game: GamePage): string => remembered(game.id).notation

/** The piece style of a game: the chosen one, or the default. */
export function piecesOf(game: GamePage): string {
  const chosen = remembered(game.id).pieces
  return game.look.sets.includes(chosen) ? chosen : game.customary(language()).pieces
}

/** The chosen piece style; empty: none was chosen. */
export const chosenPieces = (game: GamePage): string => remembered(game.id).pieces

/** The last form of a new game of this game. */
export const lastGame = (game: GamePage): NewGame | null => remembered(game.id).new_game

/** Changes the preferences of one game. */
export function chooseFor(game: GamePage, change: Partial<GamePrefs>): void {
  choose({ games: { ...prefs.games, [game.id]: { ...remembered(game.id), ...change } } })
}

/** Stores the form of a started game, as the last form of all games and of this game. */
export function rememberGame(game: GamePage, begun: NewGame): void {
  chooseFor(game, { new_game: begun })
  choose({ new_game: begun })
}

/** A setting that only one game has. */
export const option = (id: string, name: string): string | boolean | undefined =>
  remembered(id).options[name]

/** Changes a setting that only one game has. */
export function chooseOptions(game: GamePage, change: GamePrefs['options']): void {
  chooseFor(game, { options: { ...remembered(game.id).options, ...change } })
}
