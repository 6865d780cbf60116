// What is set up in the lab, and what is recorded of it.

import { ApiError } from '../api'
import { USUAL, type SetUp } from './address'
import { DepthStudy } from './experiments/depth.svelte'
import { lab, positionOf, type Source } from './api'
import type { Board, Side } from '../types'
import { Player } from './player.svelte'
import { Run } from './run.svelte'
import { LabSocket } from './socket'
import { textbooks } from './textbooks'
import type { Lab, LabEvaluation, LabPosition, MindIteration } from './types'

type Problem = { code: string; message: string }

const problemOf = (error: unknown): Problem =>
  error instanceof ApiError ? error.problem : { code: 'server', message: String(error) }

export class LabSession {
  about = $state.raw<Lab | null>(null)
  source = $state.raw<Source | null>(null)
  /** The position of the source; `null` for a textbook's tree. */
  at = $state.raw<LabPosition | null>(null)
  /** Its board. */
  board = $state.raw<Board | null>(null)
  /** Who moves in it. */
  turn = $state<Side>('first')
  depth = $state(USUAL.depth)
  techniques = $state.raw<readonly string[]>(USUAL.techniques)
  /** What the experiments compare. */
  choices = $state.raw(USUAL.choices)
  runs = $state.raw<readonly Run[]>([])
  /** The search that the controls and the sentence are about. */
  active = $state(0)
  /** The node that is looked at; −1: that of the last step. */
  picked = $state(-1)
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  mind = $state.raw<readonly MindIteration[]>([])
  thinking = $state(false)
  evaluation = $state.raw<LabEvaluation | null>(null)
  /** The end of the search is shown as soon as it is here. */
  toEnd = $state(false)
  readonly player = new Player(() => this.runs)
  readonly depthStudy = new DepthStudy((request) => this.#connect().send(request))

  #socket: LabSocket | null = null
  #mindId = ''

  get run(): Run | undefined {
    return this.runs[this.active] ?? this.runs[0]
  }

  /** The node that is shown beside the tree. */
  get shown(): number {
    const { run } = this
    if (!run) return -1
    // `loaded` changes together with the tree.
    void run.loaded
    if (this.picked >= 0 && this.picked < run.tree.shown(this.player.time)) return this.picked
    return run.tree.current(this.player.time)
  }

  get variant(): string {
    return this.at?.variant ?? ''
  }

  async open(): Promise<void> {
    try {
      this.about = await lab.about()
    } catch (error) {
      this.problem = problemOf(error)
    }
  }

  /** Takes over what an address sets up. */
  async setUp({ tab, source, depth, techniques, choices, go }: SetUp): Promise<void> {
    this.depth = depth
    this.techniques = techniques
    this.choices = choices
    if (source) await this.choose(source)
    if (!go) return
    if (tab === 'depth') this.measure(choices.compare)
    else if (tab !== 'match') await this.begin()
  }

  async choose(source: Source): Promise<void> {
    this.clear()
    this.source = source
    this.problem = null
    this.at = null
    this.board = null
    this.evaluation = null
    this.mind = []
    this.depthStudy.clear()
    if (source.kind === 'textbook') return
    this.busy = true
    try {
      const { at, board, turn } = await positionOf(source)
      if (this.source === source) {
        this.at = at
        this.board = board
        this.turn = turn
      }
    } catch (error) {
      if (this.source === source) this.problem = problemOf(error)
    } finally {
      this.busy = false
    }
  }

  /** Begins to record the chosen searches. */
  async begin(): Promise<void> {
    const { source, techniques, depth, at } = this
    this.clear()
    this.problem = null
    if (source?.kind === 'textbook') {
      const books = await textbooks()
      this.runs = techniques.flatMap((technique, slot) => {
        const ids = [`${source.id}-${technique}`, technique === 'alpha-beta' ? source.id : '']
        const book = books.find((book) => ids.includes(book.id))
        return book ? [Run.written(slot, book, { technique, depth, at: null })] : []
      })
      if (this.runs.length === 0) this.problem = { code: 'lab-textbook', message: source.id }
    } else if (at) {
      const socket = this.#connect()
      this.runs = techniques.map(
        (technique, slot) =>
          new Run(slot, { technique, depth, at }, (request) => socket.send(request)),
      )
      for (const run of this.runs) run.begin(this.about?.most_nodes ?? 1_000_000)
    }
  }

  /** Forgets the recorded searches. */
  clear(): void {
    this.toEnd = false
    this.player.pause()
    for (const run of this.runs) if (!run.whole) run.stop()
    this.player.time = 0
    this.runs = []
    this.picked = -1
    this.active = 0
  }

  /** Measures techniques over depth. */
  measure(by: readonly string[]): void {
    const { at, choices } = this
    if (!at || by.length === 0) return
    this.problem = null
    this.depthStudy.begin({ at, by, to: choices.to, ms: 1000 * choices.seconds })
  }

  think(ms: number): void {
    if (!this.at) return
    this.mind = []
    this.problem = null
    this.thinking = true
    this.#mindId = this.#connect().send({ type: 'mind', at: this.at, ms, depth: 30 })
  }

  stopThinking(): void {
    this.#socket?.send({ type: 'mind_stop' })
    this.thinking = false
  }

  async evaluate(by: string): Promise<void> {
    const { at } = this
    if (!at) return
    try {
      const found = await lab.evaluation(at, by)
      if (this.at === at) {
        this.evaluation = found
        this.problem = null
      }
    } catch (error) {
      this.evaluation = null
      this.problem = problemOf(error)
    }
  }

  close(): void {
    this.clear()
    this.depthStudy.lost()
    this.#socket?.close()
    this.#socket = null
  }

  #think(iteration: MindIteration): void {
    const others = this.mind.filter((x) => x.depth !== iteration.depth)
    // The last event may only say that the search has ended.
    if (iteration.moves.length > 0) this.mind = [...others, iteration]
    if (iteration.done) this.thinking = false
    if (iteration.message) this.problem = { code: 'engine-failed', message: iteration.message }
  }

  #connect(): LabSocket {
    if (this.#socket && !this.#socket.closed) return this.#socket
    this.#socket = new LabSocket({
      onevent: (event) => {
        if ('slot' in event) this.runs[event.slot]?.receive(event)
        else if (event.type === 'mind') {
          this.#think(event.iteration)
        } else if (event.type === 'measured') {
          this.depthStudy.receive(event.measured)
        } else if (event.type === 'error') {
          this.problem = event.problem
          for (const run of this.runs) run.refuse(event.id, event.problem)
          if (event.id === this.#mindId) this.thinking = false
          if (this.depthStudy.owns(event.id)) this.depthStudy.lost()
        }
      },
      onframe: ({ slot, from, numbers }) => this.runs[slot]?.take(from, numbers),
      onlost: () => {
        this.thinking = false
        const broken = this.depthStudy.running
        this.depthStudy.lost()
        const problem = { code: 'offline', message: 'The connection was lost.' }
        const cut = this.runs.filter((run) => !run.whole)
        if (broken || cut.length > 0) this.problem = problem
        for (const run of cut) run.lose(problem)
      },
    })
    return this.#socket
  }
}
