// The studies of the hall in this browser.

import { answerOf, put, valueOf, type ModuleAnswer } from './ask'
import { dateOf, newId } from './ids'
import type { Watcher } from './live'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { ok, refused, type Route } from './routes'
import type { StoredGame } from './store'
import { OpenStudy, PutAway } from './study-live'
import type { StoredStudy, StudyRow, StudyStore } from './study-store'

/** Studies on a page of the list. */
const PAGE = 50

/** What studies need of the hall. */
export interface StudyHall {
  readonly modules: Modules
  readonly store: StudyStore
  game(id: string): Promise<StoredGame | null>
  /** The module that has read a file, or the one of the variant. */
  reader(file: string | undefined, variant: string): Promise<FamilyModule>
  review(study: string, module: FamilyModule): Promise<object | null>
  dropReview(study: string): void
  /** A study has another version. */
  changed(study: string, version: number): void
  /** The list of studies is another one. */
  listed(): void
}

const noStudy = (id: string) => refused(404, 'not-found', `there is no study ${id}`)

/** What a new study is made of. */
interface NewStudy {
  readonly kind: string
  readonly id?: string
  readonly variant?: string
  readonly study?: { variant: string }
  /** The id of a file that was read, or the file. */
  readonly file?: string | { variant: string }
}

/** A study that is not stored, as `hall_messages::UnsavedStudy` has it. */
export interface Made {
  readonly setup: string
  readonly game: string | null
  readonly edits: readonly string[]
  readonly head: string
}

const variantOf = ({ setup }: StudyRow) => (JSON.parse(setup) as { variant: string }).variant

export class Studies {
  readonly #open = new Map<string, Promise<OpenStudy | ModuleAnswer | null>>()

  constructor(readonly hall: StudyHall) {}

  readonly routes: Route[] = [
    ['GET', /^\/api\/studies$/, ({ query }) => this.#list(query)],
    ['POST', /^\/api\/studies$/, ({ body }) => this.#create(body as NewStudy)],
    ['GET', /^\/api\/studies\/([^/]+)$/, ({ ids }) => this.#view(ids[0]!)],
    [
      'GET',
      /^\/api\/studies\/([^/]+)\/raw$/,
      async ({ ids }) => ok((await this.hall.store.study(ids[0]!)) ?? undefined),
    ],
    ['DELETE', /^\/api\/studies\/([^/]+)$/, ({ ids }) => this.#remove(ids[0]!)],
  ]

  /** The study, opened; a refusal where it cannot be read; null: there is none. */
  opened(id: string): Promise<OpenStudy | ModuleAnswer | null> {
    const known = this.#open.get(id)
    if (known) return known
    const begun = this.#opening(id)
    this.#open.set(id, begun)
    const forget = () => this.#open.delete(id)
    begun.then((study) => !(study instanceof OpenStudy) && forget(), forget)
    return begun
  }

  async #opening(id: string): Promise<OpenStudy | ModuleAnswer | null> {
    const { hall } = this
    const stored = await hall.store.study(id)
    if (!stored) return null
    const variant = variantOf(stored)
    const module = await hall.modules.knowing(variant)
    return OpenStudy.open(stored, module, {
      store: hall.store,
      data: () => hall.modules.data(module, variant),
      game: (game) => hall.game(game),
      review: (study, of) => hall.review(study, of),
      changed: (study, version) => hall.changed(study, version),
    })
  }

  /** Does something with the study while nothing else is done; null: there is none. */
  async during<T>(id: string, work: (module: FamilyModule) => Promise<T>): Promise<T | null> {
    const done = await this.#with(id, (study) => study.during(() => work(study.module)))
    return done && 'done' in done ? done.done : null
  }

  /** The answer of an open study; one that is put away at this moment is opened again. */
  async #with<T>(
    id: string,
    work: (study: OpenStudy) => Promise<T>,
  ): Promise<{ done: T } | ModuleAnswer | null> {
    for (;;) {
      const study = await this.opened(id)
      if (!(study instanceof OpenStudy)) return study
      try {
        return { done: await work(study) }
      } catch (error) {
        if (!(error instanceof PutAway)) throw error
        if ((await this.#open.get(id)) === study) this.#open.delete(id)
      }
    }
  }

  /** A client joins; what it says goes to the answer, unless there is no study. */
  async join(id: string, watcher: Watcher): Promise<((text: string) => void) | null> {
    const joined = await this.#with(id, async (study) => {
      await study.join(watcher)
      return study
    })
    if (!joined || !('done' in joined)) return null
    const { done: study } = joined
    return (text) => void study.command(watcher, JSON.parse(text) as { id: string; type: string })
  }

  /** A client is gone. A study that nobody watches is put away. */
  leave(watcher: Watcher) {
    for (const [id, begun] of this.#open) {
      void begun.then((study) => {
        if (!(study instanceof OpenStudy)) return
        study.leave(watcher)
        // Somebody may be joining it.
        const rest = () => {
          if (study.watched) return Promise.resolve()
          this.#open.delete(id)
          study.close()
          return Promise.resolve()
        }
        void study.during(rest).catch(() => {})
      })
    }
  }

  /** Something happened elsewhere, or to the game of a study: those that are open are told. */
  each(work: (study: OpenStudy) => void) {
    for (const begun of this.#open.values()) {
      void begun.then((study) => study instanceof OpenStudy && work(study))
    }
  }

  async #create(of: NewStudy): Promise<Answer> {
    const { store } = this.hall
    if (of.kind === 'game') {
      const known = await store.ofGame(of.id ?? '')
      if (known) return this.#view(known)
    }
    const game = of.kind === 'game' ? await this.hall.game(of.id ?? '') : null
    const [read, file] = typeof of.file === 'string' ? [of.file] : [undefined, of.file]
    const variant = game?.setup.variant ?? of.study?.variant ?? file?.variant ?? of.variant ?? ''
    const { modules } = this.hall
    const module = read ? await this.hall.reader(read, variant) : await modules.whole(variant)
    const date = game ? dateOf(game.created_at) : null
    const made = put(module, { ask: 'study', of: { what: 'make', of, game, date } })
    if (made.problem) return answerOf(made)
    const study = this.stored(valueOf<Made>(made))
    const id = await store.create(study)
    this.hall.listed()
    return this.#view(id, id === study.id ? 201 : 200)
  }

  /** A made study as it is stored. */
  stored({ setup, head, edits, game: ofGame }: Made): StoredStudy {
    const now = Date.now()
    return {
      id: newId(),
      ...(ofGame ? { game: ofGame } : {}),
      setup,
      head,
      version: edits.length,
      created_at: now,
      updated_at: now,
      log: edits.map((body) => ({ body })),
    }
  }

  /** The study as it is shown. */
  seen = (id: string): Promise<Answer> => this.#view(id)

  async #view(id: string, done = 200): Promise<Answer> {
    const seen = await this.#with(id, (study) => study.view())
    if (!seen) return noStudy(id)
    return answerOf('done' in seen ? seen.done : seen, done)
  }

  /** Pages of the list begin behind a number of studies. */
  async #list(query: URLSearchParams): Promise<Answer> {
    const all = await this.hall.store.studies()
    const from = Number(query.get('before') ?? 0)
    const limit = Number(query.get('limit') ?? PAGE)
    const rows = all.slice(from, from + limit)
    const shown = await Promise.all(rows.map((row) => this.#summary(row)))
    const next = from + limit < all.length ? `${from + limit}` : null
    return ok({ studies: shown, next, total: all.length })
  }

  async #summary(row: StudyRow): Promise<unknown> {
    const module = await this.hall.modules.whole(variantOf(row))
    const answer = put(module, { ask: 'study', of: { what: 'list', studies: [row] } })
    return (answer.value as unknown[])[0]
  }

  async #remove(id: string): Promise<Answer> {
    this.hall.dropReview(id)
    const study = await this.#open.get(id)
    if (!(await this.hall.store.remove(id))) return noStudy(id)
    if (study instanceof OpenStudy) study.close()
    this.#open.delete(id)
    this.hall.listed()
    return { status: 204 }
  }
}
