// Endings to win and to hold: positions that are won or drawn, played against the strongest machine. Which are done, the
// browser keeps.

import type { GamePage } from '../games/interface'
import { onNoted } from '../noted'

const KEY = 'yiqi.endings'
/** How many games are remembered whose endings are not won yet. */
const MOST = 100

export interface Ending {
  readonly id: string
  readonly position: string
  /** `draw` where the side to move is to hold a draw; else it wins. */
  readonly aim?: string
  /** The moves of the winner to the end, at most; of a draw, how many moves there are. */
  readonly moves: number
  /** Of a draw: how many of the moves lose. */
  readonly losing?: number
  /** How this is proven: `search`, `solved`, or the method of the game's solver. */
  readonly method: string
}

/** Whether an ending is to be drawn. */
export const isToHold = ({ aim }: Ending): boolean => aim === 'draw'

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

/** How a game ended for a person. */
export type Result = 'won' | 'drawn' | 'lost'

interface Kept {
  /** The endings that were won, or held. */
  readonly won: readonly string[]
  /** Which ending a game is of, the latest last. */
  readonly games: readonly (readonly [game: string, ending: string])[]
  /** The games in which a draw is enough. */
  readonly drawn: readonly string[]
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
    const { won, games, drawn } = JSON.parse(text ?? '{}') as Partial<Record<keyof Kept, unknown>>
    const isText = (one: unknown): one is string => typeof one === 'string'
    const isPair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every(isText)
    return {
      won: Array.isArray(won) ? won.filter(isText) : [],
      games: Array.isArray(games) ? games.filter(isPair) : [],
      drawn: Array.isArray(drawn) ? drawn.filter(isText) : [],
    }
  } catch {
    return { won: [], games: [], drawn: [] }
  }
}

class Endings {
  #kept = $state.raw<Kept>(readKept(memory()?.getItem(KEY) ?? null))

  constructor() {
    onNoted('hall', (key) => {
      if (key === KEY) this.#kept = readKept(memory()?.getItem(KEY) ?? null)
    })
  }

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

  /** Whether an ending was won, or held. */
  isDone(id: string): boolean {
    return this.#kept.won.includes(id)
  }

  /** The ending that a game is of; '' for every other game. */
  of(game: string): string {
    return this.#kept.games.findLast(([one]) => one === game)?.[1] ?? ''
  }

  /** Whether a game is an ending in which a draw is enough. */
  holds(game: string): boolean {
    return this.#kept.drawn.includes(game)
  }

  begun(game: string, ending: Ending) {
    this.#keep(({ won, games, drawn }) => ({
      won,
      games: [...games, [game, ending.id] as const].slice(-MOST),
      drawn: isToHold(ending) ? [...drawn, game].slice(-MOST) : drawn,
    }))
  }

  /** Notes the end of a game, if it is one of these: for the person it was `won`, drawn or lost. */
  ended(game: string, result: Result) {
    const ending = this.of(game)
    const isDone = result === 'won' || (result === 'drawn' && this.holds(game))
    if (!ending || !isDone) return
    this.#keep((kept) => ({ ...kept, won: [...new Set([...kept.won, ending])] }))
  }
}

export const endings = new Endings()
