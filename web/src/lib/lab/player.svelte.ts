// The time that is shown of one or two recorded searches. All of them are shown after the same number
// of steps.

import type { Run } from './run.svelte'
import { lowerBound, NEVER } from './tree'

/** Steps for each second. */
export const SPEEDS = [1, 3, 10, 50, 500, 5000, 50000] as const
/** Seconds in which all of a search is shown: the choices after the speeds. */
export const WITHIN = [60, 20, 5] as const
/** The slowest speed of a search that is shown within a time. */
const LEAST = 2

export class Player {
  time = $state(0)
  playing = $state(false)
  /** A place in `SPEEDS`, or after them in `WITHIN`: usually a whole search in a minute at most. */
  speed = $state<number>(SPEEDS.length)
  #frame = 0
  #last = 0
  #part = 0

  constructor(private readonly runs: () => readonly Run[]) {}

  /** The greatest time that can be shown. */
  get length(): number {
    return Math.max(0, ...this.runs().map((run) => run.loaded))
  }

  /** Steps for each second. */
  get rate(): number {
    const fixed = SPEEDS[this.speed]
    const seconds = WITHIN[this.speed - SPEEDS.length] ?? WITHIN[0]
    return fixed ?? Math.max(LEAST, this.length / seconds)
  }

  get whole(): boolean {
    return this.runs().every((run) => run.whole)
  }

  seek(time: number): void {
    this.time = Math.max(0, Math.min(this.length, Math.round(time)))
  }

  step(by: number): void {
    this.pause()
    this.seek(this.time + by)
  }

  play(): void {
    if (this.playing) return
    if (this.time >= this.length && this.whole) this.time = 0
    this.playing = true
    this.#last = performance.now()
    this.#part = 0
    this.#frame = requestAnimationFrame(this.#tick)
  }

  pause(): void {
    this.playing = false
    cancelAnimationFrame(this.#frame)
  }

  #tick = (now: number): void => {
    const passed = Math.min(250, now - this.#last)
    this.#last = now
    this.#part += (passed / 1000) * this.rate
    const steps = Math.floor(this.#part)
    this.#part -= steps
    if (steps > 0) this.seek(this.time + steps)
    if (this.time >= this.length && this.whole) this.playing = false
    else this.#frame = requestAnimationFrame(this.#tick)
  }

  /** The time after the next cut-off of a search; its end if there is none. */
  nextCut(run: Run): void {
    const { cuts, events } = run.tree
    const at = cuts.below(this.time)
    this.pause()
    this.seek(at < cuts.length ? cuts.at[at]! + 1 : events)
  }

  /** The time after the cut-off before; the start if there is none. */
  previousCut(run: Run): void {
    const { cuts } = run.tree
    const at = lowerBound(cuts.at, cuts.length, this.time - 1) - 1
    this.pause()
    this.seek(at >= 0 ? cuts.at[at]! + 1 : 0)
  }

  /** To the end of the node of the last step, or of the node above if it has ended. */
  out(run: Run): void {
    const { tree } = run
    this.pause()
    let at = tree.current(this.time)
    while (at >= 0 && tree.leaveAt[at]! < this.time) at = tree.parent[at]!
    if (at < 0) {
      // All nodes have ended: to the next root, or to the end.
      const next =
        tree.roots.length > 0
          ? lowerBound(tree.roots.at, tree.roots.length, tree.shown(this.time))
          : 0
      this.seek(next < tree.roots.length ? tree.enterAt[tree.roots.at[next]!]! + 1 : tree.events)
      return
    }
    this.seek(tree.leaveAt[at] === NEVER ? tree.events : tree.leaveAt[at]! + 1)
  }

  /** To the end of the subtree of the last step: its parts are passed over. */
  over(run: Run): void {
    const { tree } = run
    const at = tree.current(this.time)
    if (at >= 0 && tree.leaveAt[at]! >= this.time && tree.enterAt[at] === this.time - 1) {
      this.pause()
      this.seek(tree.leaveAt[at] === NEVER ? tree.events : tree.leaveAt[at]! + 1)
    } else this.step(1)
  }
}
