// New games that repeat the settings of other games.

import type { Game, NewGame, Player } from '../types'

/** The same players, clock and start position again, with the colours exchanged. */
export function rematch(game: Game, standardStart: string | undefined): NewGame {
  const opening = game.opening_kind
  // Openings require the usual board.
  const isStandard = Boolean(opening) || game.start === standardStart
  const [first, second] = game.players as [Player, Player]
  return {
    variant: game.variant,
    rules: game.rules,
    players: [second, first],
    draw_lots: false,
    clock: game.clock.setting,
    position: isStandard ? null : game.start,
    moves: [],
    ...(opening ? { opening } : {}),
  }
}
