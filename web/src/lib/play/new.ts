// New games that repeat the settings of other games.

import { presetOf } from './presets'
import type { Game, NewGame, Player } from '../types'

const LOWEST = 1
const HIGHEST = 12

/** The level of the machine that a person played against; `null` where there is none. */
export function levelPlayed({ players }: Pick<Game, 'players'>): number | null {
  const machines = players.filter((player) => player.kind === 'machine')
  const [machine] = machines
  if (machines.length !== 1 || !machine || presetOf(machine)) return null
  return machine.level ?? null
}

/** The levels a little easier and a little harder than that of a game; `null` where there is none. */
export function levelsBeside(game: Pick<Game, 'players'>): [number | null, number | null] {
  const level = levelPlayed(game)
  if (level === null) return [null, null]
  return [level > LOWEST ? level - 1 : null, level < HIGHEST ? level + 1 : null]
}

/** A rematch against another level. */
export function rematchAt(game: Game, standardStart: string | undefined, level: number): NewGame {
  const again = rematch(game, standardStart)
  const at = (player: Player): Player => (player.kind === 'machine' ? { ...player, level } : player)
  return { ...again, players: again.players.map(at) as NewGame['players'] }
}

/** The player without a seat: it belongs to whoever begins the next game. */
const unseated = (player: Player): Player =>
  player.kind === 'person' ? { kind: 'person', name: player.name ?? '' } : player

/** The same players, clock and start position again, with the colours exchanged. */
export function rematch(game: Game, standardStart: string | undefined): NewGame {
  const opening = game.opening_kind
  // Openings require the usual board.
  const isStandard = Boolean(opening) || game.start === standardStart
  const [first, second] = game.players as [Player, Player]
  return {
    variant: game.variant,
    rules: game.rules,
    players: [unseated(second), unseated(first)],
    draw_lots: false,
    clock: game.clock.setting,
    position: isStandard ? null : game.start,
    moves: [],
    ...(opening ? { opening } : {}),
  }
}
