// The language of the page. English is always there; the others are fetched when they are
// chosen. A further language is a file `<code>.ts` here and in each game's folder, its code in
// `language.ts`, and a line here.

import type { GamePage, GameWords, Packs } from '../games/game'
import { language } from '../prefs.svelte'
import { localeOf, type Language } from './language'
import { en, type Messages } from './en'
import { detailed, sentence } from './en-files'

/** The languages one may choose, by their own names. */
export const languages: readonly { readonly code: Language; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'zh-Hans', name: '简体中文' },
  { code: 'zh-Hant', name: '繁體中文' },
]

const common = import.meta.glob<Messages>(['./zh-Hans.ts', './zh-Hant.ts'], { import: 'words' })
const ofGames = import.meta.glob<GameWords>(['../games/*/zh-Hans.ts', '../games/*/zh-Hant.ts'], {
  import: 'words',
})

/** A language that was fetched: what all games share, and the words of each game's folder. */
interface Fetched {
  readonly messages: Messages
  readonly games: Readonly<Record<string, GameWords>>
}

let fetched = $state.raw<Readonly<Record<string, Fetched>>>({})

/** Fetches a language, where it is not there yet. Fails where the server does not answer. */
export async function fetchLanguage(code: string): Promise<void> {
  const load = common[`./${code}.ts`]
  if (!load || fetched[code]) return
  const games = Object.entries(ofGames).filter(([path]) => path.endsWith(`/${code}.ts`))
  const [messages, ...words] = await Promise.all([load(), ...games.map(([, load]) => load())])
  const folder = (path: string) => /\/games\/([^/]+)\//.exec(path)?.[1] ?? ''
  const byGame = games.map(([path], i) => [folder(path), words[i]!] as const)
  fetched = { ...fetched, [code]: { messages, games: Object.fromEntries(byGame) } }
}

/** The messages in the language chosen, or the browser's; English until they are fetched. */
export const t = (): Messages => fetched[language()]?.messages ?? en

/** The messages in a language that was fetched; English where it was not. */
export const messagesIn = (code: string): Messages => fetched[code]?.messages ?? en

/** A game's words in a language; English where that was not fetched or the game has none. */
export const pickIn = <T extends GameWords>(m: Messages, packs: Packs<T>): T =>
  (fetched[m.code]?.games[packs.folder] as T | undefined) ?? packs.en

/** A game's words in the language of the page. */
export const pick = <T extends GameWords>(packs: Packs<T>): T => pickIn(t(), packs)

/** A game's words in the language of the page. */
export const wordsOf = (game: GamePage): GameWords => pick(game.words)

/** Names the server sends in English and Chinese. */
export function named(x: { name: string; name_zh: string } | undefined): string | undefined {
  if (!x || t().code === 'en') return x?.name
  const games = Object.values(fetched[t().code]?.games ?? {})
  return games.map((words) => words.names?.[x.name]).find(Boolean) ?? (x.name_zh || x.name)
}

/** A moment as people write it where the browser is set to, in the language of the page. */
export function dateText(iso: string, wanted?: readonly string[]): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(localeOf(t().code, wanted), style).format(Date.parse(iso))
}

/** The name of a notation. */
export const notationName = (game: GamePage, notation: { id: string; name: string }): string =>
  wordsOf(game).notations?.[notation.id] ?? t().notations[notation.id] ?? notation.name

/** The description of the keys on a game's board. */
export const boardHelp = (game: GamePage): string => t().board.help(wordsOf(game).keys)

/**
 * A problem in words: in the words for its code, or in the server's where they say more and can be read.
 */
export function problemText(problem: { code: string; message: string }): string {
  const { problems } = t()
  // New limits come with new words; what they have in common can be said.
  const kin = /^too-many\b/.exec(problem.code)?.[0] ?? ''
  const known = problems[problem.code] ?? problems[kin]
  // An untranslated message is at least shown in English.
  if (!known) return t().code === 'en' ? sentence(problem.message) : t().problems.server!
  const more = t().code === 'en' && detailed.includes(problem.code) && problem.message !== ''
  return more ? sentence(problem.message) : known
}
