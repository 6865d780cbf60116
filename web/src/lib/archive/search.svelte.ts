// A search of the archive in progress: its pages, and for a pattern the slices in which the server looks for
// it.

import { ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'
import { archive } from './api'
import { queryOf, type ArchiveForm } from './form'
import type { ArchivedGame } from './types'

/** Games on a page. */
const PAGE = 12
/** How many the server gives at a time. */
const MOST = 200

export class Search {
  games = $state.raw<readonly ArchivedGame[]>([])
  /** The number of games; with a pattern, of those that are looked through. */
  total = $state(0)
  lookedThrough = $state(0)
  /** Games that the archive has not read yet. */
  pending = $state(0)
  /** Whether no request is under way. */
  done = $state(false)
  /** Whether the person stopped it. */
  stopped = $state(false)
  failed = $state('')
  #form: ArchiveForm | null = null
  #next: number | null = null
  /** The number of the latest request: answers to others are ignored. */
  #asked = 0
  /** Whether the list is to be loaded again after the present request. */
  #stale = false
  hasMore = $state(false)

  /** Begins a new search; the old list stays until the first answer. */
  async begin(form: ArchiveForm): Promise<void> {
    this.#form = form
    this.#next = 0
    this.#stale = false
    await this.#run(true)
  }

  /** The next page. */
  async more(): Promise<void> {
    await this.#run(false)
  }

  /**
   * Loads what is shown once more, because the server says that it changed. Nothing moves meanwhile, and without an
   * answer the list stays. Patterns are not searched for again: that takes long.
   */
  async refresh(): Promise<void> {
    const form = this.#form
    if (!form || form.pattern) return
    if (!this.done) {
      this.#stale = true
      return
    }
    const mine = ++this.#asked
    this.#stale = false
    const limit = Math.min(MOST, Math.max(PAGE, this.games.length))
    const list = await archive.search({ ...queryOf(form), offset: 0, limit }).catch(() => null)
    if (!list || mine !== this.#asked) return
    this.games = list.games
    this.total = list.total
    this.pending = list.pending
    this.#next = list.next ?? null
    this.hasMore = this.#next !== null
    this.failed = ''
  }

  async #run(fresh: boolean): Promise<void> {
    const form = this.#form
    if (!form) return
    const mine = ++this.#asked
    this.done = false
    this.stopped = false
    this.failed = ''
    const query = queryOf(form)
    let found: readonly ArchivedGame[] = fresh ? [] : this.games
    const wanted = found.length + PAGE
    try {
      while (this.#next !== null && found.length < wanted) {
        const list = await archive.search({
          ...query,
          offset: this.#next,
          limit: wanted - found.length,
        })
        if (mine !== this.#asked) return
        found = [...found, ...list.games]
        this.games = found
        this.total = list.total
        this.lookedThrough = list.looked_through
        this.pending = list.pending
        this.#next = list.next ?? null
        this.hasMore = this.#next !== null
        // Without a pattern a page is full, or the last.
        if (!form.pattern) break
      }
    } catch (error) {
      if (mine !== this.#asked) return
      this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
    }
    this.done = true
    if (this.#stale) await this.refresh()
  }

  /** Ends a search through many games. What was found stays. */
  cancel(): void {
    if (this.done) return
    this.#asked++
    this.done = true
    this.stopped = true
  }

  change(by: (game: ArchivedGame) => ArchivedGame): void {
    this.games = this.games.map(by)
  }

  /** A game was deleted. */
  drop(id: string): void {
    const kept = this.games.filter(({ game }) => game.id !== id)
    if (kept.length === this.games.length) return
    this.games = kept
    this.total -= 1
    if (this.#next !== null) this.#next = Math.max(0, this.#next - 1)
  }
}
