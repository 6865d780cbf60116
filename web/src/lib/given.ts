// The data that the server sent with the page, which save requests: the variants, and the game in progress.

import type { Catalogue, Game, PageData } from './types'

/** Milliseconds after the page began in which the game given is still the one to show. */
const FRESH = 20_000

/** What a text of the page's element holds; `null` where it is none of ours. */
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

export const givenCatalogue = (): Catalogue | null => given?.catalogue ?? null

/** The game that is going on; `null`: there is none; `undefined`: the server has to be asked. */
export function givenGame(): Game | null | undefined {
  return given && isFresh() ? ((given.game as Game | null | undefined) ?? null) : undefined
}
