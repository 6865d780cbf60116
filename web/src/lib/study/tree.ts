// The tree of a study: paths, boards and neighbours of its moves. Pure functions without rules.

import { forwards } from '../play/changes'
import type { Board, Mark, MovePlayed } from '../types'
import { wholeNode, type Study, type StudyChange, type StudyNode } from './types'

/** The nodes of a study by their ids. The root is node 0. */
export type Tree = ReadonlyMap<number, StudyNode>

export const ROOT = 0

export const treeOf = (nodes: Study['nodes']): Tree =>
  new Map(nodes.map((node) => [node.id, wholeNode(node)]))

/** The tree after a change: nodes that are new or different, without those that are gone. */
export function changedTree(tree: Tree, change: Pick<StudyChange, 'nodes' | 'gone'>): Tree {
  const next = new Map(tree)
  for (const id of change.gone) next.delete(id)
  for (const node of change.nodes) next.set(node.id, wholeNode(node))
  return next
}

const parentOf = (tree: Tree, id: number): number | null => tree.get(id)?.parent ?? null

/** The nodes from the root to a node, both included; empty for an unknown node. */
export function pathTo(tree: Tree, id: number): StudyNode[] {
  const path: StudyNode[] = []
  for (let at: number | null = id; at !== null; at = parentOf(tree, at)) {
    const node = tree.get(at)
    // A tree cannot be deeper than it is large; a cycle would never end.
    if (!node || path.length > tree.size) return []
    path.push(node)
  }
  return path.reverse()
}

/** The node itself and the first children below it. */
export function mainFrom(tree: Tree, id: number): StudyNode[] {
  const line: StudyNode[] = []
  for (let node = tree.get(id); node && line.length <= tree.size;) {
    line.push(node)
    const next: number | undefined = node.children[0]
    node = next === undefined ? undefined : tree.get(next)
  }
  return line
}

/** Whether every move up to this node is the first of its siblings. */
export const isMain = (tree: Tree, id: number): boolean =>
  pathTo(tree, id).every((node, i, path) => i === 0 || path[i - 1]!.children[0] === node.id)

/** The last node of the line that a node begins. */
export const endOf = (tree: Tree, id: number): number => mainFrom(tree, id).at(-1)?.id ?? id

/** The sibling before or after a node; the node itself at either end. */
export function sibling(tree: Tree, id: number, step: 1 | -1): number {
  const parent = parentOf(tree, id)
  const all = parent === null ? [id] : (tree.get(parent)?.children ?? [id])
  return all[all.indexOf(id) + step] ?? id
}

/** The nearest known node of a path whose end may have been deleted. */
export function nearestKnown(tree: Tree, path: readonly number[]): number {
  return [...path].reverse().find((id) => tree.has(id)) ?? ROOT
}

/** The marks of the last move. */
export function lastMarks(move: MovePlayed | null | undefined): Mark[] {
  if (!move) return []
  const marks: Mark[] = []
  if (move.from) marks.push({ at: move.from, kind: 'last_from' })
  // A move without a square, such as a pass, marks nothing.
  if (move.to) marks.push({ at: move.to, kind: 'last_to' })
  if (move.check_at) marks.push({ at: move.check_at, kind: 'check' })
  return marks
}

/** The board after these moves, without legal moves. */
export function boardAfter(board: Board, moves: readonly MovePlayed[]): Board {
  return {
    ...board,
    pieces: moves.reduce(forwards, board.pieces),
    moves: [],
    marks: lastMarks(moves.at(-1)),
    refused: [],
    threats: [],
  }
}

/** The moves on a path, without the root, which has none. */
export const movesOn = (path: readonly StudyNode[]): MovePlayed[] =>
  path.flatMap((node) => node.played ?? [])

/** A row of the list: a pair of moves of the main line, or a variation below it. */
export type Row =
  | {
      readonly kind: 'moves'
      readonly number: number
      readonly cells: readonly (StudyNode | null)[]
    }
  | { readonly kind: 'comment'; readonly node: StudyNode }
  | { readonly kind: 'lines'; readonly after: number; readonly lines: readonly number[] }

/**
 * The main line as rows of two moves. A comment or variations interrupt a row, as on paper: the
 * second move then begins a new row with an empty first cell. `offset`: 1 where the second side
 * makes the first move and belongs in the second column.
 */
export function rowsOf(tree: Tree, offset: 0 | 1): Row[] {
  const rows: Row[] = []
  const main = mainFrom(tree, ROOT)
  let open: (StudyNode | null)[] | null = null
  main.slice(1).forEach((node, i) => {
    const column = (i + offset) % 2
    const number = ((i + offset) >> 1) + 1
    if (open === null || column === 0) {
      open = column === 1 ? [null, node] : [node]
      rows.push({ kind: 'moves', number, cells: open })
    } else open.push(node)
    const others = tree.get(node.parent ?? ROOT)?.children.slice(1) ?? []
    if (node.comment) rows.push({ kind: 'comment', node })
    if (others.length > 0) rows.push({ kind: 'lines', after: node.id, lines: others })
    if (node.comment || others.length > 0) open = null
  })
  return rows
}

/** A move in a variation: an inline piece of text, or the variations that branch off there. */
export type Inline =
  | { readonly kind: 'move'; readonly node: StudyNode; readonly numbered: boolean }
  | { readonly kind: 'lines'; readonly lines: readonly number[] }

/** The moves of a variation in reading order; side variations stand after the move they replace. */
export function inlineOf(tree: Tree, first: number): Inline[] {
  const out: Inline[] = []
  let fresh = true
  for (const node of mainFrom(tree, first)) {
    out.push({ kind: 'move', node, numbered: fresh })
    fresh = node.comment !== ''
    const others = node.id === first ? [] : (tree.get(node.parent ?? ROOT)?.children.slice(1) ?? [])
    if (others.length > 0) {
      out.push({ kind: 'lines', lines: others })
      fresh = true
    }
    if (node.collapsed) break
  }
  return out
}

/** The number of moves in the variations of a node and below it. */
export function countBelow(tree: Tree, id: number): number {
  let found = 0
  const open = [id]
  while (open.length > 0 && found <= tree.size) {
    const node = tree.get(open.pop()!)
    if (!node) continue
    found++
    open.push(...node.children)
  }
  return found
}

/** A move of the drawn tree: its column is its depth, its row one of the lines. */
export interface Spot {
  readonly node: StudyNode
  readonly column: number
  readonly row: number
}

/**
 * The places of all moves in a drawing: each line is a row, and a variation is below the line from
 * which it branches, in the highest row that is free from there on.
 */
export function layout(tree: Tree): Spot[] {
  const spots: Spot[] = []
  /** The last used column of each row. */
  const used: number[] = []
  const lines: { first: number; column: number; above: number }[] = [
    { first: ROOT, column: 0, above: -1 },
  ]
  while (lines.length > 0) {
    const { first, column, above } = lines.shift()!
    const line = mainFrom(tree, first)
    const stop = line.findIndex((node) => node.collapsed && node.id !== ROOT)
    const shown = stop < 0 ? line : line.slice(0, stop + 1)
    let row = above + 1
    while (row < used.length && used[row]! >= column) row++
    shown.forEach((node, i) => spots.push({ node, column: column + i, row }))
    used[row] = Math.max(used[row] ?? -1, column + shown.length - 1)
    const below: typeof lines = []
    shown.forEach((node, i) => {
      if (i === shown.length - 1 && stop >= 0) return
      for (const other of node.children.slice(1)) {
        below.push({ first: other, column: column + i + 1, above: row })
      }
    })
    // The last branches come first, so that no line crosses another.
    lines.unshift(...below.reverse())
  }
  return spots
}
