// Links to the shown position of a game: to be sent, and to the other games in which it stood.

import { api, ApiError } from '../api'
import { gameOf } from '../games/registry'
import { problemText, t, wordsOf } from '../i18n/index.svelte'
import { copyGameLink, findAddress } from '../picture/links'
import { router } from '../router.svelte'
import { sayFault } from './say'
import type { GameSession } from './session.svelte'

/** Copies the address of the game at the shown move; at the end, of the game. */
export async function copyShown(session: GameSession): Promise<void> {
  const ply = session.atEnd ? null : session.ply
  if (await copyGameLink(session.id, ply)) session.notice = t().play.linkCopied
}

/** Looks for the shown position in all games. */
export async function findShown(session: GameSession): Promise<void> {
  const { game, board, ply } = session
  if (!game || !board) return
  // The position as text is known of the last move only.
  const turn = game.moves[ply]?.side ?? game.turn
  const pieces = board.pieces.map(({ at, side, kind }) => ({ at, side, kind }))
  try {
    const { text, faults } = await api.checkPosition(game.variant, { pieces, turn })
    const [fault] = faults
    if (text) router.go(findAddress(game.variant, text))
    else if (fault) session.notice = sayFault(t(), wordsOf(gameOf(game.variant)), fault)
    else session.notice = t().problems['bad-position']!
  } catch (error) {
    session.notice = error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}
