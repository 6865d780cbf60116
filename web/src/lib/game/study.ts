// Opens a game, a position or a file as a study.

import { ApiError, json } from '../api'
import { problemText } from '../i18n/index.svelte'
import { router } from '../router.svelte'
import { base64 } from './files'
import type { Source } from './opened.svelte'
import type { NewStudy } from '../study/types'

/** Creates a study, or finds that of a game, and opens it. Returns the error in words, or ''. */
export async function openStudy(wanted: NewStudy): Promise<string> {
  try {
    const { id } = await json<{ id: string }>('/api/studies', 'POST', wanted)
    router.go(`#/study/${encodeURIComponent(id)}`)
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}

/** A game of an opened file or of a pasted text, with its variations and comments. */
export function fileStudy(variant: string, source: Source, game: number): NewStudy {
  const { name, content } = source
  const given =
    typeof content === 'string' ? { content } : { base64: base64(new Uint8Array(content)) }
  return { kind: 'file', file: { variant, name, ...given }, game }
}

/** A position that was set up. */
export const positionStudy = (
  variant: string,
  rules: string | null,
  position: string | null,
): NewStudy => ({ kind: 'position', variant, rules, position, moves: [], title: '' })
