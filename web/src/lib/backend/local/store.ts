// The games of the hall in this browser, in IndexedDB. What a change was answered with is on the disk: every transaction
// is strict, and is waited for.

import { base, written } from './base'

/** A change in the log of a game, as `local_hall::StoredChange` has it. */
export interface StoredChange {
  version: number
  at: number
  request?: string
  change: unknown
}

/** A game, as `local_hall::StoredGame` has it, without its log. */
export interface GameHead {
  id: string
  setup: { variant: string; rules: string }
  version: number
  created_at: number
  updated_at: number
}

export interface StoredGame extends GameHead {
  log: StoredChange[]
}

/** What a list shows of it, as `local_hall::StoredSummary` has it. */
export interface StoredSummary {
  players: { kind: string; name?: string }[]
  plies: number
  position: string
  end: unknown
  board?: unknown
}

/** A row of the table of games. */
export interface GameRow {
  id: string
  updated_at: number
  head: GameHead
  summary: StoredSummary
}

/** Somebody else has changed it: another tab. */
export class Changed extends Error {}

const logOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

export class Store {
  #write = () => written(['games', 'log'])

  async create(game: StoredGame, summary: StoredSummary): Promise<void> {
    const change = await this.#write()
    const { log, ...head } = game
    void change
      .objectStore('games')
      .put({ id: game.id, updated_at: game.updated_at, head, summary })
    for (const one of log) void change.objectStore('log').put({ ...one, game: game.id })
    await change.done
  }

  /** Stores many new games, all or none. */
  async createMany(games: readonly { game: StoredGame; summary: StoredSummary }[]): Promise<void> {
    const change = await this.#write()
    for (const { game, summary } of games) {
      const { log, ...head } = game
      const { id, updated_at } = game
      void change.objectStore('games').put({ id, updated_at, head, summary })
      for (const one of log) void change.objectStore('log').put({ ...one, game: id })
    }
    await change.done
  }

  /** Stores changes of the game with the version `before`; its version with them. */
  async append(
    id: string,
    before: number,
    changes: readonly StoredChange[],
    summary: StoredSummary,
  ): Promise<void> {
    const change = await this.#write()
    const games = change.objectStore('games')
    const row = await games.get(id)
    const last = changes.at(-1)
    if (row?.head.version !== before || !last) {
      change.abort()
      await change.done.catch(() => {})
      throw new Changed(`the game ${id} was changed elsewhere`)
    }
    const head = { ...row.head, version: last.version, updated_at: last.at }
    void games.put({ id, updated_at: last.at, head, summary })
    for (const one of changes) void change.objectStore('log').put({ ...one, game: id })
    await change.done
  }

  async game(id: string): Promise<StoredGame | null> {
    const read = (await base()).transaction(['games', 'log'])
    const row = await read.objectStore('games').get(id)
    const log = await read.objectStore('log').getAll(logOf(id))
    return row ? { ...row.head, log: log.map(({ game: _, ...one }) => one) } : null
  }

  /** All games, the one that changed last first. */
  async games(): Promise<GameRow[]> {
    return (await (await base()).getAllFromIndex('games', 'updated_at')).reverse()
  }

  /** Deletes a game; whether there was one. */
  async remove(id: string): Promise<boolean> {
    const change = await this.#write()
    const known = await change.objectStore('games').getKey(id)
    void change.objectStore('games').delete(id)
    void change.objectStore('log').delete(logOf(id))
    await change.done
    return known !== undefined
  }
}
