// What the page and its worker say to each other.

/** From the page. */
export type ToWorker =
  | { kind: 'begin'; base: string }
  | { kind: 'request'; n: number; method: string; path: string; body: unknown }
  /** Whoever asked wants no answer any more. */
  | { kind: 'cancel'; n: number }
  | { kind: 'open'; socket: number; path: string }
  | { kind: 'text'; socket: number; text: string }
  | { kind: 'close'; socket: number }

/** From the worker. */
export type FromWorker =
  | { kind: 'answer'; n: number; answer: Answer }
  /** A line of an answer that comes in lines; the answer itself is its end. */
  | { kind: 'line'; n: number; text: string }
  | { kind: 'opened'; socket: number }
  | { kind: 'told'; socket: number; message: string | ArrayBuffer }
  | { kind: 'closed'; socket: number }

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
