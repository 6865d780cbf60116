// The conditional moves of one's own in a game by correspondence. The hall tells them to their person alone, when it is asked.

import { ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'
import type { GameSession } from '../play/session.svelte'
import { isBetweenPersons } from '../people/seats'
import type { ShownConditionalMoves } from '../types'
import { correspondenceApi } from './api'
import { w } from './words'

export class Conditional {
  shown = $state.raw<ShownConditionalMoves | null>(null)
  failed = $state('')
  #asked = 0

  constructor(readonly session: GameSession) {}

  /** Whether the game has conditional moves of the person at this browser. */
  get isPossible(): boolean {
    const { game, mySide } = this.session
    return !!game && game.clock.setting.kind === 'days' && isBetweenPersons(game) && mySide !== null
  }

  /** Whether they can be entered now. */
  get isOpen(): boolean {
    const { game, mySide } = this.session
    return this.isPossible && !!game && !game.end && !game.opening && game.turn !== mySide
  }

  get lines(): ShownConditionalMoves['lines'] {
    return this.shown?.state === 'waiting' ? this.shown.lines : []
  }

  /** Asks how they stand now. An answer that another one has overtaken is not shown. */
  async load(): Promise<void> {
    const asked = ++this.#asked
    // What the hall does not answer is asked for again with the next move.
    const shown = await correspondenceApi.conditional(this.session.id).catch(() => null)
    if (shown && asked === this.#asked) this.shown = shown
  }

  /** Enters lines in place of those that there are. Returns whether they are kept. */
  async set(lines: readonly (readonly string[])[]): Promise<boolean> {
    const asked = ++this.#asked
    this.failed = ''
    try {
      const ply = this.session.game?.moves.length ?? 0
      const shown = await correspondenceApi.setConditional(this.session.id, ply, lines)
      if (asked === this.#asked) this.shown = shown
      return true
    } catch (error) {
      const isBad = error instanceof ApiError && error.problem.code === 'bad-conditional'
      if (isBad) this.failed = w().bad
      else this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
      return false
    }
  }

  add(line: readonly string[]): Promise<boolean> {
    return this.set([...this.lines.map((own) => own.map((move) => move.text)), line])
  }

  remove(index: number): Promise<boolean> {
    const rest = this.lines.filter((_, i) => i !== index)
    return this.set(rest.map((own) => own.map((move) => move.text)))
  }
}

const known = new WeakMap<GameSession, Conditional>()

/** The conditional moves of a game that is shown. */
export function conditionalOf(session: GameSession): Conditional {
  const found = known.get(session) ?? new Conditional(session)
  known.set(session, found)
  return found
}
