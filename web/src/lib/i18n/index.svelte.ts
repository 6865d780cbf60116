// The language of the page. Each language is loaded when it is chosen, English too, so that nobody waits for
// words that are not shown. To add a language: a file `<code>.ts` here and in each game's folder, a file `words-<code>.ts`
// that gathers them, its code in `language.ts`, and a line here.

import { backend } from '../backend'
import type { GamePage, GameWords, Packs } from '../games/interface'
import { language } from '../prefs.svelte'
import { localeOf, type Language } from './language'
import type { Messages } from './en'
import { detailed, sentence } from './en-files'

/** The languages to choose from, with their own names. */
export const languages: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'zh-Hans', name: '简体中文' },
  { code: 'zh-Hant', name: '繁體中文' },
]

/** The texts of a language: the common ones, and those of each game by their file. */
interface Texts {
  readonly messages: Messages
  readonly games: Readonly<Record<string, GameWords>>
}

const packs = import.meta.glob<Texts>('./words-*.ts')

/** The loaded languages. The texts of games are found by the names of their folders. */
let fetched = $state.raw<Readonly<Record<string, Texts>>>({})

/** Loads a language, if it is not loaded yet. Fails if the server does not answer. */
export async function fetchLanguage(code: string): Promise<void> {
  const load = packs[`./words-${code}.ts`]
  if (!load || fetched[code]) return
  const { messages, games } = await load()
  const folder = (path: string) => /\/games\/([^/]+)\//.exec(path)?.[1] ?? ''
  const byFolder = Object.entries(games).map(([path, words]) => [folder(path), words] as const)
  const own = backend.words(messages)
  fetched = { ...fetched, [code]: { messages: own, games: Object.fromEntries(byFolder) } }
}

/**
 * The texts in a language; until it is loaded, in one that is. The page is not drawn before one is
 * loaded (`main.ts`).
 */
const textsIn = (code: string): Texts => fetched[code] ?? fetched.en ?? Object.values(fetched)[0]!

/** The texts in the chosen language, or the browser's; until they are loaded, in one that is. */
export const t = (): Messages => textsIn(language()).messages

/** The texts in a language; if it is not loaded, in one that is. */
export const messagesIn = (code: string): Messages => textsIn(code).messages

/** A game's texts in a language; in English if the game has none in it, and if it is not loaded. */
export const pickIn = <T extends GameWords>(m: Messages, packs: Packs<T>): T =>
  (textsIn(m.code).games[packs.folder] ?? fetched.en?.games[packs.folder]) as T

/** A game's texts in the language of the page. */
export const pick = <T extends GameWords>(packs: Packs<T>): T => pickIn(t(), packs)

/** A game's texts in the language of the page. */
export const wordsOf = (game: GamePage): GameWords => pick(game.words)

/** A name that the server sends in English and Chinese, in the language of the page. */
export function named(x: { name: string; name_zh: string } | undefined): string | undefined {
  if (!x || t().code === 'en') return x?.name
  const games = Object.values(fetched[t().code]?.games ?? {})
  return games.map((words) => words.names?.[x.name]).find(Boolean) ?? (x.name_zh || x.name)
}

/** Names in a list, joined as the language does. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(t().code === 'en' ? 'en-GB' : t().code, { type: 'conjunction' }).format(names)

/** The title of the window: its parts and the name of the program. */
export const titled = (...parts: readonly string[]): string => [...parts, t().brand].join(' · ')

/** A date and time in the language of the page, in the format of the browser's region. */
export function dateText(iso: string, wanted?: readonly string[]): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(localeOf(t().code, wanted), style).format(Date.parse(iso))
}

/** The name of a notation. */
export const notationName = (game: GamePage, notation: { id: string; name: string }): string =>
  wordsOf(game).notations?.[notation.id] ?? t().notations[notation.id] ?? notation.name

/** The description of the keys on a game's board. */
export const boardHelp = (game: GamePage): string => t().board.help(wordsOf(game).keys)

/** Problems of which the log of the server says more: the page shows the id of the request with them. */
const LOGGED = /^(internal|server|busy|closing|engine-failed|(disk|data|database)-.*)$/

interface Told {
  code: string
  message: string
  /** The id of the request, which the log of the server has too. */
  request?: string | null
}

/**
 * A problem in words: the text for its code, or the server's message if it has details and is in English. A
 * failure of the server has the id of its request, so that a person can name it to the administrator.
 */
export function problemText(problem: Told): string {
  const { problems } = t()
  // The server may add limits: all codes that begin with `too-many` have a common text.
  const kin = /^too-many\b/.exec(problem.code)?.[0] ?? ''
  const known = problems[problem.code] ?? problems[kin]
  const text = known ?? (t().code === 'en' ? sentence(problem.message) : problems.server!)
  const more = t().code === 'en' && detailed.includes(problem.code) && problem.message !== ''
  const words = more ? sentence(problem.message) : text
  const isLogged = !known || LOGGED.test(problem.code)
  return problem.request && isLogged ? t().common.request(words, problem.request) : words
}
