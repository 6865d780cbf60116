// Searches for a study of a hall with a server, on the visitor's processor.

import { Analyses } from './local/analyses'
import { put, putText, Searches, type ModuleAnswer, type Problem } from './local/ask'
import { Modules, type FamilyModule } from './local/modules'
import { supplyTheory } from './local/openings'
import { searcherFailed } from './local/search-workers'
import type { Made } from './local/studies'
import type { ReviewRow, StoredStudy } from './local/study-store'
import type { FoundReview, FromVisitor, Place, SearchCommand, ToVisitor } from './visitor-messages'

/** The study of the module whose positions are searched. */
const STUDY = 'here'
/** The least time between two reports of a review, in milliseconds. */
const BETWEEN = 700

/** How a review stands, as `local_hall::ReviewStanding` has it. */
interface Standing {
  readonly head: string
  readonly row: ReviewRow | null
  readonly under_way: boolean
  readonly shown: object
}

const tell = (message: FromVisitor) => postMessage(message)

const told = (event: unknown) => tell({ kind: 'event', event: event as object })

/** Words of a module that could not be fetched, or that has failed. */
const fault = (error: unknown): Problem => ({ code: 'no-module', message: String(error) })

/** An event of the analysis of a position, with the node that the page knows. */
function renamed(event: object, node: number): object {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]: [string, unknown]) =>
      typeof value === 'object' ? [name, { ...value, node }] : [name, value],
    ),
  )
}

class Visitor {
  readonly #modules: Modules
  #analyses: Analyses | null = null
  /** Requests are carried out in order: the first one waits for the module. */
  #queue: Promise<unknown> = Promise.resolve()
  #review: { ended: boolean; stop: () => void } | null = null
  readonly #searches: Searches

  constructor(base: string) {
    this.#modules = new Modules(base)
    this.#searches = new Searches(this.#modules, false)
  }

  #turn(work: () => Promise<void>) {
    this.#queue = this.#queue.then(work, work)
  }

  search(id: string, place: Place, command: SearchCommand) {
    const failed = (problem: Problem) => tell({ kind: 'refused', id, problem })
    this.#turn(() => this.#search(place, command, failed).catch((error) => failed(fault(error))))
  }

  async #search(place: Place, command: SearchCommand, failed: (problem: Problem) => void) {
    const { variant } = place
    const module = await this.#modules.knowing(variant)
    const of = { kind: 'position', title: '', ...place }
    const made = put(module, { ask: 'study', of: { what: 'make', of, game: null, date: null } })
    if (made.problem) return failed(made.problem)
    const { setup, head, edits } = made.value as Made
    const log = edits.map((body) => ({ body }))
    const times = { created_at: 0, updated_at: 0 }
    const study: StoredStudy = { id: STUDY, setup, head, version: log.length, ...times, log }
    const opened = put(module, { ask: 'study', of: { what: 'open', study, review: null } })
    if (opened.problem) return failed(opened.problem)
    const data = () => this.#modules.data(module, variant)
    this.#analyses ??= new Analyses(STUDY, module, data, told)
    const said = (event: unknown) => renamed(event as object, command.node)
    const request = { id: STUDY, ...command, node: place.moves.length }
    const begun = this.#analyses.begin(request, said)
    if (begun.problem) failed(begun.problem)
    else if (begun.value) told(said(begun.value))
  }

  stop(engine: string | null) {
    this.#turn(() => {
      this.#analyses?.stop(engine).forEach(told)
      return Promise.resolve()
    })
  }

  review(study: StoredStudy, effort: object) {
    const rows: ReviewRow[] = []
    const ended = (found: FoundReview | null, problem: Problem | null) =>
      tell({ kind: 'reviewed', found, problem })
    this.cancel()
    const own = { ended: false, stop: () => {} }
    this.#review = own
    void this.#reviewed(study, effort, own, rows).then(
      ({ head, problem }) => ended(head ? { head, rows } : null, problem ?? null),
      (error: unknown) => ended(null, fault(error)),
    )
  }

  /** Searches one position after the other; its head at the end. */
  async #reviewed(
    study: StoredStudy,
    effort: object,
    own: { ended: boolean; stop: () => void },
    rows: ReviewRow[],
  ): Promise<{ head?: string; problem?: Problem }> {
    const { variant } = JSON.parse(study.setup) as { variant: string }
    const module = await this.#modules.knowing(variant)
    await supplyTheory(this.#modules, variant)
    const { id } = study
    own.stop = () => this.#searches.stop(module)
    const opened = put(module, { ask: 'study', of: { what: 'open', study, review: null } })
    if (opened.problem) return { problem: opened.problem }
    const began = performance.now()
    let told = -Infinity
    let answer: ModuleAnswer = put(module, {
      ask: 'review',
      of: { what: 'begin', id, effort },
    })
    for (;;) {
      if (answer.problem) return { problem: answer.problem }
      const standing = answer.value as Standing
      if (standing.row) rows.push(standing.row)
      const { search } = answer
      if (!search) return this.#reviewEnded(module, id, standing.head)
      if (performance.now() - told >= BETWEEN) {
        told = performance.now()
        tell({ kind: 'standing', shown: standing.shown })
      }
      const found = await this.#searches.search(module, variant, search)
      if (own.ended) {
        put(module, { ask: 'review', of: { what: 'cancel', id } })
        return this.#reviewEnded(module, id, standing.head)
      }
      answer = this.#found(module, id, found, performance.now() - began)
    }
  }

  #reviewEnded(module: FamilyModule, id: string, head: string) {
    put(module, { ask: 'study', of: { what: 'close', id } })
    return { head }
  }

  #found(module: FamilyModule, id: string, found: string, ms: number): ModuleAnswer {
    const [own, searched] = [JSON.stringify(id), Math.round(ms)]
    const question = (text: string) =>
      `{"ask":"review","of":{"what":"found","id":${own},"found":${text},"searched_ms":${searched}}}`
    return putText(module, question, found)
  }

  cancel() {
    if (!this.#review) return
    this.#review.ended = true
    this.#review.stop()
    this.#review = null
  }
}

let visitor: Visitor | null = null

onmessage = ({ data }: MessageEvent<ToVisitor>) => {
  switch (data.kind) {
    case 'begin':
      visitor = new Visitor(data.base)
      return
    case 'search':
      visitor?.search(data.id, data.place, data.command)
      return
    case 'stop':
      visitor?.stop(data.engine)
      return
    case 'review':
      visitor?.review(data.study, data.effort)
      return
    case 'searcher-failed':
      searcherFailed(data)
      return
    case 'cancel':
      visitor?.cancel()
  }
}
