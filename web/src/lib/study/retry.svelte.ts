// "Try again": stops at each mistake of a review and asks for a better move.

import { machineLevel, sideName } from '../play/say'
import { t } from '../i18n/index.svelte'
import type { BoardMove, Side } from '../types'
import { hasLine } from './aside.svelte'
import { expected } from './chance'
import { MISTAKES } from './reviewed'
import { writtenIn } from './score'
import type { StudySession } from './session.svelte'
import type { AnalysisLine, ReviewedMove, Study } from './types'
import { s } from './words'

/** A move that loses less than this share of the expected score is no inaccuracy: it counts as a good one. */
export const INACCURACY = 0.05
/** A move is better than that of the game if it keeps so much more of the expected score. */
export const CLEARLY = 0.05
/** Milliseconds for the search of a tried move, and for that of the best one. */
const SEARCH = 1500
/** Milliseconds for which a move that is not good enough stays on the board. */
const SEEN = 1200

type Stage =
  | 'asking'
  | 'checking'
  | 'played'
  | 'wrong'
  | 'better'
  | 'unjudged'
  | 'right'
  | 'shown'
  | 'finished'

export type Verdict = 'right' | 'better' | 'wrong'

/** The verdict on a move, from the expected scores of its side: after it, after the best, after that of the game. */
export function verdict(tried: number, best: number, game: number): Verdict {
  if (best - tried < INACCURACY) return 'right'
  return tried - game >= CLEARLY ? 'better' : 'wrong'
}

/** The side of the person, where the other one is our machine; `null` where that is not known. */
export function ownSide({ players }: Pick<Study, 'players'>): Side | null {
  const machines = players.map((name) => machineLevel(name) !== null)
  if (machines[0] === machines[1]) return null
  return machines[0] ? 'second' : 'first'
}

export class Retry {
  on = $state(false)
  /** Whose mistakes were chosen. */
  #chosen = $state.raw<Side | null | undefined>(undefined)
  stage = $state<Stage>('asking')
  /** Hints given for this mistake: 0, 1 (the piece) or 2 (the target). */
  hints = $state(0)
  found = $state(0)
  #index = $state(0)
  #list = $state.raw<readonly ReviewedMove[]>([])
  /** The move that is judged, until the machine has written it. */
  tried = $state.raw<Pick<BoardMove, 'from' | 'to' | 'text'> | null>(null)
  /** What the best move of this mistake is worth by a search like that of a tried move. */
  #best: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(readonly session: StudySession) {}

  /** Whose mistakes are tried again: at first the person's, where they made some; `null`: those of both sides. */
  get side(): Side | null {
    if (this.#chosen !== undefined) return this.#chosen
    const own = this.own
    return own && this.mistakes(own).length > 0 ? own : null
  }

  set side(side: Side | null) {
    this.#chosen = side
  }

  /** The side of the person; `null` if it is not known. */
  get own(): Side | null {
    return this.session.study ? ownSide(this.session.study) : null
  }

  /** The mistakes of a side, or of both: first those of the person. */
  mistakes(side: Side | null = this.side): ReviewedMove[] {
    const moves = (this.session.review?.moves ?? []).filter(
      (move) =>
        MISTAKES.includes(move.grade) &&
        move.best &&
        (side === null || move.side === side) &&
        this.session.tree.has(move.node),
    )
    const isOther = (move: ReviewedMove) => Number(this.own !== null && move.side !== this.own)
    return moves.sort((a, b) => isOther(a) - isOther(b))
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
    this.#still()
    this.session.analyses.lost()
    this.session.aside.close()
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

  /** The node at which a move is asked for. */
  get node(): number | null {
    const { mistake, session } = this
    return (mistake && session.tree.get(mistake.node)?.parent) ?? null
  }

  /** Whether a move is asked for. */
  get isOpen(): boolean {
    return ['asking', 'played', 'wrong', 'better', 'unjudged'].includes(this.stage)
  }

  /** Whether another position than that of the question is shown. */
  get isAway(): boolean {
    return this.isOpen && this.session.at !== this.node
  }

  /** Shows the position before a mistake. */
  #show(index: number) {
    this.#index = index
    this.hints = 0
    this.#best = null
    this.ask()
  }

  /** Asks for a move, once more. */
  ask() {
    this.#still()
    this.stage = 'asking'
    this.return()
  }

  /** Shows the position of the question. */
  return() {
    this.tried = null
    if (this.node !== null) this.session.look(this.node)
  }

  /** Leaves a mistake, or goes on after it. */
  next() {
    this.#still()
    this.session.analyses.lost()
    if (this.#index + 1 < this.#list.length) this.#show(this.#index + 1)
    else {
      this.session.aside.close()
      this.stage = 'finished'
    }
  }

  hint() {
    this.hints = Math.min(2, this.hints + 1)
  }

  /** Shows the best line, which the study does not get by that. */
  show() {
    const { mistake, node } = this
    if (!mistake?.best || node === null) return
    this.#still()
    this.session.analyses.lost()
    this.stage = 'shown'
    this.session.showLine({
      node,
      back: node,
      moves: mistake.best_line ?? [],
      chance: this.#own(this.#reviewed(mistake)),
    })
  }

  /** The expected score of the side that erred out of that of the first side, and the other way round. */
  #own = (chance: number) => (this.mistake?.side === 'second' ? 1 - chance : chance)

  /** The chance of the best move by the review: what the played one kept, and what it lost. */
  #reviewed = (mistake: ReviewedMove) => this.#own(mistake.chance) + mistake.loss

  /** Judges a move on the board. */
  async play(move: Pick<BoardMove, 'text'> & Partial<BoardMove>) {
    const { mistake, session, node } = this
    if (!mistake || node === null || session.at !== node || !this.isOpen) return
    this.#still()
    session.aside.close()
    if (move.text === session.tree.get(mistake.node)?.played?.text) {
      this.stage = 'played'
      return
    }
    const { best_line = [] } = mistake
    if (move.text === mistake.best?.text && best_line.length > 0) {
      session.aside.open({ ...this.#line(node), moves: best_line }, 1)
      this.#right()
      return
    }
    this.stage = 'checking'
    this.tried = { text: move.text, from: move.from ?? null, to: move.to ?? '' }
    const show = (line: AnalysisLine) => {
      if (this.mistake !== mistake || this.stage !== 'checking') return
      const chance = expected(line.chances)
      session.aside.open({ ...this.#line(node), moves: line.moves, chance }, 1)
    }
    const line = await session.analyses.probe(node, move.text, SEARCH, show)
    const stands = () => this.on && this.mistake === mistake && this.stage === 'checking'
    if (!stands()) return
    if (line) show(line)
    const found = line && (await this.#judge(mistake, this.#own(expected(line.chances)), stands))
    if (!stands()) return
    this.tried = null
    if (!found) {
      this.stage = 'unjudged'
      session.aside.close()
    } else if (found === 'right') this.#right()
    else {
      this.stage = found
      this.#timer = setTimeout(() => this.return(), SEEN)
    }
  }

  #line = (node: number) => ({ node, back: node, chance: null })

  /** Compares a move with the best one, which may be worth less than the review thought. */
  async #judge(mistake: ReviewedMove, tried: number, stands: () => boolean) {
    const { session, node } = this
    const game = this.#own(mistake.chance)
    const best = this.#reviewed(mistake)
    const found = verdict(tried, best, game)
    if (found === 'right' || !mistake.best || node === null) return found
    if (this.#best === null) {
      const line = await session.analyses.probe(node, mistake.best.text, SEARCH)
      if (!line || !stands()) return null
      this.#best = this.#own(expected(line.chances))
    }
    return verdict(tried, Math.min(best, this.#best), game)
  }

  #right() {
    this.stage = 'right'
    if (this.hints < 2) this.found++
  }

  #still() {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Whether the study has the line on the board. */
  get isKept(): boolean {
    const { line } = this.session.aside
    return line !== null && hasLine(this.session.tree, line.node, line.moves)
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
    const name = played ? writtenIn(study.variant, played) : ''
    switch (this.stage) {
      case 'asking':
        return words.ask(sideName(t(), study.variant, mistake.side), name)
      case 'played':
        return words.played(name)
      case 'shown':
        return words.shown(mistake.best ? writtenIn(study.variant, mistake.best) : '')
      case 'finished':
        return words.finished(this.found, this.count)
      default:
        return words[this.stage]
    }
  }
}
