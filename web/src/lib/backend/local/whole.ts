// All that is stored in this browser as one file, and such a file taken over.

import type { TagRow } from './archive'
import { put } from './ask'
import { base, written } from './base'
import type { Answer } from './messages'
import type { Modules } from './modules'
import { ok, refused, type Route } from './routes'
import type { Store, StoredGame, StoredSummary } from './store'
import type { StoredReview, StoredStudy, StudyStore } from './study-store'

const FORMAT = 'yiqi-hall 1'

interface HallFile {
  readonly format: string
  readonly games: readonly { game: StoredGame }[]
  readonly studies: readonly StoredStudy[]
  readonly reviews: readonly StoredReview[]
  /** The tags of games; absent in files of earlier versions. */
  readonly tags?: readonly TagRow[]
}

/** A game as the module shows it. */
interface ShownGame extends Omit<StoredSummary, 'plies' | 'board'> {
  readonly moves: readonly unknown[]
  readonly board: Record<'grid' | 'files' | 'ranks' | 'pieces', unknown>
}

/** What became of a file. */
interface Taken {
  games: number
  studies: number
  /** Those that were here already. */
  known: number
  /** Those that cannot be read. */
  damaged: number
}

const isFile = (body: unknown): body is HallFile => {
  const file = body as Partial<HallFile> | null
  const lists = [file?.games, file?.studies, file?.reviews]
  return file?.format === FORMAT && lists.every((list) => Array.isArray(list))
}

export class WholeHall {
  constructor(
    readonly modules: Modules,
    readonly games: Store,
    readonly studies: StudyStore,
    /** The lists are other ones. */
    readonly listed: () => void,
  ) {}

  readonly routes: Route[] = [
    ['GET', /^\/api\/me\/data$/, async () => ok(await this.#file())],
    ['POST', /^\/api\/me\/data$/, ({ body }) => this.#take(body)],
  ]

  async #file(): Promise<HallFile> {
    const file = { format: FORMAT, games: [] as HallFile['games'][number][] }
    for (const { id } of await this.games.games()) {
      const game = await this.games.game(id)
      if (game) file.games.push({ game })
    }
    const studies: StoredStudy[] = []
    for (const { id } of await this.studies.studies()) {
      const study = await this.studies.study(id)
      if (study) studies.push(study)
    }
    const reviews: StoredReview[] = []
    for (const { study } of await this.studies.reviews()) {
      const review = await this.studies.review(study)
      if (review) reviews.push(review)
    }
    return { ...file, studies, reviews, tags: await (await base()).getAll('tags') }
  }

  /** Takes over what can be read, all of it in one transaction. */
  async #take(body: unknown): Promise<Answer> {
    if (!isFile(body)) return refused(422, 'bad-file', 'this is no file of a whole hall')
    const taken: Taken = { games: 0, studies: 0, known: 0, damaged: 0 }
    const here = new Set((await this.games.games()).map(({ id }) => id))
    const stored = await this.studies.studies()
    const studied = new Set(stored.flatMap(({ id, game }) => (game ? [id, game] : [id])))
    const games: { game: StoredGame; summary: StoredSummary }[] = []
    for (const { game } of body.games) {
      if (here.has(game?.id)) taken.known++
      else {
        const summary = await this.#summary(game).catch(() => null)
        if (summary) games.push({ game, summary })
        else taken.damaged++
      }
    }
    const studies: StoredStudy[] = []
    for (const study of body.studies) {
      // A game has one study.
      const ids = [study?.id, ...(study?.game ? [study.game] : [])]
      if (ids.some((id) => studied.has(id))) taken.known++
      else if (await this.#isRead(study).catch(() => false)) {
        studies.push(study)
        ids.forEach((id) => studied.add(id))
      } else taken.damaged++
    }
    await this.#store(games, studies, body)
    this.listed()
    return ok({ ...taken, games: games.length, studies: studies.length })
  }

  /** Stores all of it, or nothing. */
  async #store(
    games: readonly { game: StoredGame; summary: StoredSummary }[],
    studies: readonly StoredStudy[],
    { reviews, tags = [] }: HallFile,
  ): Promise<void> {
    const change = await written([
      'games',
      'log',
      'tags',
      'studies',
      'edits',
      'reviews',
      'review_rows',
    ])
    const taken = new Set<string>()
    for (const { game, summary } of games) {
      const { log, ...head } = game
      const { id, updated_at } = game
      taken.add(id)
      void change.objectStore('games').put({ id, updated_at, head, summary })
      for (const one of log) void change.objectStore('log').put({ ...one, game: id })
    }
    for (const row of tags) if (taken.has(row.id)) void change.objectStore('tags').put(row)
    for (const { log, ...row } of studies) {
      taken.add(row.id)
      void change.objectStore('studies').put(row)
      log.forEach((edit, index) => {
        void change.objectStore('edits').put({ ...edit, study: row.id, number: index + 1 })
      })
    }
    for (const { rows, ...head } of reviews) {
      if (!taken.has(head.study)) continue
      void change.objectStore('reviews').put(head)
      for (const row of rows) {
        void change.objectStore('review_rows').put({ ...row, study: head.study })
      }
    }
    await change.done
  }

  /** What lists show of a game; null: it cannot be read. */
  async #summary(game: StoredGame): Promise<StoredSummary | null> {
    const module = await this.modules.whole(game.setup.variant)
    const { problem, value } = put(module, { ask: 'show', game })
    if (problem) return null
    const { players, moves, position, end, board } = value as ShownGame
    const { grid, files, ranks, pieces } = board
    return { players, plies: moves.length, position, end, board: { grid, files, ranks, pieces } }
  }

  async #isRead(study: StoredStudy): Promise<boolean> {
    const { variant } = JSON.parse(study.setup) as { variant: string }
    const module = await this.modules.whole(variant)
    const { problem } = put(module, { ask: 'study', of: { what: 'open', study, review: null } })
    if (!problem) put(module, { ask: 'study', of: { what: 'close', id: study.id } })
    return !problem
  }
}
