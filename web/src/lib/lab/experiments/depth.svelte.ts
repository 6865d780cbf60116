// Techniques measured at depth 1, 2, 3 …, one search after another: what they cost in leaves and in time.

import type { LabPosition, LabRequest, Measured } from '../types'

/** What is measured. */
export interface DepthPlan {
  readonly at: LabPosition
  /** Techniques and machines of textbooks. */
  readonly by: readonly string[]
  /** The greatest depth. */
  readonly to: number
  /** The longest time of one search. */
  readonly ms: number
}

/** A search that is to be measured. */
interface Search {
  readonly by: string
  readonly depth: number
}

export class DepthStudy {
  /** All searches that have ended, in their order; those that needed too long among them. */
  points = $state.raw<readonly Measured[]>([])
  plan = $state.raw<DepthPlan | null>(null)
  /** The search under way. */
  now = $state.raw<Search | null>(null)
  /** Whether it was ended before its end. */
  stopped = $state(false)
  #request = ''

  constructor(private readonly send: (request: LabRequest) => string) {}

  get running(): boolean {
    return this.now !== null
  }

  begin(plan: DepthPlan) {
    this.plan = plan
    this.points = []
    this.stopped = false
    this.#next()
  }

  /** Ends it; what was measured stays. */
  stop() {
    if (!this.now) return
    this.now = null
    this.stopped = true
    this.#request = ''
    this.send({ type: 'measure_stop' })
  }

  /** The connection is gone, or the request was refused. */
  lost() {
    if (this.now) this.stopped = true
    this.now = null
    this.#request = ''
  }

  clear() {
    this.stop()
    this.points = []
    this.plan = null
    this.stopped = false
  }

  /** Whether a request is its own. */
  owns(request: string | null | undefined): boolean {
    return !!request && request === this.#request
  }

  receive(measured: Measured) {
    if (!this.owns(measured.request)) return
    this.points = [...this.points, measured]
    this.#next()
  }

  /** Less deep searches come first, so that all curves grow together. Who needed too long is not tried deeper. */
  #next() {
    const { plan, points } = this
    this.now = null
    this.#request = ''
    if (!plan) return
    const ended = (by: string) => points.some((point) => point.by === by && point.state !== 'done')
    const known = (by: string, depth: number) =>
      points.some((point) => point.by === by && point.depth === depth)
    for (let depth = 1; depth <= plan.to; depth++) {
      const by = plan.by.find((by) => !known(by, depth) && !ended(by))
      if (by === undefined) continue
      this.now = { by, depth }
      this.#request = this.send({ type: 'measure', at: plan.at, by, depth, ms: plan.ms })
      return
    }
  }
}
