// What is known of a node or a step at a time, in words. Values are those of the side that moves at the
// root, so that a value keeps its sign on its way up the tree.

import type { StepFacts } from './en'
import type { Rise, Visit } from './order'
import type { Run } from './run.svelte'
import { numberText, valueText } from './score'
import { CUT_OFF, ENTER, ITERATION, LEAVE, PURPOSES, RAISE, REASONS, SKIP, TABLE } from './tree'
import { INFINITE } from './types'
import { l, type LabWords } from './words'

/** How the values and moves of a search are written. */
export interface Style {
  readonly run: Run
  readonly words: LabWords
  readonly language: string
  /** The notation of moves; '' for a textbook's tree. */
  readonly notation: string
  /** The side that moves at the root, and the other. */
  readonly sides: readonly [string, string]
  /** A move as a game writes it, from the server's text. */
  readonly written: (text: string) => string
}

export class Facts {
  constructor(readonly style: Style) {}

  get #tree() {
    return this.style.run.tree
  }

  /** Whether the side of the root moves at a node. */
  isMax(id: number): boolean {
    return this.#tree.ply[id]! % 2 === 0
  }

  mover(id: number): string {
    return this.style.sides[this.isMax(id) ? 0 : 1]
  }

  /** A value of a node, given from the view of the side to move there. */
  value(id: number, value: number): string {
    return valueText(this.isMax(id) ? value : -value, this.style.notation === '')
  }

  /** The window at a time; both ends as text. */
  window(id: number, time: number): [low: string, high: string] {
    const [alpha, beta] = this.#tree.window(id, time)
    return this.isMax(id)
      ? [this.value(id, alpha), this.value(id, beta)]
      : [this.value(id, beta), this.value(id, alpha)]
  }

  /** The sign of a bound; '' for an exact value. */
  bound(id: number): string {
    const tree = this.#tree
    const score = tree.score[id]!
    const high = score >= tree.beta[id]!
    const low = score <= tree.alpha[id]!
    if ((!high && !low) || REASONS[tree.reason[id]!] === 'over') return ''
    if (tree.tried[id] === 0 && tree.reason[id] !== TABLE) return ''
    return high === this.isMax(id) ? '≥\u202f' : '≤\u202f'
  }

  /** The value of a node that has ended, with its bound. */
  result(id: number): string {
    return this.bound(id) + this.value(id, this.#tree.score[id]!)
  }

  /** The move into a node. */
  move(id: number): string {
    const { run, notation, written, words } = this.style
    if (id < 0) return ''
    const known = notation ? run.name(id, notation) : ''
    const text = known || run.text(id)
    if (text) return written(text)
    return this.#tree.ply[id] === 0 ? words.root : words.null
  }

  /** The second line of a node's card: its value, or its window. */
  brief(id: number, time: number): string {
    if (this.#tree.ended(id, time)) return this.result(id)
    const [low, high] = this.window(id, time)
    return `${low} … ${high}`
  }

  /** A node in words, for a screen reader. */
  spoken(id: number, time: number, best: boolean): string {
    const { words } = this.style
    const tree = this.#tree
    const [low, high] = this.window(id, time)
    const ended = tree.ended(id, time)
    return [
      this.move(id),
      words.tree.window(low, high),
      ended ? words.tree.value(this.result(id)) : words.tree.open,
      ended && tree.reason[id] === CUT_OFF ? words.tree.cut : '',
      ended && tree.reason[id] === TABLE ? words.tree.joined : '',
      words.purposes[PURPOSES[tree.purpose[id]!]!] ?? '',
      best ? words.tree.best : '',
    ]
      .filter(Boolean)
      .join(words.tree.comma)
  }

  /** The facts of a node for a sentence. `best`: the move that it is about. */
  #of(id: number, time: number, best = -1): StepFacts {
    const tree = this.#tree
    const [alpha, beta] = tree.window(id, time)
    const isMax = this.isMax(id)
    const end = (value: number) => (Math.abs(value) >= INFINITE ? '' : this.value(id, value))
    const saved = tree.saved.get(id) ?? 0
    return {
      max: this.style.sides[0],
      min: this.style.sides[1],
      isMax,
      move: this.move(id),
      low: end(isMax ? alpha : beta),
      high: end(isMax ? beta : alpha),
      value: this.value(id, tree.score[id]!),
      best: best < 0 ? '' : this.move(best),
      tried: tree.tried[id]!,
      leftOut: tree.leftOut(id),
      saved: saved > 0 ? numberText(saved, this.style.language) : '',
      depth: tree.depth[id]!,
      exact: this.bound(id) === '',
    }
  }

  /** The nodes whose moves the sentence of a step names. */
  named(time: number): number[] {
    const tree = this.#tree
    const at = Math.min(time, tree.events) - 1
    if (at < 0) return []
    const id = tree.subject[at]!
    const before = this.#rise(at)?.visit.node ?? -1
    return [id, tree.best(id, time), tree.best(id, time + 1), before].filter((node) => node >= 0)
  }

  #rise(at: number): Rise | null {
    const tree = this.#tree
    return tree.kind[at] === ENTER ? this.style.run.orders.rise(tree.subject[at]!) : null
  }

  #entered(id: number, time: number): string {
    const tree = this.#tree
    const { steps } = this.style.words
    const facts = this.#of(id, time)
    const purpose = steps.purposes[PURPOSES[tree.purpose[id]!]!]
    if (purpose) return purpose(facts)
    if (tree.ply[id] === 0) return steps.root(facts)
    return tree.quiet[id] === 0 && tree.right(id) === id + 1
      ? steps.leafEnter(facts)
      : steps.enter(facts)
  }

  /** That the move of a step comes earlier than at the last visit, and why; '' if it does not. */
  #risen(at: number): string {
    const rise = this.#rise(at)
    if (!rise) return ''
    const move = this.move(this.#tree.subject[at]!)
    return this.style.words.steps.risen({ ...rise, move, visit: this.visit(rise.visit) })
  }

  /** An earlier visit in words. */
  visit({ node, kind }: Visit): string {
    const { visits } = this.style.words
    if (kind === 'sibling') return visits.sibling(this.move(node))
    if (kind === 'again') return visits.again
    const root = this.#tree.path(node)[0]!
    return visits.iteration(this.#tree.depth[root]!)
  }

  /** The step before a time as a sentence. */
  sentence(time: number): string {
    const tree = this.#tree
    const { steps } = this.style.words
    const at = Math.min(time, tree.events) - 1
    if (at < 0) return steps.none
    const id = tree.subject[at]!
    switch (tree.kind[at]) {
      case ITERATION:
        return steps.iteration(tree.value[at]!)
      case ENTER:
        return this.#entered(id, time) + this.#risen(at)
      case RAISE: {
        const facts = this.#of(id, time, tree.best(id, time))
        return steps.raise({ ...facts, value: this.value(id, tree.value[at]!) })
      }
      case SKIP: {
        const move = this.style.written(this.style.run.moveText(tree.value[at]!))
        return steps.skip({ ...this.#of(id, time), move })
      }
      case LEAVE: {
        const best = tree.best(id, time + 1)
        const say = steps.reasons[REASONS[tree.reason[id]!]!]
        // At a cut-off the last child is the reason.
        return say?.(this.#of(id, time, best)) ?? ''
      }
    }
    return ''
  }
}

/** The style of a textbook's tree, or of a game. */
export const plainStyle = (run: Run, language: string): Style => ({
  run,
  words: l(),
  language,
  notation: '',
  sides: [l().sides.max, l().sides.min],
  written: (text) => text,
})
