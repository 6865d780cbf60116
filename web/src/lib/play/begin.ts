import { api, ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'
import { router } from '../router.svelte'

/** Creates a game and opens it. Returns the error in words, or '' for success. */
export async function beginGame(wanted: Parameters<typeof api.create>[0]): Promise<string> {
  try {
    const created = await api.create(wanted)
    router.go(`#/game/${encodeURIComponent(created.id)}`)
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}
