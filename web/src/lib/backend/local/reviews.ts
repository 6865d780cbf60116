// Reviews of studies, and judgements of moves before they are played.

import { answerOf, put, putText, Refused, valueOf, type ModuleAnswer, type Searches } from './ask'
import { NOTHING_FETCHED } from './fetched'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { supplyTheory } from './openings'
import { ok, refused, variantIn, type Route } from './routes'
import type { StoredGame } from './store'
import type { ReviewRow, StudyStore } from './study-store'

/** The least time between two reports to those who look on, in milliseconds. */
const BETWEEN = 700
/** The greatest number of games in the progress. */
const MOST_GAMES = 100

/** How a review stands, as `local_hall::ReviewStanding` has it. */
interface Standing {
  readonly head: string
  readonly row: ReviewRow | null
  readonly under_way: boolean
  readonly shown: object
}

/** What reviews need of the hall. */
export interface ReviewServices {
  readonly modules: Modules
  readonly store: StudyStore
  /** Searches of reviews, and those that somebody waits for. */
  readonly searches: Searches
  readonly waited: Searches
  game(id: string): Promise<StoredGame | null>
  /** Does something with the open study, in its module. */
  opened<T>(study: string, work: (module: FamilyModule) => Promise<T>): Promise<T | null>
  /** The review of a study stands like this. */
  changed(study: string, shown: object): void
}

export class Reviews {
  readonly #running = new Map<string, { ended: boolean; module: FamilyModule }>()
  readonly #mistakes = new Map<string, [number, number]>()
  #judgements = 0

  constructor(readonly services: ReviewServices) {}

  readonly routes: Route[] = [
    [
      'POST',
      /^\/api\/studies\/([^/]+)\/review$/,
      ({ ids, body }) => this.#begin(ids[0]!, body as object),
    ],
    ['DELETE', /^\/api\/studies\/([^/]+)\/review$/, ({ ids }) => this.#cancel(ids[0]!)],
    ['GET', /^\/api\/progress$/, () => this.#progress()],
    ['POST', /^\/api\/judgements$/, ({ body }) => this.#taught('judge', 'judged', body as object)],
    [
      'POST',
      /^\/api\/threats$/,
      ({ body }) => this.#taught('threat', 'threatened', body as object),
    ],
  ]

  /** The review of a study as it is shown. */
  async shown(study: string, module: FamilyModule): Promise<object | null> {
    const review = await this.services.store.review(study)
    if (!review) return null
    const { head, rows } = review
    const answer = put(module, { ask: 'review', of: { what: 'show', head, rows } })
    // One that cannot be read can be begun again.
    return answer.problem ? null : (answer.value as object)
  }

  /** The mistakes and blunders of both sides that a finished review found. */
  async mistakes(study: string, variant: string): Promise<[number, number] | null> {
    const review = await this.services.store.review(study)
    if (!review || review.under_way) return null
    const known = this.#mistakes.get(review.head + study)
    if (known) return known
    const shown = (await this.shown(study, await this.services.modules.of(variant))) as {
      state: string
      sides: { counts: Record<string, number> }[]
    } | null
    if (shown?.state !== 'done') return null
    const [first = 0, second = 0] = shown.sides.map(
      ({ counts }) => (counts['mistake'] ?? 0) + (counts['blunder'] ?? 0),
    )
    const found: [number, number] = [first, second]
    this.#mistakes.set(review.head + study, found)
    return found
  }

  /** Goes on with those that were under way when the page was closed. */
  async resume(): Promise<void> {
    const all = await this.services.store.reviews()
    for (const { study, under_way } of all) {
      // Another tab may go on with it: then this one waits until that is closed.
      if (under_way) void this.#locked(study, () => this.#again(study))
    }
  }

  #locked<T>(study: string, work: () => Promise<T>): Promise<T> {
    return navigator.locks.request(`yiqi-review-${study}`, work) as Promise<T>
  }

  async #again(study: string): Promise<void> {
    const review = await this.services.store.review(study)
    if (!review?.under_way || this.#running.has(study)) return
    const { variant } = JSON.parse(review.head) as { variant: string }
    const module = await this.services.modules.knowing(variant)
    const { head, rows } = review
    const answer = put(module, { ask: 'review', of: { what: 'resume', id: study, head, rows } })
    if (!answer.problem) await this.#run(study, module, variant, answer)
  }

  async #begin(study: string, effort: object): Promise<Answer> {
    const stored = await this.services.store.study(study)
    if (stored) await supplyTheory(this.services.modules, variantIn(JSON.parse(stored.setup)))
    const begun = await this.services
      .opened(study, async (module) => {
        this.#end(study)
        const answer = put(module, { ask: 'review', of: { what: 'begin', id: study, effort } })
        const { head, under_way, shown } = valueOf<Standing>(answer)
        await this.services.store.setReview({ study, head, under_way }, null, true)
        this.services.changed(study, shown)
        const { variant } = JSON.parse(head) as { variant: string }
        void this.#locked(study, () => this.#run(study, module, variant, answer))
        return shown
      })
      .catch((error: unknown) => {
        if (error instanceof Refused) return answerOf(error.answer)
        throw error
      })
    if (begun === null) return refused(404, 'not-found', `there is no study ${study}`)
    return 'status' in begun && typeof begun.status === 'number'
      ? (begun as Answer)
      : ok(begun, 202)
  }

  /** Searches what is left, and stores every result. */
  async #run(
    study: string,
    module: FamilyModule,
    variant: string,
    first: ModuleAnswer,
  ): Promise<void> {
    const { searches, store } = this.services
    const own = { ended: false, module }
    this.#running.set(study, own)
    const began = performance.now()
    let told = began
    let answer = first
    while (answer.search && !own.ended) {
      const found = await searches
        .search(module, variant, answer.search)
        // The review has failed, and can be begun again.
        .catch(() => NOTHING_FETCHED)
      if (own.ended) return
      const ms = Math.round(performance.now() - began)
      const head = JSON.stringify(study)
      const question = (text: string) =>
        `{"ask":"review","of":{"what":"found","id":${head},"found":${text},"searched_ms":${ms}}}`
      answer = putText(module, question, found)
      if (answer.problem) break
      const standing = answer.value as Standing
      const { row, under_way, shown } = standing
      await store.setReview({ study, head: standing.head, under_way }, row)
      if (!under_way || performance.now() - told >= BETWEEN) {
        told = performance.now()
        this.services.changed(study, shown)
      }
    }
    if (this.#running.get(study) === own) this.#running.delete(study)
  }

  /** Ends the one of a study, if it is under way; how it stood. */
  #end(study: string): Standing | null {
    const running = this.#running.get(study)
    if (!running) return null
    running.ended = true
    this.#running.delete(study)
    this.services.searches.stop(running.module)
    const answer = put(running.module, { ask: 'review', of: { what: 'cancel', id: study } })
    return (answer.value as Standing | undefined) ?? null
  }

  /** The study is deleted. */
  drop(study: string) {
    this.#end(study)
  }

  async #cancel(study: string): Promise<Answer> {
    const standing = this.#end(study)
    if (!standing) {
      const known = await this.services.store.review(study)
      if (known) return { status: 204 }
      return refused(404, 'not-found', 'there is no review of this study')
    }
    const { head, shown } = standing
    await this.services.store.setReview({ study, head, under_way: false }, null)
    this.services.changed(study, shown)
    return { status: 204 }
  }

  /** What the reviews of games of one person against the machine say, the latest first. */
  async #progress(): Promise<Answer> {
    const { store, modules, game: gameOf } = this.services
    const games: unknown[] = []
    for (const { id: study, game: of } of await store.studies()) {
      const review = of ? await store.review(study) : null
      const game = of && review ? await gameOf(of) : null
      if (!game || !review) continue
      const module = await modules.whole(game.setup.variant)
      const { head, rows } = review
      const asked = { what: 'progress', game, study, head, rows }
      const { value } = put(module, { ask: 'review', of: asked })
      if (value) games.push(value)
      if (games.length === MOST_GAMES) break
    }
    return ok({ games })
  }

  /** A question of the teacher (`what`), and what each search for it found (`then`). */
  async #taught(what: string, then: string, asked: object): Promise<Answer> {
    const variant = variantIn(asked)
    if (what === 'judge') await supplyTheory(this.services.modules, variant)
    const module = await this.services.modules.knowing(variant, asked)
    const number = ++this.#judgements
    let answer = put(module, { ask: 'review', of: { what, number, asked } })
    while (answer.search) {
      const found = await this.services.waited.search(module, variant, answer.search)
      const question = (text: string) =>
        `{"ask":"review","of":{"what":"${then}","number":${number},"found":${text}}}`
      answer = putText(module, question, found)
    }
    return answerOf(answer)
  }
}
