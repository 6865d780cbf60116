import { ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'

/** Does something; returns why it failed, in words, or '' for success. */
export async function attempt(what: () => Promise<unknown>): Promise<string> {
  try {
    await what()
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}
