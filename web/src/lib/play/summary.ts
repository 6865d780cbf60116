// What the lists of games say of a game: its players' names, and which side is below.

import { gameOf } from '../games/registry'
import { t } from '../i18n/index.svelte'
import type { GameSummary, Side } from '../types'
import { me } from '../people/me.svelte'
import { playerName, yourSide } from './say'

const sides: readonly Side[] = ['first', 'second']

/** The names of both players; the person who plays a machine is "You". */
export function playerNames(game: GameSummary): [string, string] {
  const isAlone = game.players.filter((player) => player.kind === 'person').length === 1
  const you = yourSide(game.players, null)
  return sides.map((side, i) => {
    const player = game.players[i]!
    return player.kind === 'person' && !player.name && (isAlone || you === side)
      ? t().player.you
      : playerName(t(), player, side, game.variant)
  }) as [string, string]
}

/** Whether the second side is below: a person plays it against a machine. */
export const isTurned = (game: GameSummary): boolean =>
  gameOf(game.variant).look.faces &&
  game.players[1]?.kind === 'person' &&
  (game.players[0]?.kind === 'machine' ||
    (game.players[1].seat?.kind === 'taken' && me.has(game.players[1], null)))
