// An opening protocol as the server tells it: what is asked, of whom, and what may be answered.

import type { Messages } from '../i18n/en'
import type { Game, Side } from '../types'

export type Stage = 'put' | 'choose' | 'declare' | 'offer' | 'pick'

export interface Opening {
  readonly id: string
  readonly stage: string
  /** The seat that decides: the colour it has now. */
  readonly decides: Side
  /** The colour of the stone that is put, offered or picked. */
  readonly stone?: Side | null
  readonly zone: string
  readonly choices: readonly string[]
  readonly left: number
  readonly offered: readonly string[]
  readonly acts: readonly string[]
}

/** The opening a game is in; `null` when it has none or it is over. */
export function openingOf(game: Game | null): Opening | null {
  return (game as (Game & { opening?: Opening | null }) | null)?.opening ?? null
}

/** `declare=4` says how many fifth moves will be offered. */
export function declared(choice: string): number | null {
  const found = /^declare=(\d+)$/.exec(choice)
  return found ? Number(found[1]) : null
}

/** What is asked of the one who decides. */
export function question(m: Messages, opening: Opening): string {
  switch (opening.stage) {
    case 'put':
      return m.gomoku.put(m.side(opening.stone ?? 'first', 'gomoku'), opening.zone, opening.left)
    case 'choose':
      return m.gomoku.choose
    case 'declare':
      return m.gomoku.declare
    case 'offer':
      return m.gomoku.offer(opening.left)
    case 'pick':
      return m.gomoku.pick
    default:
      return ''
  }
}
