// The data that the server sent with the page to save requests: the variants, and the game in progress.

import type { Catalogue, Game, Me, PageData } from './types'

/** Milliseconds after the page's start in which the sent game is considered current. */
const FRESH = 20_000

/** Reads the data from the text of the page's element; `null` if it is not valid. */
export function readGiven(text: string | null | undefined): PageData | null {
  try {
    const data = JSON.parse(text ?? 'null') as PageData | null
    return data && Array.isArray(data.catalogue?.variants) ? data : null
  } catch {
    return null
  }
}

const given = readGiven(globalThis.document?.getElementById('page-data')?.textContent)
const isFresh = () => performance.now() < FRESH

/** The hall, and who uses this browser. */
export const givenMe = (): Me | null => given?.me ?? null
export const givenCatalogue = (): Catalogue | null => given?.catalogue ?? null

/** The game in progress; `null`: there is none, or the page has to request it. */
export function givenGame(): Game | null {
  return (isFresh() && given?.game) || null
}
