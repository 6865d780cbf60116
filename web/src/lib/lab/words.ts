// The texts of the lab. They are loaded together with it, so that the first view stays small.

import { t } from '../i18n/index.svelte'
import type { GamePage } from '../games/interface'
import { en } from './en'
import type { GameLabWords } from './game'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type LabWords = typeof en

const all: Readonly<Record<string, LabWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const l = (): LabWords => all[t().code] ?? en

/** The name of a technique; its id if there is no text. */
export const techniqueName = (id: string): string => l().techniques[id]?.name ?? id

const ofGames = import.meta.glob<GameLabWords>('../games/*/lab/*.ts', {
  import: 'words',
  eager: true,
})

/** The name of a term or a layer of a game's evaluation; its id if there is no text. */
export function termName(page: GamePage, id: string): string {
  const of = (code: string) => ofGames[`../games/${page.words.folder}/lab/${code}.ts`]?.terms[id]
  return of(t().code) ?? l().terms[id] ?? of('en') ?? en.terms[id] ?? id
}
