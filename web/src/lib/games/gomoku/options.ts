// The user's options for boards of stones.

import { chooseOptions, option } from '../../prefs.svelte'
import { gameNamed } from '../registry'
import { placings, type Placing } from './placing'

export const shown = {
  /** Whether stones show the number of their move. */
  get numbers(): boolean {
    return option('gomoku', 'numbers') === true
  },
  /** Whether possible threes and fours are marked. */
  get threats(): boolean {
    return option('gomoku', 'threats') === true
  },
  /** How a stone is played by touch. */
  get placing(): Placing {
    return placings.find((p) => p === option('gomoku', 'placing')) ?? 'auto'
  },
}

/** Changes one of the options. */
export const chooseShown = (
  change: Partial<{ numbers: boolean; threats: boolean; placing: Placing }>,
): void => chooseOptions(gameNamed('gomoku'), change)
