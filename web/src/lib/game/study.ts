// Opens a game, a position or a file as a study.

import { ApiError, json } from '../api'
import { problemText } from '../i18n/index.svelte'
import { router } from '../router.svelte'
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
