// What the page speaks to: a server, or the hall in this browser. Both answer the same messages; what differs is what
// they offer here, and nothing else in the page knows which it is.

import type { Messages } from '../i18n/en'
import type { Socket } from '../live'
import { localBackend } from './local/client'
import type { Coming } from './local/fetching.svelte'
import type { offline } from './local/offline.svelte'
import { server } from './server'

/** What this browser keeps of a hall, for times without a network. */
export type Offline = typeof offline

/** The parts of a hall that are fetched when they are needed, and kept by this browser. */
export interface Parts {
  /** Whether this browser keeps none of them yet. */
  readonly isFirstVisit: boolean
  /** How much has come of what is being fetched; null: nothing is. */
  readonly coming: Coming | null
  /** What can be played without a network. */
  offline(): Promise<Offline>
}

export interface Backend {
  /** As `fetch` does: `path` begins with `/api/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** As `new WebSocket`, whose path it is. */
  socket(url: string): Socket
  /** The address at which everybody finds what it has; absent: nobody else can come to it. */
  addressOf?(path: string): string
  /** The path at which the page was asked for; every path of a hall is its page. */
  readonly path: string
  /** Why this browser cannot use it, in English and Chinese; absent: it can. */
  readonly refusal?: string
  /** The words of a language as they are true of it. */
  words(messages: Messages): Messages
  /** Its parts; absent: it has none that have to be fetched. */
  readonly parts?: Parts
  /** How many threads an analysis may ask it for; 1: it chooses by itself. */
  readonly threads: number
  /** How many characters of the file of another hall it takes at once. */
  readonly fileSize: number
}

/** The page of a hall of static files has this mark (`yiqi page`). */
const mark = globalThis.document?.querySelector('meta[name=yiqi-hall]')?.getAttribute('content')

export const backend: Backend = mark === 'local' ? localBackend() : server
