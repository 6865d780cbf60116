// What the page and its worker say to each other.

import type { HelperPlace } from './module'

/** From the page. */
export type ToWorker =
  | { kind: 'begin'; base: string }
  | { kind: 'request'; n: number; method: string; path: string; body: unknown }
  /** Whoever asked wants no answer any more. */
  | { kind: 'cancel'; n: number }
  | { kind: 'open'; socket: number; path: string }
  | { kind: 'text'; socket: number; text: string }
  | { kind: 'close'; socket: number }
  | SearcherFailed

/** A worker that searches has failed. */
export interface SearcherFailed {
  readonly kind: 'searcher-failed'
  readonly searcher: number
  readonly why: string
}

/** What the page does for a worker that needs others that search. */
export type ToPage =
  /** Starts one, which listens at this port. */
  | { kind: 'start-searcher'; searcher: number; port: MessagePort }
  | { kind: 'end-searcher'; searcher: number }

/** From the worker. */
export type FromWorker =
  | ToPage
  | { kind: 'answer'; n: number; answer: Answer }
  /** A line of an answer that comes in lines; the answer itself is its end. */
  | { kind: 'line'; n: number; text: string }
  | { kind: 'opened'; socket: number }
  | { kind: 'told'; socket: number; message: string | ArrayBuffer }
  | { kind: 'closed'; socket: number }
  /** So much of a file has come; 0 of 0: no more is coming. */
  | { kind: 'fetching'; url: string; bytes: number; size: number }

/** The answer to a request. */
export interface Answer {
  readonly status: number
  /** JSON; absent where there is nothing to say. */
  readonly body?: unknown
  /** A file in place of that. */
  readonly file?: AnsweredFile
}

export interface AnsweredFile {
  readonly bytes: Uint8Array
  readonly text: boolean
  readonly name: string
  /** What its format has no place for: `comments=3, variations=1`. */
  readonly leftOut: string
}

/** What several threads need: a memory for all of them, and how many help. */
export interface Shared {
  readonly memory: WebAssembly.Memory
  readonly helpers: number
}

/** To a worker that searches. */
export type ToSearcher =
  /** Whoever needs it is at the other end of this. */
  | { kind: 'port'; port: MessagePort }
  | { kind: 'begin'; module: WebAssembly.Module; stop: SharedArrayBuffer | null; shared?: Shared }
  /** It helps another worker, and hears nothing any more. */
  | { kind: 'help'; module: WebAssembly.Module; memory: WebAssembly.Memory; place: HelperPlace }
  | { kind: 'supply'; name: string; bytes: ArrayBuffer }
  | { kind: 'search'; number: number; request: string }

/** From a worker that searches. Reports and what is found are texts of JSON. */
export type FromSearcher =
  /** Where its helpers begin. */
  | { kind: 'places'; places: readonly HelperPlace[] }
  | { kind: 'report'; number: number; info: string }
  | { kind: 'found'; number: number; found: string }
  | { kind: 'failed'; number: number; why: string }
