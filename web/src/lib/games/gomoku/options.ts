// What one may choose about boards of stones.

import { chooseOptions, option } from '../../prefs.svelte'
import { gameNamed } from '../registry'
import { placings, type Placing } from './placing'

export const shown = {
  /** Whether stones carry the number of their move. */
  get numbers(): boolean {
    return option('gomoku', 'numbers') === true
  },
  /** Whether threes and fours that could be made are marked. */
  get threats(): boolean {
    return option('gomoku', 'threats') === true
  },
  /** How a stone is put with a finger. */
  get placing(): Placing {
    return placings.find((p) => p === option('gomoku', 'placing')) ?? 'auto'
  },
}

/** Changes one of them. */
export const chooseShown = (
  change: Partial<{ numbers: boolean; threats: boolean; placing: Placing }>,
): void => chooseOptions(gameNamed('gomoku'), change)
