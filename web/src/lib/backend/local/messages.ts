// What the page and its worker say to each other.

/** From the page. */
export type ToWorker =
  | { kind: 'begin'; base: string }
  | { kind: 'request'; n: number; method: string; path: string; body: unknown }
  | { kind: 'open'; socket: number; path: string }
  | { kind: 'text'; socket: number; text: string }
  | { kind: 'close'; socket: number }

/** From the worker. */
export type FromWorker =
  | { kind: 'answer'; n: number; answer: Answer }
  | { kind: 'opened'; socket: number }
  | { kind: 'text'; socket: number; text: string }
  | { kind: 'closed'; socket: number }

/** The answer to a request. */
export interface Answer {
  readonly status: number
  /** JSON; absent where there is nothing to say. */
  readonly body?: unknown
}

/** To a worker that searches. */
export type ToSearcher =
  | { kind: 'begin'; module: WebAssembly.Module; stop: SharedArrayBuffer | null }
  | { kind: 'supply'; name: string; bytes: ArrayBuffer }
  | { kind: 'search'; number: number; request: string }

/** From a worker that searches. Both are texts of JSON. */
export type FromSearcher =
  | { kind: 'report'; number: number; info: string }
  | { kind: 'found'; number: number; found: string }
  | { kind: 'failed'; number: number; why: string }
