// A line that is asked: the page plays the moves of the other side.

import { api } from '../api'
import { sound } from '../sound/sound'
import type { MovePlayed, Side } from '../types'
import { Walk } from './walk.svelte'
import type { KeptLine } from './lines.svelte'

/** Milliseconds for which a move is seen before its answer. */
const PAUSE = 500

export type Said = 'begin' | 'right' | 'wrong' | 'shown' | 'done' | 'helped'

export class Drill {
  readonly walk: Walk
  /** What is said of the last move. */
  said = $state<Said>('begin')
  /** The reply that was just played. */
  reply = $state.raw<MovePlayed | null>(null)
  /** Whether the whole line was played. */
  over = $state(false)
  /** Whether the move is shown. */
  shows = $state(false)
  /** The move that is shown, as it is written. */
  written = $state.raw<MovePlayed | null>(null)
  /** Whether a move was wrong or shown. */
  helped = $state(false)
  #closed = false

  constructor(
    readonly line: KeptLine,
    readonly ondone: (known: boolean) => void,
  ) {
    this.walk = new Walk(line.variant, line.start)
    void this.#begin()
  }

  close() {
    this.#closed = true
  }

  get #at(): number {
    return this.walk.moves.length
  }

  /** The move that is asked; undefined where the line is over. */
  get wanted(): string | undefined {
    return this.line.moves[this.#at]
  }

  /** Who moves now. */
  get turn(): Side | null {
    return this.walk.report?.turn ?? null
  }

  /** Whether a move can be made. */
  get open(): boolean {
    return !this.over && !this.walk.busy && this.turn === this.line.side
  }

  async #begin() {
    // The constructor of the walk has asked for its start.
    await this.walk.go([])
    await this.#answer()
  }

  /** Plays what the line says for the other side, until it is the person's turn or the line ends. */
  async #answer() {
    while (!this.#closed && this.wanted !== undefined && this.turn !== this.line.side) {
      if (this.#at > 0) await new Promise((done) => setTimeout(done, PAUSE))
      if (this.#closed || !(await this.walk.play(this.wanted))) return
      this.reply = this.walk.report?.last ?? null
      sound.play('move')
    }
    if (this.wanted === undefined && !this.over && !this.walk.failed) this.#finish()
  }

  #finish() {
    this.over = true
    this.said = this.helped ? 'helped' : 'done'
    this.ondone(!this.helped)
  }

  async show() {
    const { wanted } = this
    if (!this.open || wanted === undefined) return
    this.helped = true
    const text = this.walk.text
    // How the move is written, only the hall knows.
    const report = await api.checkPosition(this.line.variant, { text }, [
      ...this.walk.moves,
      wanted,
    ])
    if (this.wanted !== wanted) return
    this.written = report.last ?? null
    this.shows = true
    this.said = 'shown'
  }

  async play(text: string) {
    if (!this.open) return
    if (text !== this.wanted) {
      this.helped = true
      if (this.said === 'wrong') await this.show().catch(() => {})
      else this.said = 'wrong'
      return
    }
    this.reply = null
    if (!(await this.walk.play(text))) return
    sound.play('move')
    this.shows = false
    this.said = 'right'
    await this.#answer()
  }
}
