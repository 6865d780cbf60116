// Requests for searches go to whoever carries them out: the hall, or the visitor's own processor.

import { ApiError, json } from '../api'
import { backend } from '../backend'
import { studyOfRaw, type RawStudy } from '../backend/raw'
import { VisitorEngine, type FoundReview, type Place } from '../backend/visitor'
import { studies, studyPath } from './api'
import { processors } from './processor.svelte'
import type { EngineName, NewReview, Review, StudyCommand, StudyEvent } from './types'

/** The worker has said nothing of why. */
const LOST = { code: 'no-module', message: 'the review has ended without a word' }

/** A request with the threads that were chosen. */
function threaded<T extends { type: string }>(command: T): T & { threads?: number } {
  const { threads } = processors
  return command.type === 'analyse' && threads !== null ? { ...command, threads } : command
}

export interface Searching {
  /** Sends a request to the hall; its id. */
  hall(command: StudyCommand): string
  /** The position of a node; null where the study is not known. */
  place(node: number): Place | null
  /** The engines of the study. */
  engines(): readonly EngineName[]
  event(event: StudyEvent): void
}

export class StudySearches {
  readonly #of: Searching
  readonly #visitor: VisitorEngine

  constructor(of: Searching) {
    this.#of = of
    this.#visitor = new VisitorEngine({
      event: (event) => of.event(event as StudyEvent),
      refused: (id, problem) => of.event({ type: 'error', id, problem }),
    })
  }

  /** Sends a request for a search, or to end one; its id. */
  send(command: StudyCommand): string {
    if (command.type === 'stop') this.#visitor.stop(command.engine ?? null)
    const place = this.#ours(command)
    if (place) return this.#visitor.search(place.at, threaded(place.command))
    return this.#of.hall(backend.threads > 1 ? threaded(command) : command)
  }

  /** Where the visitor's processor searches; null: it does not. */
  #ours(command: StudyCommand) {
    const isSearch = command.type === 'analyse' || command.type === 'values'
    if (!isSearch || processors.now !== 'visitor') return null
    const engine = command.type === 'analyse' ? command.engine : ''
    if (this.#of.engines().some(({ id, external }) => id === engine && external)) return null
    const at = this.#of.place(command.node)
    return at && { at, command }
  }

  /** Reviews the study on the visitor's processor, and gives the hall what was found. Why it could not be done: thrown. */
  async review(id: string, effort: NewReview): Promise<void> {
    const study = studyOfRaw(await json<RawStudy>(`${studyPath(id)}/raw`))
    const found = await new Promise<FoundReview>((resolve, reject) => {
      this.#visitor.review(study, effort, {
        standing: (shown) => this.#of.event({ type: 'review', review: shown as Review }),
        ended: (review, problem) =>
          review ? resolve(review) : reject(new ApiError(problem ?? LOST)),
      })
    })
    this.#of.event({ type: 'review', review: await studies.keepReview(id, found) })
  }

  /** Ends the review of the visitor's processor, if it does one. */
  cancel(): boolean {
    if (this.#visitor.reviews) this.#visitor.cancel()
    return this.#visitor.reviews
  }

  close() {
    this.#visitor.close()
  }
}
