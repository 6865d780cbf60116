// Moves that the server has not answered yet. They are kept in the browser's storage, so that they survive
// a change of view, a reload and a lost connection, and are sent from any view as soon as the server
// answers. The server carries out a repeated id only once, so that no move is played twice.

import { Live, liveUrl, type Socket } from './live'
import type { BoardMove, Problem } from './types'

/** A move that waits for the server's answer. A game has one at most. */
export interface Unsent {
  readonly game: string
  /** The request's id. */
  readonly id: string
  /** The ply of this move, counted from 1. */
  readonly ply: number
  readonly move: BoardMove
  /** The squares between both ends, if the move has several possible paths. */
  readonly way: readonly string[]
  /** The move in the notation in which it was played. */
  readonly written?: string
}

/** A kept move that the server refused. */
export interface Unplayed {
  readonly unsent: Unsent
  readonly problem: Problem
}

/** The storage: the browser's, or a map if there is none. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'yiqi.unsent.'
/** Milliseconds between two attempts while the server is down. */
export const AGAIN = 4000

export interface OutboxOptions {
  readonly shelf: Shelf
  readonly socket?: (url: string) => Socket
  /** The error if the server has deleted the game; `null` if the game exists or there is no answer. */
  readonly gone?: (game: string) => Promise<Problem | null>
}

export class Outbox {
  /** Refused moves that have not been shown yet. */
  unplayed = $state.raw<readonly Unplayed[]>([])
  /** How many moves wait. */
  waiting = $state(0)

  readonly #options: OutboxOptions
  /** Games that are open in a view: the view sends their moves. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen reads it
  readonly #open = new Set<string>()
  /** Moves that the server could not store: they are sent again later. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen reads it
  readonly #later = new Set<string>()
  #sending: { unsent: Unsent; live: Live } | null = null
  #timer: ReturnType<typeof setInterval> | null = null

  constructor(options: OutboxOptions) {
    this.#options = options
    this.waiting = this.all().length
  }

  /** All waiting moves. */
  all(): Unsent[] {
    const { shelf } = this.#options
    const found: Unsent[] = []
    for (let i = 0; i < shelf.length; i++) {
      const key = shelf.key(i)
      const unsent = key?.startsWith(PREFIX) ? read(shelf.getItem(key)) : null
      if (unsent) found.push(unsent)
    }
    return found
  }

  /** The waiting move of a game. */
  of(game: string): Unsent | null {
    return read(this.#options.shelf.getItem(PREFIX + game))
  }

  keep(unsent: Unsent): void {
    try {
      this.#options.shelf.setItem(PREFIX + unsent.game, JSON.stringify(unsent))
    } catch {
      // Storage is full or forbidden: the move still waits in the open view.
    }
    this.waiting = this.all().length
  }

  /** Handles the server's answer to the request with this id. */
  settle(game: string, id: string): void {
    if (this.of(game)?.id === id) this.#options.shelf.removeItem(PREFIX + game)
    this.waiting = this.all().length
  }

  /** Reports in every view that a kept move was not played. */
  refused(unsent: Unsent, problem: Problem): void {
    this.settle(unsent.game, unsent.id)
    this.unplayed = [...this.unplayed, { unsent, problem }]
  }

  told(one: Unplayed): void {
    this.unplayed = this.unplayed.filter((x) => x !== one)
  }

  /** Registers a view that shows this game and sends its waiting move. */
  opened(game: string): void {
    this.#open.add(game)
    if (this.#sending?.unsent.game === game) this.#stop()
  }

  closed(game: string): void {
    this.#open.delete(game)
    this.wake()
  }

  /** Sends the waiting moves, repeatedly until all are sent. */
  start(): void {
    this.#timer ??= setInterval(() => {
      this.#later.clear()
      this.wake()
    }, AGAIN)
    this.wake()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#stop()
  }

  /** Tries at once: the browser is online again, or the user left a view. */
  wake(): void {
    if (!this.#timer) return
    const all = this.all()
    // Another tab may have sent the waiting moves.
    this.waiting = all.length
    const current = this.#sending
    if (current) {
      if (all.some((x) => x.id === current.unsent.id)) {
        current.live.wake()
        void this.#check(current.unsent)
        return
      }
      this.#stop()
    }
    const next = all.find((x) => !this.#open.has(x.game) && !this.#later.has(x.id))
    if (next) this.#send(next)
  }

  /** Sends the moves game by game, over the WebSocket of each. */
  #send(unsent: Unsent): void {
    const { socket } = this.#options
    const live = new Live({
      url: liveUrl(unsent.game),
      onevent: (event) => {
        if (event.type === 'done' && event.id === unsent.id) this.settle(unsent.game, unsent.id)
        else if (event.type === 'error' && event.id === unsent.id) {
          if (passes(event.problem.code)) this.#later.add(unsent.id)
          else this.refused(unsent, event.problem)
        } else return
        this.#stop()
        this.wake()
      },
      onconnection: () => {},
      ...(socket ? { socket } : {}),
    })
    this.#sending = { unsent, live }
    live.send({ type: 'move', ply: unsent.ply, text: unsent.move.text }, unsent.id)
  }

  /** A deleted game has no WebSocket: its move would wait for ever. */
  async #check(unsent: Unsent): Promise<void> {
    const problem = await this.#options.gone?.(unsent.game)
    if (!problem || this.#sending?.unsent.id !== unsent.id) return
    this.#stop()
    this.refused(unsent, problem)
    this.wake()
  }

  #stop(): void {
    this.#sending?.live.close()
    this.#sending = null
  }
}

/** Whether a refusal is temporary: a full disk or too many connections. */
const passes = (code: string) => /^(disk-|data-|too-many|busy|internal|closing)/.test(code)

/** A stored entry; `null` if it is invalid. */
function read(text: string | null): Unsent | null {
  if (!text) return null
  try {
    const x = JSON.parse(text) as Partial<Unsent> | null
    const whole =
      typeof x?.game === 'string' &&
      typeof x.id === 'string' &&
      typeof x.ply === 'number' &&
      typeof x.move?.text === 'string' &&
      typeof x.move.to === 'string' &&
      Array.isArray(x.way)
    return whole ? (x as Unsent) : null
  } catch {
    return null
  }
}

/** Storage in memory, if the browser provides none. */
export function shelfInMemory(): Shelf {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- stands for localStorage
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** The browser's storage; reading it may be forbidden. */
export function browserShelf(): Shelf {
  try {
    return localStorage
  } catch {
    return shelfInMemory()
  }
}
