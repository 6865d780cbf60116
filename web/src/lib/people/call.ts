import { ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'
import { me } from './me.svelte'

/** Takes a name if it is another one. Returns the error in words, or '' for success. */
export async function callMe(name: string): Promise<string> {
  if (name.trim() === me.name) return ''
  try {
    await me.call(name)
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}
