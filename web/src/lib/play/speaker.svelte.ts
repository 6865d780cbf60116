// The announcements for a screen reader: moves, the end, questions and choices of an opening.

import { gameOf } from '../games/registry'
import { t } from '../i18n/index.svelte'
import { notationOf } from '../prefs.svelte'
import type { Game, OpeningAnswer } from '../types'
import { beginsOf } from './numbering'
import { openingOf } from './opening'
import { joined, moveOf, sayEnd, speakMove } from './say'
import type { GameSession } from './session.svelte'

export class Speaker {
  /** The text of the live region. */
  text = $state('')
  /** The last spoken answer in an opening. */
  #heard: { answer: OpeningAnswer | null; ply: number } = { answer: null, ply: 0 }

  say(text: string) {
    this.text = text
  }

  /** Announces the changes between two states of the game. */
  changed(session: GameSession, now: Game, before: Game) {
    const words = this.#moves(session, now, before)
    if (now.end && !before.end) {
      const { head, body } = sayEnd(
        t(),
        now.end,
        now.variant,
        now.board.pieces,
        notationOf(now.variant),
      )
      words.push(head, body)
    }
    this.#opening(session, now, before, words)
    // A text that stays beside the new move is not drowned by it.
    if (session.notice && words.length > 0) words.unshift(session.notice)
    if (words.length > 0) this.text = joined(t(), words)
  }

  #moves(session: GameSession, now: Game, before: Game): string[] {
    const last = now.moves.at(-1)
    if (last && now.moves.length === before.moves.length + 1) {
      const made = session.made(last.ply)
      return [speakMove(t(), now, last, notationOf(now.variant), made)]
    }
    const gone = now.moves.length < before.moves.length
    return gone ? [t().board.position(this.#after(now, now.moves.length))] : []
  }

  /** The move that leads to a position of the game. */
  #after(game: Game, ply: number) {
    return moveOf(t(), game.variant, ply, beginsOf(game))
  }

  #opening(session: GameSession, now: Game, before: Game, words: string[]) {
    const { openings } = gameOf(now.variant)
    const { answer } = session
    // If a move follows at once, the answer is repeated: its first announcement may have been cut off.
    if (answer && (answer !== this.#heard.answer || now.moves.length === this.#heard.ply + 1)) {
      words.unshift(openings?.answered(t(), now, answer) ?? '')
      if (answer !== this.#heard.answer) this.#heard = { answer, ply: now.moves.length }
    }
    const asks = openingOf(now)
    if (asks && (words.length > 0 || asks.acts.length !== openingOf(before)?.acts.length)) {
      words.push(openings?.asks(t(), asks, session.isMine(asks.decides)) ?? '')
    }
  }

  /** Announces the move that led to the shown position. */
  lookedAt(session: GameSession) {
    const { game } = session
    const move = game?.moves[session.ply - 1]
    this.text =
      game && move
        ? speakMove(t(), game, move, notationOf(game.variant))
        : t().board.position(game ? this.#after(game, session.ply) : null)
  }
}
