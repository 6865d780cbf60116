// The texts of studies. They are loaded together with the study, so that the first view stays small.

import { t } from '../i18n/index.svelte'
import type { Messages } from '../i18n/en'
import type { GamePage } from '../games/interface'
import { en } from './en'
import type { GameStudyWords } from './game'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type StudyWords = typeof en

const all: Readonly<Record<string, StudyWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in a language. */
export const studyIn = (m: Pick<Messages, 'code'>): StudyWords => all[m.code] ?? en

/** The texts in the language of the page. */
export const s = (): StudyWords => studyIn(t())

const ofGames = import.meta.glob<GameStudyWords>('../games/*/study/*.ts', {
  import: 'words',
  eager: true,
})

/** A game's texts about analysis in a language; in English if it has none in it. */
export function gameWords(page: GamePage, m: Pick<Messages, 'code'> = t()): GameStudyWords {
  const { folder } = page.words
  const of = (code: string) => ofGames[`../games/${folder}/study/${code}.ts`]
  return of(m.code) ?? of('en') ?? {}
}
