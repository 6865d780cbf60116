// Moves that the server has not answered yet, kept in the browser's storage: they survive
// leaving the game, leaving the page and a server that is away, and are sent from any view as
// soon as the hall answers again. The server does a repeated id only once, so that nothing is
// played twice, whoever sends it.

import { Live, liveUrl, type Socket } from './live'
import type { BoardMove, Problem } from './types'

/** A move that waits for the server's answer. A game has one at most. */
export interface Unsent {
  readonly game: string
  /** The request's id. */
  readonly id: string
  /** The ply the move is to be, from 1. */
  readonly ply: number
  readonly move: BoardMove
  /** The squares between both ends, where the move can go in several ways. */
  readonly way: readonly string[]
}

/** A kept move that the server refused. */
export interface Unplayed {
  readonly unsent: Unsent
  readonly problem: Problem
}

/** What is kept: a browser's storage, or a map in its stead where there is none. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'yiqi.unsent.'
/** Milliseconds between two attempts while the hall is away. */
export const AGAIN = 4000

export interface OutboxOptions {
  readonly shelf: Shelf
  readonly socket?: (url: string) => Socket
  /** Whether a game of the server is gone for good; `null`: the server does not answer. */
  readonly gone?: (game: string) => Promise<Problem | null>
}

export class Outbox {
  /** Moves the server refused that nobody has been told of. */
  unplayed = $state.raw<readonly Unplayed[]>([])
  /** How many moves wait. */
  waiting = $state(0)

  readonly #options: OutboxOptions
  /** Games that are open in a view: it sends their moves itself. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen reads it
  readonly #open = new Set<string>()
  /** Moves that cannot be stored at this moment: they are tried again later. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the screen reads it
  readonly #later = new Set<string>()
  #sending: { unsent: Unsent; live: Live } | null = null
  #timer: ReturnType<typeof setInterval> | null = null

  constructor(options: OutboxOptions) {
    this.#options = options
    this.waiting = this.all().length
  }

  /** Everything that waits. */
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

  /** What waits in a game. */
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

  /** The server answered the request with this id. */
  settle(game: string, id: string): void {
    if (this.of(game)?.id === id) this.#options.shelf.removeItem(PREFIX + game)
    this.waiting = this.all().length
  }

  /** Tells in every view that a kept move was not played. */
  refused(unsent: Unsent, problem: Problem): void {
    this.settle(unsent.game, unsent.id)
    this.unplayed = [...this.unplayed, { unsent, problem }]
  }

  told(one: Unplayed): void {
    this.unplayed = this.unplayed.filter((x) => x !== one)
  }

  /** A view shows this game: what waits in it is its to send. */
  opened(game: string): void {
    this.#open.add(game)
    if (this.#sending?.unsent.game === game) this.#stop()
  }

  closed(game: string): void {
    this.#open.delete(game)
    this.wake()
  }

  /** Sends what waits, now and again until it is sent. */
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

  /** Tries now: the browser says it is online again, or a view was left. */
  wake(): void {
    if (!this.#timer) return
    const all = this.all()
    // Another tab may have sent what waited.
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

  /** One game at a time, over its live line. */
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

  /** A game that was deleted has no live line: its move would wait for ever. */
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

/** Whether a refusal is of this moment only: room may be made, a crowd may leave. */
const passes = (code: string) => /^(disk-|data-|too-many|busy|internal|closing)/.test(code)

/** An entry as it was kept; `null` when it is none. */
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

/** Storage as long as the page lives, where the browser gives none. */
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
