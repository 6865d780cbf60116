// The files of a hall of static files, from the network or from what the browser has kept.

import type { Problem } from './ask'

/** A part of the hall is not kept in this browser, and the network does not give it. */
export class NotFetched extends Error {}

/** Fetches a file. */
export async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url).catch((error: unknown) => String(error))
  if (typeof answer === 'string') throw new NotFetched(`${url}: ${answer}`)
  if (!answer.ok) throw new NotFetched(`${url}: HTTP ${answer.status}`)
  return answer
}

/** The code of the problem when a part is missing: the words for it say what to do. */
export const NOT_FETCHED = 'part-not-fetched'

/** The problem, without a file's name. */
export const MISSING: Problem = { code: NOT_FETCHED, message: 'a part is not kept here' }

/** What a search found that could not begin, because a part is missing. */
export const NOTHING_FETCHED = JSON.stringify({ Err: NOT_FETCHED })

/** Why the hall could not do something. */
export const problemOf = (error: unknown): Problem => ({
  code: error instanceof NotFetched ? NOT_FETCHED : 'local-hall-failed',
  message: String(error),
})
