// The order in which a search tries the moves of a node, beside the order at the last visit. A search that remembers
// what was good tries such moves earlier when it comes to the same node, or to one beside it, again.

import { lowerBound, NEVER, type SearchTree } from './tree'

/** An earlier node whose moves are compared with those of a node. */
export interface Visit {
  readonly node: number
  /** The same position once more in its parent, in an earlier iteration, or the position after another move. */
  readonly kind: 'again' | 'iteration' | 'sibling'
}

/** A move in the list of a node. */
export interface Place {
  /** The number of the move. */
  readonly move: number
  /** The last child with this move; for a move not tried yet that of the last visit. */
  readonly id: number
  readonly tried: boolean
  /** Its place at the last visit, from 1; 0: it was not tried there. */
  readonly was: number
  /** How many places earlier it is tried than at the last visit. */
  readonly rose: number
}

/** Why a move comes earlier than at the last visit, as the recording shows it. */
export interface Rise {
  readonly visit: Visit
  readonly was: number
  readonly now: number
  /** Whether it was the best move of that visit. */
  readonly best: boolean
  /** How many nodes the same move has cut off since. */
  readonly cuts: number
}

/** The moves of a node that were tried before a time, in order, each with its last child. */
function tried(tree: SearchTree, id: number, time = NEVER): Map<number, number> {
  const found = new Map<number, number>()
  for (const child of tree.children(id, time)) {
    // Null moves have no number; a node of the same ply is the same position once more.
    if (tree.move[child]! >= 0 && tree.ply[child] !== tree.ply[id])
      found.set(tree.move[child]!, child)
  }
  return found
}

/** What is compared needs two moves. */
const compares = (tree: SearchTree, id: number) =>
  tree.right(id) > id + 2 && tried(tree, id).size > 1

function findVisit(tree: SearchTree, id: number): Visit | null {
  // Moves of quiescence are captures in an order of their own.
  if (tree.quiet[id]! >= 0) return null
  const parent = tree.parent[id]!
  if (parent < 0) {
    const at = lowerBound(tree.roots.at, tree.roots.length, id)
    for (let i = at - 1; i >= 0; i--) {
      const node = tree.roots.at[i]!
      if (compares(tree, node)) return { node, kind: 'iteration' }
    }
    return null
  }
  if (tree.ply[id] === tree.ply[parent]) return null
  const earlier: number[] = []
  for (let child = parent + 1; child < id; child = tree.right(child)) earlier.push(child)
  const same = (node: number) => tree.move[node] === tree.move[id] && compares(tree, node)
  const again = earlier.findLast(same)
  if (again !== undefined) return { node: again, kind: 'again' }
  const above = findVisit(tree, parent)
  if (above && above.kind !== 'sibling') {
    const node = tree.children(above.node).findLast(same)
    if (node !== undefined) return { node, kind: above.kind }
  }
  const beside = earlier.findLast(
    (node) =>
      tree.move[node]! >= 0 &&
      tree.ply[node] === tree.ply[id] &&
      tree.quiet[node]! < 0 &&
      compares(tree, node),
  )
  return beside === undefined ? null : { node: beside, kind: 'sibling' }
}

/** The parts of a search that put moves earlier for what they did before. */
const LEARNING = [
  'butterfly',
  'capture-history',
  'killers',
  'counter-moves',
  'continuation',
  'table',
]
export const learns = (parts: readonly string[]): boolean =>
  parts.some((part) => LEARNING.includes(part))

/** Visits that are kept: they are asked for in every frame. */
const KEPT = 4096

export class Orders {
  readonly #visits = new Map<number, Visit | null>()
  readonly #causes = new Map<string, { best: boolean; cuts: number }>()

  /** `learns`: whether the search puts moves earlier for what they did before. */
  constructor(
    private readonly tree: SearchTree,
    private readonly learns: () => boolean,
  ) {}

  /** The last node before this one whose order of moves can be compared; `null`: there is none. */
  visit(id: number): Visit | null {
    const known = this.#visits.get(id)
    if (known !== undefined) return known
    const found = findVisit(this.tree, id)
    if (this.#visits.size > KEPT) this.#visits.clear()
    this.#visits.set(id, found)
    return found
  }

  /** The moves of a node at a time: those tried, in order, then the others of the last visit. */
  places(id: number, time: number): Place[] {
    const visit = this.visit(id)
    const before = visit ? tried(this.tree, visit.node) : new Map<number, number>()
    const rest = [...before.keys()]
    const was = new Map(rest.map((move, i) => [move, i + 1]))
    const now = [...tried(this.tree, id, time)].map(([move, child], i) => {
      const at = rest.indexOf(move)
      if (at >= 0) rest.splice(at, 1)
      const place = { move, id: child, tried: true, was: was.get(move) ?? 0 }
      const rose = visit && at > 0 && place.was > i + 1 ? place.was - i - 1 : 0
      return { ...place, rose: rose > 0 && this.#counts(id, move, visit!) ? rose : 0 }
    })
    const next = rest.map((move) => ({
      move,
      id: before.get(move)!,
      tried: false,
      was: was.get(move)!,
      rose: 0,
    }))
    return [...now, ...next]
  }

  /** After another move the order may differ because other moves are legal: then only what a move did counts. */
  #counts(id: number, move: number, visit: Visit): boolean {
    if (visit.kind !== 'sibling') return true
    const { best, cuts } = this.#cause(id, move, visit)
    return best || cuts > 0
  }

  /** Why the move into a node comes earlier than at the last visit of its parent; `null`: it does not. */
  rise(id: number): Rise | null {
    const { tree } = this
    const parent = tree.parent[id]!
    const visit = parent < 0 ? null : this.visit(parent)
    if (!visit || tree.move[id]! < 0) return null
    // A move that is searched once more has its place.
    if (tried(tree, parent, tree.enterAt[id]!).has(tree.move[id]!)) return null
    const places = this.places(parent, tree.enterAt[id]! + 1)
    const now = places.findIndex((place) => place.tried && place.move === tree.move[id])
    const place = places[now]
    if (!place || place.rose === 0) return null
    return { visit, was: place.was, now: now + 1, ...this.#cause(parent, place.move, visit) }
  }

  /** What a move did since a visit that may put it earlier. */
  #cause(parent: number, move: number, visit: Visit): { best: boolean; cuts: number } {
    if (!this.learns()) return { best: false, cuts: 0 }
    const key = `${parent} ${move}`
    const known = this.#causes.get(key)
    if (known) return known
    const best = this.tree.best(visit.node, NEVER)
    const found = {
      best: best >= 0 && this.tree.move[best] === move,
      cuts: this.#cuts(parent, move, this.tree.enterAt[visit.node]!),
    }
    if (this.#causes.size > KEPT) this.#causes.clear()
    this.#causes.set(key, found)
    return found
  }

  /** How many nodes of the side to move at a node a move has cut off between a time and that node. */
  #cuts(node: number, move: number, since: number): number {
    const { tree } = this
    const { cuts, cutBy } = tree
    let count = 0
    const until = cuts.below(tree.enterAt[node]!)
    for (let i = cuts.below(since); i < until; i++) {
      const by = cutBy.at[i]!
      const isSide = by >= 0 && (tree.ply[by]! - tree.ply[node]!) % 2 !== 0
      if (isSide && tree.move[by] === move) count++
    }
    return count
  }
}
