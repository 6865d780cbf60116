// A live game: what the module says is done here, in order. It is stored before anybody is told of it.

import type { ModuleAnswer as AnswerOf, Problem } from './ask'
import { MISSING, NotFetched, NOTHING_FETCHED, problemOf } from './fetched'
import type { FamilyModule, Supply } from './modules'
import { Retries } from './retries'
import { Searcher } from './searcher'
import {
  Changed,
  type Store,
  type StoredChange,
  type StoredGame,
  type StoredSummary,
} from './store'

interface Job {
  readonly number: number
}

type Step =
  | {
      step: 'store'
      before: number
      request: string | null
      changes: readonly unknown[]
      summary: StoredSummary
    }
  | { step: 'stop' | 'hurry' | 'ended' }
  | { step: 'search'; job: Job }
  | { step: 'tell'; event: unknown }

type ModuleAnswer = AnswerOf<Step>

/** Somebody who watches the game. */
export interface Watcher {
  /** Bytes are a binary message. */
  send(message: string | ArrayBuffer): void
  close(): void
}

/** What has changed, for the other games and tabs. */
export interface News {
  /** A game has another version. */
  stored(game: string, version: number): void
  /** A list of games is another one. */
  listed(): void
}

const NOT_STORED: Problem = {
  code: 'data-not-stored',
  message: 'The browser did not store it: nothing has changed. Is there room on the disk?',
}

export class LiveGame {
  readonly #watchers = new Set<Watcher>()
  readonly #searcher: Searcher
  /** One thing after the other. */
  #queue: Promise<unknown> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #searching = false
  #closed = false
  /** A question waits for a part of the module. */
  readonly #part = new Retries()
  /** The machine waits for what it needs to search. */
  readonly #data = new Retries()

  constructor(
    readonly module: FamilyModule,
    readonly store: Store,
    readonly news: News,
    /** The game as it is stored. */
    public record: StoredGame,
    data: (which: 'first' | 'later') => Promise<Supply[]>,
  ) {
    this.#searcher = new Searcher(
      module.hall.code,
      () => data('first'),
      () => data('later'),
    )
  }

  get id() {
    return this.record.id
  }

  get watched() {
    return this.#watchers.size > 0
  }

  /** Whether a machine has something to do. */
  get busy() {
    return this.#searching
  }

  #tell(event: unknown) {
    const text = JSON.stringify(event)
    for (const watcher of this.#watchers) watcher.send(text)
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work)
    // Nobody may wait for it: then the watchers hear of it.
    this.#queue = done.catch((error: unknown) =>
      this.#tell({ type: 'error', id: '', problem: problemOf(error) }),
    )
    return done
  }

  /** Begins, or shows the game to one more watcher. */
  join(watcher: Watcher): Promise<Problem | null> {
    this.#part.wake()
    return this.#turn(async () => {
      const answer = await this.#put({ ask: 'join', game: this.record })
      const { problem } = answer
      if (problem) return problem
      await this.#perform(answer)
      const game = (await this.#put({ ask: 'view', id: this.id })).value
      watcher.send(JSON.stringify({ type: 'state', game }))
      this.#watchers.add(watcher)
      return null
    })
  }

  /** The game as it is now. */
  view(): Promise<unknown> {
    return this.#turn(async () => (await this.#put({ ask: 'view', id: this.id })).value)
  }

  leave(watcher: Watcher) {
    this.#watchers.delete(watcher)
  }

  /** Does something while nothing else is done. */
  during(work: () => void): Promise<void> {
    return this.#turn(() => Promise.resolve(work()))
  }

  /** A watcher's request: it is answered after its effects were sent. */
  command(watcher: Watcher, request: { id: string; type: string }): Promise<void> {
    const { id } = request
    const answered = (event: object) => watcher.send(JSON.stringify(event))
    if (request.type === 'ping') {
      answered({ type: 'pong' })
      answered({ type: 'done', id })
      return Promise.resolve()
    }
    if (this.#part.waiting) {
      this.#part.wake()
      // The machine does not think yet.
      if (request.type === 'move_now') {
        answered({ type: 'done', id })
        return Promise.resolve()
      }
    }
    return this.#turn(async () => {
      let problem: Problem | null
      try {
        const answer = await this.#put({ ask: 'command', id: this.id, request })
        const failed = await this.#perform(answer)
        problem = answer.problem ?? failed
      } catch (error) {
        problem = problemOf(error)
      }
      answered(problem ? { type: 'error', id, problem } : { type: 'done', id })
    })
  }

  /** Another tab has stored this version. */
  changedElsewhere(version: number) {
    if (version <= this.record.version) return
    void this.#turn(() => this.#readAgain())
  }

  /** Ends: the game is deleted, or nobody needs it. */
  close() {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#part.close()
    this.#data.close()
    this.#searcher.close()
    for (const watcher of this.#watchers) watcher.close()
    this.#watchers.clear()
    this.module.hall.ask(JSON.stringify({ ask: 'close', id: this.id }))
  }

  /** Asks the module. Where a part of it is missing, the question waits until the part is there. */
  async #put(question: object, text = ''): Promise<ModuleAnswer> {
    for (;;) {
      const asked = JSON.stringify({ ...question, at: performance.now() })
      try {
        return JSON.parse(this.module.hall.ask(`${asked.slice(0, -1)}${text}}`)) as ModuleAnswer
      } catch (error) {
        if (!(error instanceof NotFetched)) throw error
        this.#tell({ type: 'error', id: '', problem: MISSING })
        if (!(await this.#part.until(this.module.hall.code))) throw error
      }
    }
  }

  /** Does what an answer says, and what follows from it; why a change could not be stored. */
  async #perform(answer: ModuleAnswer): Promise<Problem | null> {
    let failed: Problem | null = null
    let now: ModuleAnswer | null = answer
    while (now && !this.#closed) {
      const { steps = [], deadline }: ModuleAnswer = now
      now = null
      for (const step of steps) {
        if (step.step === 'store') {
          const problem = await this.#keep(step)
          failed ??= problem
          now = problem ? await this.#again() : await this.#stored()
        } else this.#do(step)
      }
      clearTimeout(this.#timer)
      if (!now && deadline !== undefined) this.#wait(deadline)
    }
    return failed
  }

  #do(step: Exclude<Step, { step: 'store' }>) {
    switch (step.step) {
      case 'stop':
        this.#searching = false
        return this.#searcher.stop()
      case 'hurry':
        return this.#searcher.hurry()
      case 'search':
        return this.#search(step.job)
      case 'tell':
        return this.#tell(step.event)
      case 'ended':
        return this.news.listed()
    }
  }

  async #keep(step: Extract<Step, { step: 'store' }>): Promise<Problem | null> {
    const { before, request, changes, summary } = step
    const at = Date.now()
    const kept = changes.map((change, index): StoredChange => ({
      version: before + index + 1,
      at,
      ...(request ? { request } : {}),
      change,
    }))
    try {
      await this.store.append(this.id, before, kept, summary)
    } catch (error) {
      if (error instanceof Changed) return { code: 'changed-elsewhere', message: error.message }
      return NOT_STORED
    }
    const { log } = this.record
    log.push(...kept)
    this.record = { ...this.record, version: before + kept.length, updated_at: at }
    this.news.stored(this.id, this.record.version)
    return null
  }

  #stored(): Promise<ModuleAnswer> {
    const { version, updated_at } = this.record
    return this.#put({ ask: 'stored', id: this.id, version, now: updated_at })
  }

  async #readAgain(): Promise<void> {
    const answer = await this.#again()
    if (answer) await this.#perform(answer)
  }

  /** The game as it is stored; the game ends here if it is not there any more. */
  async #again(): Promise<ModuleAnswer | null> {
    const record = await this.store.game(this.id)
    if (!record) {
      this.close()
      return null
    }
    this.record = record
    return this.#put({ ask: 'replaced', game: record })
  }

  #wait(deadline: number) {
    this.#timer = setTimeout(
      () => {
        void this.#turn(async () => {
          if (!this.#closed) await this.#perform(await this.#put({ ask: 'passed', id: this.id }))
        })
      },
      Math.max(0, deadline - performance.now()),
    )
  }

  #search(job: Job) {
    const { number } = job
    const { id } = this
    this.#searching = true
    /** Asks the module with a text of JSON in the question. */
    const reported = (question: object, key: string, text: string) =>
      void this.#turn(async () => {
        if (this.#closed) return
        await this.#perform(await this.#put({ ...question, id, number }, `,"${key}":${text}`))
      })
    this.#searcher.start(
      JSON.stringify({ of: 'game', game: this.record, job, now: performance.now() }),
      {
        report: (info) => reported({ ask: 'progressed' }, 'info', info),
        found: (found) => {
          this.#searching = false
          reported({ ask: 'found' }, 'found', found)
          if (found === NOTHING_FETCHED) void this.#searchLater()
        },
      },
    )
  }

  /** What the machine needs is missing: it is asked again when that is there. */
  async #searchLater() {
    if (this.#data.waiting || !(await this.#data.until(() => this.#searcher.prepare()))) return
    await this.#turn(async () => {
      if (this.#closed) return
      await this.#perform(await this.#put({ ask: 'join', game: this.record }))
    })
  }
}
