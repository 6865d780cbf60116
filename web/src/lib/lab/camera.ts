// What part of a tree is visible: its columns from left to right, at some scale.

import type { SearchTree } from './tree'

/** The width of a column at which every node has a label. */
export const LEGIBLE = 64
/** The least width at which it has one. */
const LEAST_LEGIBLE = 42
/** The greatest width of a column. */
const WIDEST = 160

export class Camera {
  /** The column at the left edge. */
  left = 0
  /** Pixels for each column. */
  scale = LEGIBLE
  width = 1
  height = 1

  /** The scale of a first look: a small tree fills the window, a large one is legible. */
  first(slots: number): number {
    const all = this.fitting(slots)
    return all >= LEAST_LEGIBLE ? all : LEGIBLE
  }

  /** The scale at which all columns fit. */
  fitting(slots: number): number {
    return Math.min(WIDEST, this.width / Math.max(1, slots))
  }

  fit(slots: number): void {
    this.scale = this.fitting(slots)
    this.left = this.#middle(slots)
  }

  /** The left edge that shows all columns in the middle. */
  #middle(slots: number): number {
    return (slots - this.width / this.scale) / 2
  }

  /** Multiplies the scale; the column at `x` stays in its place. */
  zoom(factor: number, x: number, slots: number): void {
    const at = this.left + x / this.scale
    const least = Math.min(this.fitting(slots), LEGIBLE)
    this.scale = Math.min(WIDEST, Math.max(least, this.scale * factor))
    this.left = at - x / this.scale
    this.hold(slots)
  }

  pan(pixels: number, slots: number): void {
    this.left += pixels / this.scale
    this.hold(slots)
  }

  /** Keeps the tree in the window. */
  hold(slots: number): void {
    const room = this.width / this.scale
    if (slots <= room) this.left = this.#middle(slots)
    else this.left = Math.min(slots - room, Math.max(0, this.left))
  }

  /** The left edge with a column in the middle. */
  aim(column: number, slots: number): number {
    const room = this.width / this.scale
    if (slots <= room) return this.#middle(slots)
    return Math.min(slots - room, Math.max(0, column - room / 2))
  }

  /** The middle of a node in columns. */
  column({ slotStart, slotEnd }: SearchTree, id: number): number {
    const left = slotStart[id]!
    const right = Math.max(slotEnd[id]!, left + 1)
    // The beginning of a wide node is where its search begins.
    return Math.min((left + right) / 2, left + this.width / this.scale / 3)
  }

  /** The column to show in the middle: that of the shown node, and at the end of the search that of its best line. */
  wanted(tree: SearchTree, shown: number, time: number, whole: boolean): number {
    const isEnd = whole && time >= tree.events && tree.parent[shown]! < 0
    const leaf = isEnd ? tree.line(time).at(-1) : undefined
    return this.column(tree, leaf ?? shown)
  }

  x(column: number): number {
    return (column - this.left) * this.scale
  }
}
