// A line that is shown on the board without being written into the study: the better line of a review, a tried move.

import type { MovePlayed } from '../types'
import type { Tree } from './tree'

export interface AsideLine {
  /** The node whose position it begins with. */
  readonly node: number
  readonly moves: readonly MovePlayed[]
  /** The node to show after it. */
  readonly back: number
  /** The expected score of the first side that it leads to, if that is known. */
  readonly chance: number | null
}

/** Milliseconds for which the position before the first move is shown. */
const BEFORE = 600

export class Aside {
  line = $state.raw<AsideLine | null>(null)
  /** How many moves of it are shown. */
  step = $state(0)
  #timer: ReturnType<typeof setTimeout> | null = null

  /** The moves that are on the board. */
  readonly moves = $derived(this.line?.moves.slice(0, this.step) ?? [])
  /** The shown move; `null` before the first. */
  readonly last = $derived(this.moves.at(-1) ?? null)

  /** Shows a line after so many moves. */
  open(line: AsideLine, step: number) {
    this.#still()
    this.line = line
    this.go(step)
  }

  /** Shows the position before a line, and soon its first move. */
  begin(line: AsideLine) {
    this.open(line, 0)
    this.#timer = setTimeout(() => this.go(1), BEFORE)
  }

  go(step: number) {
    this.#still()
    this.step = Math.max(0, Math.min(this.line?.moves.length ?? 0, step))
  }

  close() {
    this.#still()
    this.line = null
    this.step = 0
  }

  #still() {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** Whether a study has these moves below a node. */
export function hasLine(tree: Tree, node: number, moves: readonly { text: string }[]): boolean {
  let at: number | undefined = node
  for (const { text } of moves) {
    const children: readonly number[] =
      (at === undefined ? undefined : tree.get(at))?.children ?? []
    at = children.find((id) => tree.get(id)?.played?.text === text)
    if (at === undefined) return false
  }
  return true
}
