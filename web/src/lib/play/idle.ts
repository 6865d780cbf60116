// Why nothing can be moved on the board of a game.

import { t } from '../i18n/index.svelte'
import { gameGone } from '../people/gone'
import { openSeat } from '../people/seats'
import type { GameSession } from './session.svelte'

/** The reason in words; '' if a move can be made, or one waits for its answer. */
export function whyIdle(session: GameSession): string {
  const { game } = session
  if (!game || session.mover !== null || session.waits) return ''
  if (session.deleted) return gameGone()
  if (session.looking !== null) return t().play.notHere
  if (game.end) return t().problems['game-over']!
  if (!game.players.some((player) => player.kind === 'person')) return t().play.machinesOnly
  if (!session.plays) return t().people.watching
  if (openSeat(game) >= 0) return t().problems['open-seat']!
  if (game.paused) return t().problems.paused!
  return session.pending || session.held ? '' : t().problems['not-your-turn']!
}
