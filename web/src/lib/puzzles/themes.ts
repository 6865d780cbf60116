// The names of what puzzles are about. Each game has its own words.

import type { GamePage } from '../games/interface'
import { t } from '../i18n/index.svelte'

const ofGames = import.meta.glob<Readonly<Record<string, string>>>('../games/*/themes/*.ts', {
  import: 'themes',
  eager: true,
})

/** The names of a game's themes in a language. */
export const themesIn = (folder: string, code: string): Readonly<Record<string, string>> =>
  ofGames[`../games/${folder}/themes/${code}.ts`] ?? {}

/** The name of a theme in the language of the page; its word where it has no name. */
export const themeName = (page: GamePage, theme: string): string =>
  themesIn(page.words.folder, t().code)[theme] ?? theme
