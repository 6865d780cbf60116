// A move that a person plans on the other player's turn. The page knows no rules: it is played if it is one of the legal
// moves when the turn comes.

import { gameOf } from '../games/registry'
import { openingOf } from '../play/opening'
import { pendingMove } from '../play/say'
import type { GameSession } from '../play/session.svelte'
import { notationOf, prefs } from '../prefs.svelte'
import { isBetweenPersons } from './seats'

export class Plan {
  /** The square of the piece; `null` in games that put new pieces on the board. */
  from = $state<string | null>(null)
  to = $state<string | null>(null)

  constructor(readonly session: GameSession) {}

  /** Whether a move can be planned now. */
  get isPossible(): boolean {
    const { session } = this
    const { game } = session
    if (!prefs.plan_moves || !game || game.end || game.paused || session.deleted) return false
    if (!isBetweenPersons(game) || openingOf(game) !== null) return false
    return session.looking === null && session.mySide !== null && session.mySide !== game.turn
  }

  /** The planned move as an arrow; `null`: none is planned yet. */
  get shown(): { from: string | null; to: string } | null {
    return this.to === null ? null : { from: this.from, to: this.to }
  }

  /** The planned move in words. */
  get text(): string {
    const { game } = this.session
    if (!game || this.to === null) return ''
    const from = this.from === null ? {} : { from: this.from }
    return pendingMove(game, { text: '', to: this.to, ...from }, notationOf(game.variant))
  }

  forget() {
    this.from = this.to = null
  }

  /** A click on the board. Returns whether it planned something. */
  click(at: string): boolean {
    const { game, mySide } = this.session
    if (!this.isPossible || !game) return false
    const piece = game.board.pieces.find((piece) => piece.at === at)
    if (gameOf(game.variant).dropped !== undefined) {
      this.to = piece || this.to === at ? null : at
      return true
    }
    if (this.from !== null && this.to === null) {
      // The square of an own piece is a target, too: it may be captured there.
      if (at === this.from) this.forget()
      else this.to = at
      return true
    }
    const begins = piece?.side === mySide
    const had = this.from !== null
    this.to = null
    this.from = begins ? at : null
    return begins || had
  }

  /** Plays the planned move if the turn has come. Returns whether it was impossible. */
  turned(): boolean {
    const { session } = this
    const { game } = session
    if (this.to === null || !game || game.end || this.isPossible) {
      if (!this.isPossible) this.forget()
      return false
    }
    const { from, to } = this
    this.forget()
    if (session.mover === null) return false
    const moves = game.board.moves.filter((m) => m.to === to && (m.from ?? null) === from)
    const [move] = moves
    if (moves.length !== 1 || !move || session.warning(move)) return true
    session.play(move)
    return false
  }
}
