// The game that one click begins: against the machine, at the height of the person.

import type { GamePage } from '../games/interface'
import { defaultForm, toNewGame } from '../play/form'
import { lastGame } from '../prefs.svelte'
import type { NewGame } from '../types'

/** The machine's level in somebody's first game. */
export const FIRST_LEVEL = 2

/** The game, and the level of the machine in it: that of the last game against it. */
export function quickGame(game: GamePage): { game: NewGame; level: number } {
  const last = lastGame(game)
  const machines = last?.players?.filter((player) => player.kind === 'machine') ?? []
  const alone = machines.length === 1 ? machines[0] : undefined
  const level = alone && !alone.preset ? alone.level : FIRST_LEVEL
  const variant = last?.variant ?? game.known[0] ?? ''
  const form = { ...defaultForm, variant, rules: last?.rules ?? null }
  form.levels = [level, level]
  return { game: toNewGame(form, { position: null, moves: [] }), level }
}
