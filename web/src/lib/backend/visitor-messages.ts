// What the page and the worker that searches on the visitor's processor say to each other.

import type { Problem } from './local/ask'
import type { SearcherFailed, ToPage } from './local/messages'
import type { ReviewRow, StoredStudy } from './local/study-store'

/** A position of a study: where it begins, and the moves to it. */
export interface Place {
  readonly variant: string
  readonly rules: string
  readonly position: string
  readonly moves: readonly string[]
}

/** A request for a search, as studies have it. */
export interface SearchCommand {
  readonly type: string
  readonly node: number
  readonly engine?: string
  /** How many threads may search in all; absent: all that there are. */
  readonly threads?: number
}

/** A review that was searched here, as a hall stores it. */
export interface FoundReview {
  readonly head: string
  readonly rows: ReviewRow[]
}

export type ToVisitor =
  | { kind: 'begin'; base: string }
  | { kind: 'search'; id: string; place: Place; command: SearchCommand }
  /** Without an engine: all of them. */
  | { kind: 'stop'; engine: string | null }
  | { kind: 'review'; study: StoredStudy; effort: object }
  | { kind: 'cancel' }
  | SearcherFailed

export type FromVisitor =
  | ToPage
  | { kind: 'event'; event: object }
  | { kind: 'refused'; id: string; problem: Problem }
  /** How the review stands. */
  | { kind: 'standing'; shown: object }
  | { kind: 'reviewed'; found: FoundReview | null; problem: Problem | null }
