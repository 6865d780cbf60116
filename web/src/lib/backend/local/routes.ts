// Requests to the hall in this browser and their answers.

import type { Answer } from './messages'

/** A question of a client. */
export interface Question {
  readonly query: URLSearchParams
  /** The parts of the path that are ids. */
  readonly ids: readonly string[]
  readonly body: unknown
  /** Tells a line of an answer that comes in lines. */
  readonly tell: (line: string) => void
  /** Whoever asked is gone. */
  readonly gone: AbortSignal
}

/** Whoever asks, for answers that take long. */
export type Asking = Pick<Question, 'tell' | 'gone'>

const NOBODY: Asking = { tell: () => {}, gone: new AbortController().signal }

export type Route = [method: string, path: RegExp, answer: (asked: Question) => Promise<Answer>]

export const ok = (body: unknown, status = 200): Answer => ({ status, body })

export const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
})

/** What answers a request; null: nothing does. */
export function routed(
  routes: readonly Route[],
  method: string,
  address: string,
  body: unknown,
  asking: Asking = NOBODY,
): (() => Promise<Answer>) | null {
  const { pathname, searchParams: query } = new URL(address, 'http://local')
  for (const [of, path, answer] of routes) {
    const found = of === method ? path.exec(pathname) : null
    if (!found) continue
    const ids = found.slice(1).map(decodeURIComponent)
    return () => answer({ query, ids, body, ...asking })
  }
  return null
}

export const variantIn = (body: unknown): string =>
  (body as { variant?: string } | null)?.variant ?? ''
