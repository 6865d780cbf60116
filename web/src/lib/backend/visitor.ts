// The page's side of searches on the visitor's processor, for a study of a hall with a server. Its worker begins with
// the first of them.

import type { Problem } from './local/ask'
import { MISSING } from './local/fetched'
import { PageSearchers } from './local/page-searchers'
import type { StoredStudy } from './local/study-store'
import type { FoundReview, FromVisitor, Place, SearchCommand, ToVisitor } from './visitor-messages'

export type { FoundReview, Place }

/** What whoever asked for a review is told. */
export interface ReviewListener {
  /** How it stands, as a hall shows it. */
  standing(shown: object): void
  /** The end: what was found, or why nothing was. */
  ended(found: FoundReview | null, problem: Problem | null): void
}

export interface VisitorListener {
  event(event: object): void
  refused(id: string, problem: Problem): void
}

export class VisitorEngine {
  #worker: Worker | null = null
  readonly #searchers = new PageSearchers((message) => this.#worker?.postMessage(message))
  #count = 0
  #review: ReviewListener | null = null
  #closing = false
  /** The searches that were asked for before the worker has said anything; null: it has. */
  #early: string[] | null = []

  constructor(readonly listener: VisitorListener) {}

  /** Begins a search; the id of the request. */
  search(place: Place, command: SearchCommand): string {
    const id = `visitor-${++this.#count}`
    this.#early?.push(id)
    this.#tell({ kind: 'search', id, place, command })
    return id
  }

  stop(engine: string | null) {
    if (this.#worker) this.#tell({ kind: 'stop', engine })
  }

  /** Begins a review in place of the one before. */
  review(study: StoredStudy, effort: object, listener: ReviewListener) {
    this.#review = listener
    this.#tell({ kind: 'review', study, effort })
  }

  get reviews(): boolean {
    return this.#review !== null
  }

  /** Ends the review; what was found is told. */
  cancel() {
    if (this.#worker) this.#tell({ kind: 'cancel' })
  }

  /** Nobody needs it any more: it ends when the review has told what it found. */
  close() {
    this.#closing = true
    if (this.#review) this.cancel()
    else this.#end()
  }

  #end() {
    this.#worker?.terminate()
    this.#searchers.end()
  }

  #tell(message: ToVisitor) {
    this.#worker ??= this.#begun()
    this.#worker.postMessage(message)
  }

  #begun(): Worker {
    const worker = new Worker(new URL('./visitor-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromVisitor>) => {
      this.#early = null
      this.#receive(data)
    }
    worker.onerror = () => this.#failed()
    worker.postMessage({ kind: 'begin', base: `${location.origin}/` } satisfies ToVisitor)
    return worker
  }

  /** A worker that cannot be fetched answers nothing; the next request begins another one. */
  #failed() {
    const asked = this.#early
    if (!asked) return
    this.#end()
    this.#worker = null
    this.#early = []
    if (this.#review) this.#receive({ kind: 'reviewed', found: null, problem: MISSING })
    for (const id of asked) this.#receive({ kind: 'refused', id, problem: MISSING })
  }

  #receive(message: FromVisitor) {
    if ('searcher' in message) this.#searchers.receive(message)
    else if (message.kind === 'standing') this.#review?.standing(message.shown)
    else if (message.kind === 'reviewed') {
      const review = this.#review
      this.#review = null
      review?.ended(message.found, message.problem)
      if (this.#closing) this.#end()
    } else if (this.#closing) return
    else if (message.kind === 'event') this.listener.event(message.event)
    else this.listener.refused(message.id, message.problem)
  }
}
