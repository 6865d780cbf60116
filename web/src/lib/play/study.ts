// Opens a game, a position or a file as a study.

import { ApiError, json } from '../api'
import { problemText } from '../i18n/index.svelte'
import { router } from '../router.svelte'
import { base64 } from './files'
import type { Opened } from './opened.svelte'
import type { NewStudy, Study } from '../study/types'
import type { Game } from '../types'

/** A shorter game has nothing to review. */
const SHORTEST = 6

/** Creates a study, or finds that of a game; `review` begins its review, if it has none. Returns its id. */
async function made(wanted: NewStudy, review: boolean): Promise<string> {
  const study = await json<Pick<Study, 'id' | 'review'>>('/api/studies', 'POST', wanted)
  const { id } = study
  if (review && !study.review) {
    await json(`/api/studies/${encodeURIComponent(id)}/review`, 'POST', {})
  }
  return id
}

/** Begins the review of a game that has just ended; its result is in the game's study. */
export async function reviewGame({ id, moves }: Pick<Game, 'id' | 'moves'>): Promise<void> {
  if (moves.length < SHORTEST) return
  try {
    await made({ kind: 'game', id }, true)
  } catch {
    // It can be asked for by hand, and then says why it cannot be made.
  }
}

/** Opens a study, and begins its review if that is wanted. Returns the error in words, or ''. */
export const openStudy = (wanted: NewStudy, review = false): Promise<string> =>
  shown(() => made(wanted, review))

/** Opens the chosen game of a file or of a pasted text as a study, with its variations and comments. */
export const openFileStudy = (variant: string, opened: Opened): Promise<string> =>
  shown(() =>
    opened.use(variant, (game) =>
      made(game ? { kind: 'imported', ...game } : fileStudy(variant, opened), false),
    ),
  )

async function shown(make: () => Promise<string>): Promise<string> {
  try {
    router.go(`#/study/${encodeURIComponent(await make())}`)
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}

/** The whole file once more, for one that the hall does not keep. */
function fileStudy(variant: string, { source, chosen }: Opened): NewStudy {
  const { name, content } = source ?? { name: '', content: '' }
  const given =
    typeof content === 'string' ? { content } : { base64: base64(new Uint8Array(content)) }
  return { kind: 'file', file: { variant, name, ...given }, game: chosen }
}

/** A position that was set up. */
export const positionStudy = (
  variant: string,
  rules: string | null,
  position: string | null,
): NewStudy => ({ kind: 'position', variant, rules, position, moves: [], title: '' })
