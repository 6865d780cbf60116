// From node to node by keyboard.

import type { SearchTree } from './tree'

/** The node where an arrow key leads; `null` if the key is none. The node itself at an edge. */
export function neighbour(tree: SearchTree, id: number, key: string, time: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return id < 0 ? 0 : tree.parent[id]! < 0 ? id : tree.parent[id]!
    case 'ArrowDown': {
      if (id < 0) return 0
      const child = id + 1
      return child < Math.min(tree.right(id), tree.shown(time)) ? child : id
    }
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (id < 0) return 0
      const siblings = siblingsOf(tree, id, time)
      const at = siblings.indexOf(id) + (key === 'ArrowRight' ? 1 : -1)
      return siblings[at] ?? id
    }
    default:
      return null
  }
}

/** The children of a node's parent, or all roots. */
export function siblingsOf(tree: SearchTree, id: number, time: number): number[] {
  const parent = tree.parent[id]!
  if (parent >= 0) return tree.children(parent, time)
  const shown = tree.shown(time)
  return [...tree.roots.at.subarray(0, tree.roots.length)].filter((root) => root < shown)
}
