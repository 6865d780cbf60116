// Endings to win: positions with a proven win, played against the strongest machine. Which are won, the browser keeps.

import type { GamePage } from '../games/interface'

const KEY = 'yiqi.endings'
/** How many games are remembered whose endings are not won yet. */
const MOST = 100

export interface Ending {
  readonly id: string
  readonly position: string
  /** The moves of the winner to the end, at most. */
  readonly moves: number
  /** How the win is proven: `search`, `solved`, or the method of the game's solver. */
  readonly method: string
}

export interface EndingSet {
  readonly variant: string
  readonly endings: readonly Ending[]
}

const files = import.meta.glob<EndingSet>('../games/*/endings/*.json', { import: 'default' })

/** The sets of a game. */
export async function endingsOf(game: GamePage): Promise<EndingSet[]> {
  const own = Object.entries(files).filter(([path]) =>
    path.startsWith(`../games/${game.words.folder}/`),
  )
  return Promise.all(own.map(([, load]) => load()))
}

interface Kept {
  /** The endings that were won. */
  readonly won: readonly string[]
  /** Which ending a game is of, the latest last. */
  readonly games: readonly (readonly [game: string, ending: string])[]
}

function memory(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** What a stored text says; nothing where it is invalid. */
export function readKept(text: string | null): Kept {
  try {
    const { won, games } = JSON.parse(text ?? '{}') as Partial<Record<keyof Kept, unknown>>
    const isText = (one: unknown): one is string => typeof one === 'string'
    const isPair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every(isText)
    return {
      won: Array.isArray(won) ? won.filter(isText) : [],
      games: Array.isArray(games) ? games.filter(isPair) : [],
    }
  } catch {
    return { won: [], games: [] }
  }
}

class Endings {
  #kept = $state.raw<Kept>(readKept(memory()?.getItem(KEY) ?? null))

  #keep(change: (kept: Kept) => Kept) {
    // Another window may have kept some in the meantime.
    const stored = memory()?.getItem(KEY) ?? null
    this.#kept = change(stored === null ? this.#kept : readKept(stored))
    try {
      memory()?.setItem(KEY, JSON.stringify(this.#kept))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
  }

  isWon(id: string): boolean {
    return this.#kept.won.includes(id)
  }

  /** The ending that a game is of; '' for every other game. */
  of(game: string): string {
    return this.#kept.games.findLast(([one]) => one === game)?.[1] ?? ''
  }

  begun(game: string, ending: string) {
    this.#keep(({ won, games }) => ({
      won,
      games: [...games, [game, ending] as const].slice(-MOST),
    }))
  }

  /** Notes that a game was won, if it is one of these. */
  won(game: string) {
    const ending = this.of(game)
    if (!ending) return
    this.#keep(({ won, games }) => ({ won: [...new Set([...won, ending])], games }))
  }
}

export const endings = new Endings()
