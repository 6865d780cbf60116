// "Try again": stops at each mistake of a review and asks for a better move.

import { sideName } from '../game/say'
import { t } from '../i18n/index.svelte'
import type { BoardMove, Side } from '../types'
import { writtenIn } from './score'
import type { StudySession } from './session.svelte'
import type { ReviewedMove } from './types'
import { s } from './words'

/** A move counts as good as the best if it loses at most this share of the expected score. */
export const GOOD_ENOUGH = 0.02
/** Milliseconds for the search of a tried move. */
const SEARCH = 1500
export const MISTAKES = ['mistake', 'blunder']

type Stage = 'asking' | 'checking' | 'wrong' | 'right' | 'shown' | 'finished'

export class Retry {
  on = $state(false)
  /** Whose mistakes are tried again; `null`: those of both sides. */
  side = $state<Side | null>(null)
  stage = $state<Stage>('asking')
  /** Hints given for this mistake: 0, 1 (the piece) or 2 (the target). */
  hints = $state(0)
  found = $state(0)
  #index = $state(0)
  #list = $state.raw<readonly ReviewedMove[]>([])

  constructor(readonly session: StudySession) {}

  /** The mistakes of a side, or of both. */
  mistakes(side: Side | null = this.side): ReviewedMove[] {
    const moves = this.session.review?.moves ?? []
    return moves.filter(
      (move) =>
        MISTAKES.includes(move.grade) &&
        move.best &&
        (side === null || move.side === side) &&
        this.session.tree.has(move.node),
    )
  }

  start() {
    this.#list = this.mistakes()
    if (this.#list.length === 0) return
    this.session.analyses.turn(false)
    this.on = true
    this.found = 0
    this.#show(0)
  }

  stop() {
    this.on = false
  }

  get mistake(): ReviewedMove | null {
    return this.#list[this.#index] ?? null
  }

  get number(): number {
    return this.#index + 1
  }

  get count(): number {
    return this.#list.length
  }

  /** Shows the position before a mistake. */
  #show(index: number) {
    this.#index = index
    this.hints = 0
    this.stage = 'asking'
    const node = this.mistake && this.session.tree.get(this.mistake.node)
    if (node) this.session.look(node.parent ?? 0)
  }

  next() {
    if (this.#index + 1 < this.#list.length) this.#show(this.#index + 1)
    else this.stage = 'finished'
  }

  hint() {
    this.hints = Math.min(2, this.hints + 1)
  }

  /** Enters the best line, and shows its first move. */
  show() {
    const { mistake } = this
    if (!mistake?.best) return
    this.stage = 'shown'
    this.session.play({ text: mistake.best.text })
  }

  /** Judges a move on the board. */
  async play(move: Pick<BoardMove, 'text'>) {
    const { mistake, session } = this
    const node = mistake && session.tree.get(mistake.node)
    if (!mistake || !node || session.at !== node.parent || this.stage === 'checking') return
    if (move.text === node.played?.text) {
      this.stage = 'wrong'
      return
    }
    if (move.text === mistake.best?.text) {
      this.#right(move)
      return
    }
    this.stage = 'checking'
    const chance = await session.analyses.probe(session.at, move.text, SEARCH)
    if (this.mistake !== mistake || !this.on) return
    const own = (first: number) => (mistake.side === 'first' ? first : 1 - first)
    // The chance of the best move: what the played one kept, and what it lost.
    const best = own(mistake.chance) + mistake.loss
    if (chance !== null && best - own(chance) <= GOOD_ENOUGH) this.#right(move)
    else this.stage = 'wrong'
  }

  #right(move: Pick<BoardMove, 'text'>) {
    this.stage = 'right'
    if (this.hints < 2) this.found++
    this.session.play(move)
  }

  /** The squares of the hints: where the best move begins, if it moves a piece, and where it ends. */
  readonly hintSquares = $derived.by<{ from: string | null; to: string } | null>(() => {
    const best = this.mistake?.best_line?.[0]
    return best ? { from: best.from ?? null, to: best.to } : null
  })

  /** What the panel and the live region say. */
  get text(): string {
    const { mistake, session } = this
    const study = session.study
    if (!this.on || !mistake || !study) return ''
    const words = s().retry
    const played = session.tree.get(mistake.node)?.played
    switch (this.stage) {
      case 'asking':
        return words.ask(
          sideName(t(), study.variant, mistake.side),
          played ? writtenIn(study.variant, played) : '',
        )
      case 'checking':
        return words.checking
      case 'wrong':
        return words.wrong
      case 'right':
        return words.right
      case 'shown':
        return words.shown(mistake.best ? writtenIn(study.variant, mistake.best) : '')
      case 'finished':
        return words.finished(this.found, this.count)
    }
  }
}
