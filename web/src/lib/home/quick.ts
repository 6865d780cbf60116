// The game that one click begins: against the machine, at the height of the person.

import type { GamePage } from '../games/interface'
import { defaultForm, toNewGame } from '../play/form'
import { fittingLevel } from '../play/runs'
import { lastGame } from '../prefs.svelte'
import type { NewGame } from '../types'

/** The game, and the level of the machine in it. */
export function quickGame(game: GamePage): { game: NewGame; level: number } {
  const last = lastGame(game)
  const level = fittingLevel(game)
  const variant = last?.variant ?? game.known[0] ?? ''
  const form = { ...defaultForm, variant, rules: last?.rules ?? null }
  form.levels = [level, level]
  return { game: toNewGame(form, { position: null, moves: [] }), level }
}
