// A walk through positions that the hall computes: from a start, by moves, forwards and back.

import { api, ApiError } from '../api'
import { catalogue } from '../catalogue.svelte'
import { problemText } from '../i18n/index.svelte'
import { marksOf } from '../learn/lacks'
import type { Board, Mark, PositionReport } from '../types'

export class Walk {
  moves = $state.raw<readonly string[]>([])
  report = $state.raw<PositionReport | null>(null)
  failed = $state('')
  /** Whether the position after the last move is on its way. */
  busy = $state(false)
  #asked = 0

  constructor(
    readonly variant: string,
    /** The position in which it begins; '' for the usual start. */
    readonly start = '',
    moves: readonly string[] = [],
  ) {
    void this.go(moves)
  }

  /** The text of the position in which it begins. */
  get text(): string {
    return this.start || catalogue.variant(this.variant)?.start || ''
  }

  /** The shown board, with the marks of the last move. */
  get board(): Board | null {
    const board = this.report?.board
    if (!board) return null
    const last = this.report?.last
    const marks: Mark[] = last ? [...marksOf(last), ...board.marks] : board.marks
    return { ...board, marks, moves: this.report?.end ? [] : board.moves }
  }

  /** Shows the position after these moves. */
  async go(moves: readonly string[]): Promise<boolean> {
    const { text } = this
    const number = ++this.#asked
    this.busy = true
    try {
      const report = await api.checkPosition(this.variant, { text }, moves)
      if (number !== this.#asked) return false
      if (!report.board) throw new Error(report.faults[0]?.message ?? '')
      this.failed = ''
      this.report = report
      this.moves = moves
      return true
    } catch (error) {
      if (number === this.#asked) {
        this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
      }
      return false
    } finally {
      if (number === this.#asked) this.busy = false
    }
  }

  play(text: string): Promise<boolean> {
    return this.go([...this.moves, text])
  }

  back(): Promise<boolean> {
    return this.go(this.moves.slice(0, -1))
  }
}
