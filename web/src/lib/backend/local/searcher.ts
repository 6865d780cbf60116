// The searches of one game, one at a time, in a worker of their own.

import { NOT_FETCHED, NotFetched } from './fetched'
import type { FromSearcher, Shared } from './messages'
import type { HelperPlace } from './module'
import type { Supply } from './modules'
import { SearchWorker } from './search-workers'
import { sharedBy, type ThreadedCode } from '../threads'

/** What whoever asked for a search is told. */
export interface SearchListener {
  /** A report, in JSON. */
  report(info: string): void
  /** The result, in JSON, as the module has it. This is the last call. */
  found(found: string): void
}

interface Info {
  readonly line: number
  readonly bound: string
  readonly pv: readonly string[]
}

/** Why a search could not begin. */
const whyOf = (error: unknown): string =>
  error instanceof NotFetched ? NOT_FETCHED : String(error)

/** Memory for a number that workers share. WebKitGTK isolates a page, and has none. */
const sharedNumber = (): SharedArrayBuffer | null =>
  globalThis.crossOriginIsolated && 'SharedArrayBuffer' in globalThis
    ? new SharedArrayBuffer(4)
    : null

/** Milliseconds after the first search before files are fetched that come later: other things come before them. */
const LATER = 5000

function supply(worker: SearchWorker, files: readonly Supply[]) {
  for (const [name, bytes] of files) {
    worker.postMessage({ kind: 'supply', name, bytes })
  }
}

/** What an instance begins with. */
interface Code {
  readonly module: WebAssembly.Module
  readonly shared?: Shared | undefined
}

/** Several threads for a search: how many, and their module, where there is one. */
export interface Threads {
  readonly count: number
  code(): Promise<ThreadedCode | null>
}

export class Searcher {
  #worker: SearchWorker | null = null
  /** Workers that help it. They end with it. */
  #helpers: SearchWorker[] = []
  /** The same, when it has what it needs. */
  #ready: Promise<SearchWorker> | null = null
  /** Says up to which number searches have to end, where memory can be shared. */
  readonly #stop = sharedNumber()
  /** The number of the last search. */
  #number = 0
  #listener: SearchListener | null = null
  #hurried = false
  /** The last report with a move to play. */
  #last: string | null = null
  /** The files that came later. */
  #late: readonly Supply[] = []
  #areComing = false

  /**
   * `code`: the module; `data`: the files that the engine is supplied with before its first search; `later`: those that it
   * can do without, fetched after a search, for the next one; `threads`: if several may search at once.
   */
  constructor(
    readonly code: () => Promise<WebAssembly.Module>,
    readonly data: () => Promise<Supply[]>,
    readonly later: () => Promise<Supply[]> = () => Promise.resolve([]),
    readonly threads: Threads | null = null,
  ) {}

  /** Fetches what a search needs, and the worker begins; throws what is missing. */
  async prepare() {
    try {
      await this.#begun()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Starts a search; the one before is stopped. */
  start(request: string, listener: SearchListener) {
    if (this.#listener) this.stop()
    this.#listener = listener
    this.#hurried = false
    this.#last = null
    const number = ++this.#number
    void this.#begun().then(
      (worker) => {
        if (this.#listener === listener) {
          worker.postMessage({ kind: 'search', number, request })
        }
      },
      (error: unknown) => {
        if (this.#listener === listener)
          this.#receive({ kind: 'failed', number, why: whyOf(error) })
      },
    )
  }

  /** Stops the search: nobody wants its result. Without shared memory its worker ends with it. */
  stop() {
    if (!this.#listener) return
    this.#listener = null
    if (this.#stop) this.#end()
    else this.close()
  }

  /** Says through shared memory that the last search has to end. */
  #end() {
    if (this.#stop) Atomics.store(new Int32Array(this.#stop), 0, this.#number)
  }

  /** Lets the search end with the best move found so far. */
  hurry() {
    if (!this.#listener) return
    if (this.#stop) this.#end()
    else {
      this.#hurried = true
      this.#playLast()
    }
  }

  close() {
    for (const worker of [this.#worker, ...this.#helpers]) worker?.terminate()
    this.#worker = null
    this.#helpers = []
    this.#ready = null
  }

  /** Without shared memory the worker ends, and the first move of its last line is played. */
  #playLast() {
    const listener = this.#listener
    if (!listener || this.#last === null) return
    const info = JSON.parse(this.#last) as Info
    this.#listener = null
    this.close()
    listener.found(JSON.stringify({ Ok: { best: info.pv[0], ponder: null, info } }))
  }

  #begun(): Promise<SearchWorker> {
    if (this.#ready) return this.#ready
    const worker = new SearchWorker()
    this.#worker = worker
    const failed = ({ message: why }: { message: string }) => {
      if (worker !== this.#worker) return
      if (this.#listener) this.#receive({ kind: 'failed', number: this.#number, why })
      else this.close()
    }
    worker.onerror = failed
    this.#ready = Promise.all([this.#code(), this.data()]).then(([{ module, shared }, files]) => {
      worker.onmessage = ({ data }) => {
        if (worker !== this.#worker) return
        if (data.kind !== 'places') return this.#receive(data)
        if (shared) this.#help(module, shared, data.places, failed)
      }
      const stop = this.#stop
      worker.postMessage({ kind: 'begin', module, stop, shared })
      supply(worker, files)
      supply(worker, this.#late)
      return worker
    })
    return this.#ready
  }

  /** The module of several threads, or of one where there is no other. */
  async #code(): Promise<Code> {
    const { threads } = this
    const threaded = threads && threads.count > 1 ? await threads.code().catch(() => null) : null
    const shared = threads && threaded ? sharedBy(threads.count, threaded) : undefined
    return threaded && shared ? { module: threaded.code, shared } : { module: await this.code() }
  }

  /** Helpers begin, and take part in the search as soon as they have. */
  #help(
    module: WebAssembly.Module,
    { memory }: Shared,
    places: readonly HelperPlace[],
    failed: (event: { message: string }) => void,
  ) {
    this.#helpers = places.map((place) => {
      const helper = new SearchWorker()
      helper.onerror = failed
      helper.postMessage({ kind: 'help', module, memory, place })
      return helper
    })
  }

  /** Fetches the files that come later. The worker takes them when no search runs. */
  #fetchLate() {
    if (this.#areComing) return
    this.#areComing = true
    const begun = new Promise((resolve) => setTimeout(resolve, LATER))
    begun
      .then(() => this.later())
      .then(
        (files) => {
          this.#late = files
          if (this.#worker) supply(this.#worker, files)
        },
        // After the next search they are asked for again.
        () => (this.#areComing = false),
      )
  }

  #receive(message: Exclude<FromSearcher, { kind: 'places' }>) {
    const listener = this.#listener
    // Of an earlier search nobody wants anything.
    if (!listener || message.number !== this.#number) return
    if (message.kind === 'report') {
      const info = JSON.parse(message.info) as Info
      if (info.line === 1 && info.bound === 'exact' && info.pv.length > 0) this.#last = message.info
      listener.report(message.info)
      if (this.#hurried) this.#playLast()
      return
    }
    this.#listener = null
    if (message.kind === 'found') {
      this.#fetchLate()
      return listener.found(message.found)
    }
    // The state of the instance is unknown: the next search has a new one.
    this.close()
    listener.found(JSON.stringify({ Err: message.why }))
  }
}
