// The studies of the hall in this browser, and their reviews. The texts are those that a server stores.

import { base, under, written } from './base'
import { Changed } from './store'

/** An edit of a study, as `local_hall::StoredStudyEdit` has it. */
export interface StudyEdit {
  request?: string | null
  /** JSON. */
  body: string
}

/** A study as `local_hall::StoredStudy` has it, without its edits. */
export interface StudyRow {
  id: string
  /** The game that it was made of; absent: none. */
  game?: string
  /** What it began with, and what lists show of it: JSON. */
  setup: string
  head: string
  version: number
  created_at: number
  updated_at: number
}

export interface StoredStudy extends StudyRow {
  log: StudyEdit[]
}

export interface ReviewHead {
  study: string
  /** JSON. */
  head: string
  under_way: boolean
}

/** What was found in a position, as `local_hall::StoredReviewRow` has it. */
export interface ReviewRow {
  node: number
  /** JSON. */
  body: string
}

export interface StoredReview extends ReviewHead {
  rows: ReviewRow[]
}

export class StudyStore {
  /** Stores a new study; the id of another one that its game has already, or its own. */
  async create({ log, ...row }: StoredStudy): Promise<string> {
    const change = await written(['studies', 'edits'])
    const known = row.game
      ? await change.objectStore('studies').index('game').getKey(row.game)
      : undefined
    if (known === undefined) {
      void change.objectStore('studies').put(row)
      log.forEach((edit, index) => {
        void change.objectStore('edits').put({ ...edit, study: row.id, number: index + 1 })
      })
    }
    await change.done
    return known ?? row.id
  }

  /** Stores an edit of the study with the version `before`. */
  async append(
    id: string,
    before: number,
    edit: StudyEdit,
    now: { head: string; at: number },
  ): Promise<void> {
    const change = await written(['studies', 'edits'])
    const row = await change.objectStore('studies').get(id)
    if (row?.version !== before) {
      change.abort()
      await change.done.catch(() => {})
      throw new Changed(`the study ${id} was changed elsewhere`)
    }
    const version = before + 1
    const { head, at: updated_at } = now
    void change.objectStore('studies').put({ ...row, version, head, updated_at })
    void change.objectStore('edits').put({ ...edit, study: id, number: version })
    await change.done
  }

  async study(id: string): Promise<StoredStudy | null> {
    const read = (await base()).transaction(['studies', 'edits'])
    const row = await read.objectStore('studies').get(id)
    const log = await read.objectStore('edits').getAll(under(id))
    const edits = log.map(({ request, body }) => ({ request: request ?? null, body }))
    return row ? { ...row, log: edits } : null
  }

  /** All studies, the one that changed last first. */
  async studies(): Promise<StudyRow[]> {
    return (await (await base()).getAllFromIndex('studies', 'updated_at')).reverse()
  }

  /** The study of a game. */
  async ofGame(game: string): Promise<string | undefined> {
    return (await base()).getKeyFromIndex('studies', 'game', game)
  }

  /** Deletes a study and its review; whether there was one. */
  async remove(id: string): Promise<boolean> {
    const change = await written(['studies', 'edits', 'reviews', 'review_rows'])
    const known = await change.objectStore('studies').getKey(id)
    void change.objectStore('studies').delete(id)
    void change.objectStore('edits').delete(under(id))
    void change.objectStore('reviews').delete(id)
    void change.objectStore('review_rows').delete(under(id))
    await change.done
    return known !== undefined
  }

  /** The review of a study. */
  async review(id: string): Promise<StoredReview | null> {
    const read = (await base()).transaction(['reviews', 'review_rows'])
    const head = await read.objectStore('reviews').get(id)
    const rows = await read.objectStore('review_rows').getAll(under(id))
    return head ? { ...head, rows: rows.map(({ node, body }) => ({ node, body })) } : null
  }

  /** The heads of all reviews. */
  async reviews(): Promise<ReviewHead[]> {
    return (await base()).getAll('reviews')
  }

  /** Stores how a review stands, and what was found; `anew`: nothing of an earlier one is left. */
  async setReview(head: ReviewHead, row: ReviewRow | null, anew = false): Promise<void> {
    const change = await written(['reviews', 'review_rows'])
    if (anew) void change.objectStore('review_rows').delete(under(head.study))
    void change.objectStore('reviews').put(head)
    if (row) void change.objectStore('review_rows').put({ ...row, study: head.study })
    await change.done
  }
}
