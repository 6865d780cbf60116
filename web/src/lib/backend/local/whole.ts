// All that is stored in this browser as one file, and such a file taken over.

import type { TagRow } from './archive'
import { put } from './ask'
import { base } from './base'
import type { Answer } from './messages'
import type { Modules } from './modules'
import { ok, refused, type Route } from './routes'
import type { Store, StoredGame, StoredSummary } from './store'
import type { StoredReview, StoredStudy, StudyStore } from './study-store'

const FORMAT = 'yiqi-hall 1'

interface HallFile {
  readonly format: string
  readonly games: readonly { game: StoredGame; summary: StoredSummary }[]
  readonly studies: readonly StoredStudy[]
  readonly reviews: readonly StoredReview[]
  /** The tags of games; absent in files of earlier versions. */
  readonly tags?: readonly TagRow[]
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
    /** Gives games a tag. */
    readonly tag: (games: readonly string[], tag: string) => Promise<void>,
    /** The lists are other ones. */
    readonly listed: () => void,
  ) {}

  readonly routes: Route[] = [
    ['GET', /^\/api\/hall\/file$/, async () => ok(await this.#file())],
    ['POST', /^\/api\/hall\/file$/, ({ body }) => this.#take(body)],
  ]

  async #file(): Promise<HallFile> {
    const file = { format: FORMAT, games: [] as HallFile['games'][number][] }
    for (const { id, summary } of await this.games.games()) {
      const game = await this.games.game(id)
      if (game) file.games.push({ game, summary })
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

  async #take(body: unknown): Promise<Answer> {
    if (!isFile(body)) return refused(422, 'bad-file', 'this is no file of a whole hall')
    const taken: Taken = { games: 0, studies: 0, known: 0, damaged: 0 }
    for (const { game, summary } of body.games) {
      if (await this.games.game(game.id)) taken.known++
      else if (await this.#isRead(game.setup.variant, { ask: 'show', game })) {
        await this.games.create(game, summary)
        const tags = body.tags?.find(({ id }) => id === game.id)?.tags ?? []
        for (const tag of tags) await this.tag([game.id], tag)
        taken.games++
      } else taken.damaged++
    }
    for (const study of body.studies) {
      if (await this.studies.study(study.id)) {
        taken.known++
        continue
      }
      const { variant } = JSON.parse(study.setup) as { variant: string }
      const asked = { ask: 'study', of: { what: 'open', study, review: null } }
      if (!(await this.#isRead(variant, asked))) {
        taken.damaged++
        continue
      }
      put(await this.modules.whole(variant), { ask: 'study', of: { what: 'close', id: study.id } })
      // A game has one study.
      if ((await this.studies.create(study)) !== study.id) taken.known++
      else {
        taken.studies++
        const review = body.reviews.find((one) => one.study === study.id)
        if (review) await this.#review(review)
      }
    }
    this.listed()
    return ok(taken)
  }

  async #isRead(variant: string, question: object): Promise<boolean> {
    const answer = put(await this.modules.whole(variant), question)
    return !answer.problem
  }

  async #review({ rows, ...head }: StoredReview): Promise<void> {
    await this.studies.setReview(head, null, true)
    for (const row of rows) await this.studies.setReview(head, row)
  }
}
