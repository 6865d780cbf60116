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

/** Is told how much of a file has come, and its size; 0 of 0 when no more is coming. */
export type Following = (url: string, bytes: number, size: number) => void

let following: Following | null = null

/** Who is told of files that are coming. */
export const follow = (told: Following) => void (following = told)

/** The content of a file of this size; 0: its size is not known. */
export async function fetchedBytes(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await fetched(url)
  const [chunks, reader] = [[] as BlobPart[], body?.getReader()]
  try {
    let bytes = 0
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value)
      bytes += part.value.length
      if (size > 0) following?.(url, bytes, size)
    }
    // Some browsers take what was cut off for the whole.
    if (size > 0 && bytes !== size) throw new Error(`${bytes} of ${size} bytes`)
    return new Uint8Array(await new Blob(chunks).arrayBuffer())
  } catch (error) {
    // The network was lost in the middle.
    throw new NotFetched(`${url}: ${String(error)}`)
  } finally {
    following?.(url, 0, 0)
  }
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
