// An open study: requests of its clients become edits, which are stored before anybody is told of them.

import { Analyses } from './analyses'
import { put, type ModuleAnswer, type Problem } from './ask'
import type { Watcher } from './live'
import type { FamilyModule } from './modules'
import { Changed, type StoredGame } from './store'
import type { StoredStudy, StudyEdit, StudyStore } from './study-store'

/** What follows from a request, as `local_hall::StudyOutcome` has it. */
interface Outcome {
  readonly store?: { before: number; at: number; edit: StudyEdit; head: string }
  readonly event?: object
  readonly node?: number
  readonly position?: object
}

interface Request {
  readonly id: string
  readonly type: string
  readonly engine?: string | null
}

/** What an open study needs of the hall. */
export interface StudyServices {
  readonly store: StudyStore
  /** The files that the engine needs. */
  data(): Promise<[string, ArrayBuffer][]>
  /** The game that the study was made of, as it is stored. */
  game(id: string): Promise<StoredGame | null>
  /** The review as it is shown. */
  review(study: string, module: FamilyModule): Promise<object | null>
  /** It has another version. */
  changed(study: string, version: number): void
}

const NOT_STORED: Problem = {
  code: 'data-not-stored',
  message: 'The browser did not store it: nothing has changed. Is there room on the disk?',
}

/** The study was put away: it has to be opened again. */
export class PutAway extends Error {}

export class OpenStudy {
  readonly #watchers = new Map<Watcher, Analyses>()
  #queue: Promise<unknown> = Promise.resolve()
  #version: number
  #closed = false

  private constructor(
    readonly id: string,
    readonly module: FamilyModule,
    readonly services: StudyServices,
    /** The game that it was made of. */
    readonly game: string | undefined,
    version: number,
  ) {
    this.#version = version
  }

  /** Opens a study; a refusal where it cannot be read. */
  static async open(
    study: StoredStudy,
    module: FamilyModule,
    services: StudyServices,
  ): Promise<OpenStudy | ModuleAnswer> {
    const review = await services.review(study.id, module)
    const answer = put(module, { ask: 'study', of: { what: 'open', study, review } })
    if (answer.problem) return answer
    return new OpenStudy(study.id, module, services, study.game, study.version)
  }

  get watched() {
    return this.#watchers.size > 0
  }

  #ask(of: object): ModuleAnswer {
    return put(this.module, { ask: 'study', of: { id: this.id, ...of } })
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(() => {
      if (this.#closed) throw new PutAway()
      return work()
    })
    this.#queue = done.catch(() => {})
    return done
  }

  join(watcher: Watcher): Promise<void> {
    return this.#turn(async () => {
      await this.#follow()
      const { value: study } = this.#ask({ what: 'view' })
      watcher.send(JSON.stringify({ type: 'state', study }))
      const tell = (event: unknown) => watcher.send(JSON.stringify(event))
      const { data } = this.services
      this.#watchers.set(watcher, new Analyses(this.id, this.module, data, tell))
    })
  }

  leave(watcher: Watcher) {
    this.#watchers.get(watcher)?.close()
    this.#watchers.delete(watcher)
  }

  /** The study as it is now. */
  view(): Promise<ModuleAnswer> {
    return this.#turn(async () => {
      await this.#follow()
      return this.#ask({ what: 'view' })
    })
  }

  /** Does something while nothing else is done. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn(work)
  }

  /** A client's request: it is answered after its effects were sent. */
  command(watcher: Watcher, request: Request): Promise<void> {
    const { id, type } = request
    const answer = (event: unknown) => watcher.send(JSON.stringify(event))
    const analyses = this.#watchers.get(watcher)
    const done = () => answer({ type: 'done', id })
    if (type === 'ping') {
      answer({ type: 'pong' })
      done()
      return Promise.resolve()
    }
    if (type === 'stop') {
      analyses?.stop(request.engine).forEach(answer)
      done()
      return Promise.resolve()
    }
    return this.#turn(() => {
      if (type !== 'analyse' && type !== 'values') return this.#edit(answer, request)
      const begun = analyses?.begin(request as Request & { engine?: string })
      if (begun?.value) answer(begun.value)
      if (begun?.problem) answer({ type: 'error', id, problem: begun.problem })
      else done()
      return Promise.resolve()
    })
  }

  async #edit(answer: (event: unknown) => void, request: Request): Promise<void> {
    const { id } = request
    const { problem, value } = this.#ask({ what: 'command', request, now: Date.now() })
    const outcome = (value ?? {}) as Outcome
    const failed = problem ?? (await this.#keep(outcome))
    if (failed) return answer({ type: 'error', id, problem: failed })
    if (outcome.position) answer(outcome.position)
    answer({ type: 'done', id, node: outcome.node })
  }

  /** Stores an edit and tells everybody; why it could not be stored. */
  async #keep({ store, event }: Outcome): Promise<Problem | null> {
    if (!store) return null
    const { before, edit, ...now } = store
    try {
      await this.services.store.append(this.id, before, edit, now)
    } catch (error) {
      // No client was told of it.
      await this.#readAgain()
      if (error instanceof Changed) return { code: 'changed-elsewhere', message: error.message }
      return NOT_STORED
    }
    this.#version = before + 1
    this.services.changed(this.id, this.#version)
    this.#tell(event)
    return null
  }

  #tell(event: unknown) {
    const text = JSON.stringify(event)
    for (const watcher of this.#watchers.keys()) watcher.send(text)
  }

  /** Takes over the moves that were played in the game since. */
  async #follow(): Promise<void> {
    const game = this.game ? await this.services.game(this.game) : null
    if (!game) return
    const { value } = this.#ask({ what: 'follow', game, now: Date.now() })
    await this.#keep((value ?? {}) as Outcome)
  }

  /** The game that it was made of has changed. */
  gameChanged() {
    if (this.watched) void this.#turn(() => this.#follow())
  }

  /** Another tab has stored this version. */
  changedElsewhere(version: number) {
    if (version > this.#version) void this.#turn(() => this.#readAgain())
  }

  async #readAgain(): Promise<void> {
    const study = await this.services.store.study(this.id)
    if (!study) return this.close()
    this.#version = study.version
    const review = await this.services.review(this.id, this.module)
    const { value } = this.#ask({ what: 'open', study, review })
    if (value) this.#tell({ type: 'state', study: value })
  }

  /** Its review stands like this. */
  reviewed(review: object | null) {
    this.#ask({ what: 'reviewed', review })
    if (review) this.#tell({ type: 'review', review })
  }

  /** Ends: it is deleted, or nobody needs it. */
  close() {
    if (this.#closed) return
    this.#closed = true
    this.#ask({ what: 'close' })
    for (const [watcher, analyses] of this.#watchers) {
      analyses.close()
      watcher.close()
    }
    this.#watchers.clear()
  }
}
