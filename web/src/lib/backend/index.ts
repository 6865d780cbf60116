// What the page speaks to: a server, or the hall in this browser. Both answer the same messages; nothing else in the
// page knows which it is, except by what it can do.

import type { Socket } from '../live'
import { localBackend } from './local/client'

/** What a hall offers; the page shows nothing else. */
export interface Abilities {
  /** Other people, elsewhere. */
  readonly people: boolean
  /** Studies, analyses and reviews. */
  readonly studies: boolean
  readonly puzzles: boolean
  readonly lab: boolean
  /** Judgements of moves before they are played. */
  readonly judgements: boolean
  /** Files of games: read and written. */
  readonly files: boolean
  /** What was played in a position. */
  readonly openings: boolean
  /** The archive: positions, patterns and tags. */
  readonly archive: boolean
}

export interface Backend {
  readonly can: Abilities
  /** As `fetch` does: `path` begins with `/api/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** As `new WebSocket`, whose path it is. */
  socket(url: string): Socket
}

const server: Backend = {
  can: {
    people: true,
    studies: true,
    puzzles: true,
    lab: true,
    judgements: true,
    files: true,
    openings: true,
    archive: true,
  },
  fetch: (path, init) => fetch(path, init),
  socket: (url) => new WebSocket(url) as Socket,
}

/** Whether the page was written as a hall of static files (`yiqi page`). */
export const isLocal =
  globalThis.document?.querySelector('meta[name=yiqi-hall]')?.getAttribute('content') === 'local'

export const backend: Backend = isLocal ? localBackend() : server
