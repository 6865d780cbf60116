// A recorded search as columns of numbers: a million nodes need no object each. Nodes are numbered in
// the order in which the search enters them, so that the nodes below one are the numbers after it.
// A time is the number of steps that have happened.

/** The kinds of steps. */
export const ITERATION = 0
export const ENTER = 1
export const RAISE = 2
export const SKIP = 3
export const LEAVE = 4

/** Why a node is searched, in the order of the column. */
export const PURPOSES = [
  'value',
  'scout',
  'reduced',
  'again',
  'null-move',
  'verify',
  'singular',
  'probcut',
  'probable-cut',
  'razor',
] as const
export type Purpose = (typeof PURPOSES)[number]

/** Why a node ended, in the order of the column. */
export const REASONS = [
  'exhausted',
  'cut-off',
  'evaluated',
  'stand-pat',
  'over',
  'foreseen',
  'database',
  'mate-distance',
  'table',
  'razoring',
  'reverse-futility',
  'null-move',
  'probcut',
  'probable-cut',
  'multi-cut',
  'stopped',
] as const
export type Reason = (typeof REASONS)[number]
export const CUT_OFF = REASONS.indexOf('cut-off')
export const TABLE = REASONS.indexOf('table')
const STOPPED = REASONS.indexOf('stopped')

/** The time of a node that has not ended. */
export const NEVER = 0x7fffffff

/** What is known of a node when it is entered. */
export interface Entered {
  /** The number of its move in the list of moves; −1: none. */
  readonly move: number
  readonly purpose: number
  readonly ply: number
  readonly depth: number
  /** Plies of quiescence; −1 above it. */
  readonly quiet: number
  readonly alpha: number
  readonly beta: number
}

/** What is known of a node when it ends. */
export interface Left {
  readonly score: number
  readonly reason: number
  readonly tried: number
  readonly width: number
  /** The node with the same position that filled the table; −1: none. */
  readonly joins?: number
  /** The nodes that this end saved, estimated. */
  readonly saved?: number
}

/** What has been counted up to a time. */
export interface Counts {
  nodes: number
  leaves: number
  quiet: number
  cuts: number
  saved: number
  table: number
  skipped: number
}

type Column = Int32Array | Int16Array | Int8Array | Uint8Array | Uint16Array

/** A list of whole numbers that grows. */
class Numbers {
  at = new Int32Array(1024)
  length = 0

  push(n: number): void {
    if (this.length === this.at.length) this.at = grown(this.at, this.length * 2)
    this.at[this.length++] = n
  }

  /** How many of the numbers, which ascend, are smaller than `n`. */
  below(n: number): number {
    return lowerBound(this.at, this.length, n)
  }
}

function grown<T extends Column>(column: T, size: number): T {
  const next = new (column.constructor as new (size: number) => T)(size)
  next.set(column as never)
  return next
}

/** The first place whose number is not smaller than `n`; the numbers ascend. */
export function lowerBound(numbers: ArrayLike<number>, length: number, n: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < n) low = middle + 1
    else high = middle
  }
  return low
}

/** Counts are stored once for so many steps. */
const STRIDE = 512

export class SearchTree {
  nodes = 0
  events = 0
  /** The columns of the drawing: each leaf has one, and each cut-off with moves left out. */
  slots = 0
  /** The deepest ply. */
  deepest = 0

  parent = new Int32Array(1024)
  move = new Int32Array(1024)
  enterAt = new Int32Array(1024)
  leaveAt = new Int32Array(1024)
  slotStart = new Int32Array(1024)
  slotEnd = new Int32Array(1024)
  /** The number after the last node below. */
  end = new Int32Array(1024)
  /** The last raise of alpha at a node; −1: none. */
  lastRaise = new Int32Array(1024)
  alpha = new Int16Array(1024)
  beta = new Int16Array(1024)
  score = new Int16Array(1024)
  tried = new Uint16Array(1024)
  width = new Uint16Array(1024)
  ply = new Uint8Array(1024)
  depth = new Int8Array(1024)
  quiet = new Int8Array(1024)
  purpose = new Uint8Array(1024)
  reason = new Uint8Array(1024)
  /** The deepest ply at or below a node. */
  low = new Uint8Array(1024)

  /** The steps. */
  kind = new Uint8Array(4096)
  subject = new Int32Array(4096)
  /** The new alpha, the move left out, or the depth of an iteration. */
  value = new Int32Array(4096)

  readonly raiseAt = new Numbers()
  readonly raiseTo = new Numbers()
  readonly raiseBy = new Numbers()
  readonly raiseBefore = new Numbers()
  /** The times of all cut-offs, of all iterations, and the roots. */
  readonly cuts = new Numbers()
  /** The children that caused the cut-offs; −1: none. */
  readonly cutBy = new Numbers()
  readonly iterations = new Numbers()
  readonly roots = new Numbers()
  /** Rare facts. */
  readonly joins = new Map<number, number>()
  readonly saved = new Map<number, number>()

  #open: number[] = []
  #lastChild: number[] = []
  #counts: Counts = { nodes: 0, leaves: 0, quiet: 0, cuts: 0, saved: 0, table: 0, skipped: 0 }
  #kept: Counts[] = []

  iteration(depth: number): void {
    // A search that was stopped leaves its nodes open.
    while (this.#open.length > 0) this.#close(STOPPED)
    this.iterations.push(this.events)
    this.#step(ITERATION, -1, depth)
  }

  enter(given: Entered): void {
    const id = this.nodes
    if (id === this.parent.length) this.#growNodes()
    const parent = this.#open.at(-1) ?? -1
    this.parent[id] = parent
    this.move[id] = given.move
    this.enterAt[id] = this.events
    this.leaveAt[id] = NEVER
    this.slotStart[id] = this.slots
    this.slotEnd[id] = this.slots
    this.end[id] = id + 1
    this.lastRaise[id] = -1
    this.alpha[id] = given.alpha
    this.beta[id] = given.beta
    this.ply[id] = given.ply
    this.low[id] = given.ply
    this.depth[id] = given.depth
    this.quiet[id] = given.quiet
    this.purpose[id] = given.purpose
    if (given.ply > this.deepest) this.deepest = given.ply
    if (parent < 0) this.roots.push(id)
    this.nodes++
    this.#open.push(id)
    this.#lastChild.push(-1)
    this.#counts.nodes++
    this.#step(ENTER, id, 0)
  }

  raise(alpha: number): void {
    const id = this.#open.at(-1)
    if (id === undefined) return
    this.raiseAt.push(this.events)
    this.raiseTo.push(alpha)
    this.raiseBy.push(this.#lastChild.at(-1) ?? -1)
    this.raiseBefore.push(this.lastRaise[id]!)
    this.lastRaise[id] = this.raiseAt.length - 1
    this.#step(RAISE, id, alpha)
  }

  skip(move: number): void {
    const id = this.#open.at(-1)
    if (id === undefined) return
    this.#counts.skipped++
    this.#step(SKIP, id, move)
  }

  leave(given: Left): void {
    const id = this.#open.at(-1)
    if (id === undefined) return
    this.score[id] = given.score
    this.tried[id] = given.tried
    this.width[id] = given.width
    if (given.joins !== undefined && given.joins >= 0) this.joins.set(id, given.joins)
    const cut = given.reason === CUT_OFF
    const counts = this.#counts
    if (this.isLeaf(id, given.tried)) counts.leaves++
    else if (this.quiet[id]! >= 0) counts.quiet++
    if (cut) {
      counts.cuts++
      this.cuts.push(this.events)
      this.cutBy.push(this.#lastChild.at(-1) ?? -1)
    }
    if (given.saved) {
      this.saved.set(id, given.saved)
      counts.saved += given.saved
    }
    if (given.reason === TABLE) counts.table++
    this.#close(given.reason)
    this.#step(LEAVE, id, 0)
  }

  /** Whether a node is an end of the main search, as the counters of the search count it. */
  isLeaf(id: number, tried = this.tried[id]!): boolean {
    const quiet = this.quiet[id]!
    if (quiet < 0) return tried === 0
    const purpose = PURPOSES[this.purpose[id]!]
    return quiet === 0 && purpose !== 'razor' && purpose !== 'probcut'
  }

  /** Closes the open nodes of a search that was stopped. */
  stop(): void {
    while (this.#open.length > 0) this.#close(STOPPED)
  }

  #close(reason: number): void {
    const id = this.#open.pop()!
    this.#lastChild.pop()
    this.reason[id] = reason
    this.leaveAt[id] = this.events
    this.end[id] = this.nodes
    const childless = this.nodes === id + 1
    const stub = reason === CUT_OFF && this.width[id]! > this.tried[id]!
    if (childless) this.slots++
    if (stub) this.slots++
    this.slotEnd[id] = this.slots
    const parent = this.parent[id]!
    if (parent >= 0) {
      if (this.low[id]! > this.low[parent]!) this.low[parent] = this.low[id]!
      this.#lastChild[this.#lastChild.length - 1] = id
    }
  }

  #step(kind: number, subject: number, value: number): void {
    const at = this.events
    if (at === this.kind.length) {
      const size = at * 2
      this.kind = grown(this.kind, size)
      this.subject = grown(this.subject, size)
      this.value = grown(this.value, size)
    }
    this.kind[at] = kind
    this.subject[at] = subject
    this.value[at] = value
    this.events++
    if (this.events % STRIDE === 0) this.#kept.push({ ...this.#counts })
  }

  #growNodes(): void {
    const size = this.parent.length * 2
    this.parent = grown(this.parent, size)
    this.move = grown(this.move, size)
    this.enterAt = grown(this.enterAt, size)
    this.leaveAt = grown(this.leaveAt, size)
    this.slotStart = grown(this.slotStart, size)
    this.slotEnd = grown(this.slotEnd, size)
    this.end = grown(this.end, size)
    this.lastRaise = grown(this.lastRaise, size)
    this.alpha = grown(this.alpha, size)
    this.beta = grown(this.beta, size)
    this.score = grown(this.score, size)
    this.tried = grown(this.tried, size)
    this.width = grown(this.width, size)
    this.ply = grown(this.ply, size)
    this.depth = grown(this.depth, size)
    this.quiet = grown(this.quiet, size)
    this.purpose = grown(this.purpose, size)
    this.reason = grown(this.reason, size)
    this.low = grown(this.low, size)
  }

  /** How many nodes were entered before a time. */
  shown(time: number): number {
    return lowerBound(this.enterAt, this.nodes, time)
  }

  /** Whether a node had ended at a time. */
  ended(id: number, time: number): boolean {
    return this.leaveAt[id]! < time
  }

  /** The node of the last step before a time; −1 before the first node. */
  current(time: number): number {
    for (let at = Math.min(time, this.events) - 1; at >= 0; at--) {
      if (this.kind[at] !== ITERATION) return this.subject[at]!
    }
    return -1
  }

  /** The nodes from a root to a node, both included. */
  path(id: number): number[] {
    const path: number[] = []
    for (let at = id; at >= 0; at = this.parent[at]!) path.push(at)
    return path.reverse()
  }

  /** The children of a node that were entered before a time, in order. */
  children(id: number, time = NEVER): number[] {
    const shown = this.shown(time)
    const end = Math.min(this.right(id), shown)
    const found: number[] = []
    for (let child = id + 1; child < end; child = this.right(child)) found.push(child)
    return found
  }

  /** The number after the last known node below a node. */
  right(id: number): number {
    return this.leaveAt[id] === NEVER ? this.nodes : this.end[id]!
  }

  /** The last raise of a node before a time; −1: none. */
  #raise(id: number, time: number): number {
    let raise = this.lastRaise[id]!
    while (raise >= 0 && this.raiseAt.at[raise]! >= time) raise = this.raiseBefore.at[raise]!
    return raise
  }

  /** The window at a time, for the side to move at the node. */
  window(id: number, time: number): [alpha: number, beta: number] {
    const raise = this.#raise(id, time)
    return [raise < 0 ? this.alpha[id]! : this.raiseTo.at[raise]!, this.beta[id]!]
  }

  /** The child with the best value at a time; −1: none. */
  best(id: number, time: number): number {
    if (this.ended(id, time) && this.reason[id] === CUT_OFF) return this.lastChild(id)
    const raise = this.#raise(id, time)
    return raise < 0 ? -1 : this.raiseBy.at[raise]!
  }

  /** The last child of a node; −1: none. */
  lastChild(id: number): number {
    let found = -1
    const end = this.right(id)
    for (let child = id + 1; child < end; child = this.right(child)) found = child
    return found
  }

  /** The principal variation at a time: the nodes from the last root whose best move is known. */
  line(time: number): number[] {
    const roots = this.roots.at
    for (let i = this.roots.length - 1; i >= 0; i--) {
      const root = roots[i]!
      if (this.enterAt[root]! >= time || this.best(root, time) < 0) continue
      const line = [root]
      for (let at = this.best(root, time); at >= 0; at = this.best(at, time)) line.push(at)
      return line
    }
    return []
  }

  /** The counts of all steps before a time. */
  counts(time: number): Counts {
    const until = Math.min(time, this.events)
    const kept = Math.floor(until / STRIDE)
    const counts = kept > 0 ? { ...this.#kept[kept - 1]! } : { ...NOTHING }
    for (let at = kept * STRIDE; at < until; at++) {
      const id = this.subject[at]!
      if (this.kind[at] === ENTER) counts.nodes++
      else if (this.kind[at] === SKIP) counts.skipped++
      else if (this.kind[at] === LEAVE) {
        if (this.isLeaf(id)) counts.leaves++
        else if (this.quiet[id]! >= 0) counts.quiet++
        if (this.reason[id] === TABLE) counts.table++
        if (this.reason[id] === CUT_OFF) counts.cuts++
        counts.saved += this.saved.get(id) ?? 0
      }
    }
    return counts
  }

  /** The number of moves that a cut-off left out; 0 for other nodes. */
  leftOut(id: number): number {
    return this.reason[id] === CUT_OFF ? Math.max(0, this.width[id]! - this.tried[id]!) : 0
  }
}

const NOTHING: Counts = { nodes: 0, leaves: 0, quiet: 0, cuts: 0, saved: 0, table: 0, skipped: 0 }
