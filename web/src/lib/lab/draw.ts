// Draws the visible part of a recorded search on a canvas. What is narrower than a few pixels is drawn as
// one line, so that the work depends on the size of the window and not on that of the tree.

import type { Camera } from './camera'
import { CUT_OFF, NEVER, TABLE, type SearchTree } from './tree'

export interface Theme {
  readonly panel: string
  readonly sunk: string
  readonly edge: string
  readonly strong: string
  readonly ink: string
  readonly soft: string
  readonly cinnabar: string
  readonly jade: string
  readonly focus: string
  readonly font: string
}

export interface Scene {
  readonly tree: SearchTree
  readonly time: number
  readonly camera: Camera
  readonly theme: Theme
  /** The node of the last step, and the node that is shown beside the tree. */
  readonly current: number
  readonly focus: number
  /** The principal variation, and the way to the node of the last step. */
  readonly line: ReadonlySet<number>
  readonly path: ReadonlySet<number>
  /** The two lines on a node. */
  readonly label: (id: number) => string
  readonly value: (id: number) => string
  /** The text above a root. */
  readonly title: (id: number) => string
  readonly leftOut: (n: number) => string
}

/** A drawn node, for the pointer. */
export interface Hit {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const CARD = { w: 76, h: 38 }
/** The height of a card with one line, where the plies are close together. */
const LOW = 21
/** Pixels of a subtree from which it is drawn with its label, as a circle, and with its parts. */
const LABELLED = 42
const ROUND = 14
const PARTS = 3
const TOP = 30
/** Joins are drawn for so many nodes at most. */
const MOST_JOINS = 40

export class Painter {
  hits: Hit[] = []
  /** The nodes that are drawn with a label. */
  labelled: number[] = []
  #ctx: CanvasRenderingContext2D
  #scene!: Scene
  #gap = 60
  #shown = 0
  #joins: number[] = []
  /** The last pixel that a line covers, by ply. */
  #covered = new Float64Array(256)

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx
  }

  /** The distance between two plies. */
  static gap(height: number, deepest: number): number {
    return Math.max(11, Math.min(92, (height - TOP - CARD.h - 20) / Math.max(1, deepest)))
  }

  draw(scene: Scene, ratio: number): void {
    const { tree, camera, theme, time } = scene
    const ctx = this.#ctx
    this.#scene = scene
    this.#shown = tree.shown(time)
    this.#gap = Painter.gap(camera.height, tree.deepest)
    this.#covered.fill(-1)
    this.#joins = []
    this.hits = []
    this.labelled = []
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
    ctx.clearRect(0, 0, camera.width, camera.height)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.lineJoin = 'round'
    const roots = tree.roots
    for (let i = 0; i < roots.length; i++) {
      const root = roots.at[i]!
      if (root >= this.#shown) break
      if (this.#outside(root)) continue
      this.#node(root, null)
      if (this.#pixels(root) >= LABELLED) {
        ctx.fillStyle = theme.soft
        ctx.font = `12px ${theme.font}`
        ctx.fillText(scene.title(root), this.#x(root), 13)
      }
    }
    for (const id of this.#joins) this.#join(id)
  }

  /** The node at a place; −1: none. */
  at(x: number, y: number): number {
    for (let i = this.hits.length - 1; i >= 0; i--) {
      const hit = this.hits[i]!
      if (x >= hit.x && x <= hit.x + hit.w && y >= hit.y && y <= hit.y + hit.h) return hit.id
    }
    return -1
  }

  /** The columns of a node. */
  #right(id: number): number {
    const { tree } = this.#scene
    return tree.leaveAt[id] === NEVER ? tree.slots + 1 : tree.slotEnd[id]!
  }

  #pixels(id: number): number {
    const { tree, camera } = this.#scene
    return (this.#right(id) - tree.slotStart[id]!) * camera.scale
  }

  #outside(id: number): boolean {
    const { tree, camera } = this.#scene
    return camera.x(this.#right(id)) < -2 || camera.x(tree.slotStart[id]!) > camera.width + 2
  }

  /** The middle of a node. A wide node stays in the window while a part of it does. */
  #x(id: number): number {
    const { tree, camera } = this.#scene
    const [left, right] = [camera.x(tree.slotStart[id]!), camera.x(this.#right(id))]
    const half = Math.min(CARD.w / 2 + 4, (right - left) / 2)
    const middle = (left + right) / 2
    const inside = Math.min(camera.width - half, Math.max(half, middle))
    return Math.min(right - half, Math.max(left + half, inside))
  }

  #y(id: number): number {
    return TOP + CARD.h / 2 + this.#scene.tree.ply[id]! * this.#gap
  }

  #node(id: number, from: { x: number; y: number } | null): void {
    const { tree, camera, theme, line, path } = this.#scene
    const ctx = this.#ctx
    const wide = this.#pixels(id)
    const [x, y] = [this.#x(id), this.#y(id)]
    const marked = line.has(id) || path.has(id)
    if (wide < PARTS && !marked) {
      const ply = tree.ply[id]!
      const pixel = Math.floor(x)
      if (this.#covered[ply] === pixel) return
      this.#covered[ply] = pixel
      if (from) this.#edge(id, from, x, y)
      ctx.fillStyle = tree.leaveAt[id]! >= this.#scene.time ? theme.jade : theme.strong
      const low = TOP + CARD.h / 2 + tree.low[id]! * this.#gap
      ctx.fillRect(pixel, y, 1, Math.max(2, low - y + 2))
      this.hits.push({ id, x: pixel - 1, y: y - 4, w: 3, h: low - y + 8 })
      return
    }
    if (from) this.#edge(id, from, x, y)
    // The children come first: the node covers the ends of their edges.
    const tall = this.#gap >= CARD.h + 12 ? CARD.h : this.#gap >= LOW + 5 ? LOW : 0
    const cards = tall > 0 && wide >= LABELLED
    const below = { x, y: y + (cards ? tall / 2 : 4) }
    const end = Math.min(tree.right(id), this.#shown)
    for (let child = id + 1; child < end; child = tree.right(child)) {
      const start = camera.x(tree.slotStart[child]!)
      if (start > camera.width + 2) break
      if (camera.x(this.#right(child)) < -2) continue
      this.#node(child, below)
    }
    const ended = tree.ended(id, this.#scene.time)
    const cut = ended && tree.reason[id] === CUT_OFF
    if (cut && tree.leftOut(id) > 0) this.#stub(id, below)
    if (cards) this.#card(id, x, y, tall)
    else if (wide >= ROUND || marked) this.#circle(id, x, y, wide >= ROUND ? 5.5 : 4)
    else this.#circle(id, x, y, 2)
    if (ended && tree.reason[id] === TABLE && wide >= ROUND && tree.joins.has(id)) {
      if (this.#joins.length < MOST_JOINS) this.#joins.push(id)
    }
  }

  #edge(id: number, from: { x: number; y: number }, x: number, y: number): void {
    const { theme, line, path } = this.#scene
    const ctx = this.#ctx
    const [best, now] = [line.has(id), path.has(id)]
    ctx.strokeStyle = best ? theme.jade : now ? theme.ink : theme.strong
    ctx.lineWidth = best ? 3.5 : now ? 1.8 : 0.8
    ctx.beginPath()
    ctx.moveTo(from.x, from.y)
    const bend = (y - from.y) * 0.5
    ctx.bezierCurveTo(from.x, from.y + bend, x, y - bend, x, y)
    ctx.stroke()
  }

  #ink(id: number): { border: string; fill: string; dashed: boolean; wide: number } {
    const { tree, theme, time, line, current } = this.#scene
    const ended = tree.ended(id, time)
    const reason = tree.reason[id]
    const cut = ended && reason === CUT_OFF
    return {
      border: cut
        ? theme.cinnabar
        : line.has(id) || !ended
          ? theme.jade
          : tree.tried[id] === 0
            ? theme.edge
            : theme.strong,
      fill: id === current ? theme.sunk : theme.panel,
      dashed: ended && reason === TABLE,
      wide: line.has(id) || id === current ? 2.2 : 1.2,
    }
  }

  #circle(id: number, x: number, y: number, r: number): void {
    const ctx = this.#ctx
    const { border, fill, wide } = this.#ink(id)
    ctx.beginPath()
    ctx.arc(x, y, r, 0, 7)
    if (r < 3) {
      ctx.fillStyle = border
      ctx.fill()
    } else {
      ctx.fillStyle = fill
      ctx.fill()
      ctx.strokeStyle = border
      ctx.lineWidth = wide
      ctx.stroke()
      if (id === this.#scene.focus) this.#halo(x - r - 3, y - r - 3, 2 * r + 6, 2 * r + 6, r + 3)
    }
    const near = Math.max(r, 6)
    this.hits.push({ id, x: x - near, y: y - near, w: 2 * near, h: 2 * near })
  }

  #card(id: number, x: number, y: number, h: number): void {
    const { theme, focus, label, value } = this.#scene
    const ctx = this.#ctx
    const { border, fill, dashed, wide } = this.#ink(id)
    const both = h === CARD.h
    const w = Math.min(both ? CARD.w : 1.6 * CARD.w, this.#pixels(id) - 5)
    // The card of a node with parts stays in the window as a whole, if its middle is there.
    const room = this.#scene.camera.width - w / 2 - 4
    if (this.#pixels(id) > w + 5 && x > 0 && x < this.#scene.camera.width)
      x = Math.max(w / 2 + 4, Math.min(room, x))
    const [left, top] = [x - w / 2, y - h / 2]
    ctx.beginPath()
    ctx.roundRect(left, top, w, h, both ? 8 : 6)
    ctx.fillStyle = fill
    ctx.fill()
    ctx.setLineDash(dashed ? [4, 3] : [])
    ctx.strokeStyle = border
    ctx.lineWidth = wide
    ctx.stroke()
    ctx.setLineDash([])
    if (id === focus) this.#halo(left - 3, top - 3, w + 6, h + 6, both ? 10 : 8)
    const worth = border === theme.cinnabar ? theme.cinnabar : theme.soft
    // On a low card the value stands beside the move, if there is space for both.
    const beside = !both && w > CARD.w + 12
    ctx.fillStyle = theme.ink
    ctx.font = `600 12.5px ${theme.font}`
    ctx.fillText(label(id), beside ? x - w / 4 : x, both ? y - 8.5 : y, (beside ? w / 2 : w) - 6)
    if (both || beside) {
      ctx.fillStyle = worth
      ctx.font = `11.5px ${theme.font}`
      const at = beside ? x + w / 4 : x
      ctx.fillText(value(id), at, both ? y + 8.5 : y, (beside ? w / 2 : w) - 6)
    }
    this.hits.push({ id, x: left, y: top, w, h })
    this.labelled.push(id)
  }

  #halo(x: number, y: number, w: number, h: number, r: number): void {
    const ctx = this.#ctx
    ctx.beginPath()
    ctx.roundRect(x, y, w, h, r)
    ctx.strokeStyle = this.#scene.theme.focus
    ctx.lineWidth = 2.4
    ctx.stroke()
  }

  /** The moves that a cut-off left out, struck out. */
  #stub(id: number, from: { x: number; y: number }): void {
    const { tree, camera, theme } = this.#scene
    const ctx = this.#ctx
    const left = camera.x(tree.slotEnd[id]! - 1)
    const x = left + camera.scale / 2
    if (x < -40 || x > camera.width + 40 || camera.scale < 1.5) return
    const y = TOP + CARD.h / 2 + (tree.ply[id]! + 1) * this.#gap
    ctx.strokeStyle = theme.cinnabar
    ctx.lineWidth = 1.2
    ctx.setLineDash([3, 3])
    ctx.beginPath()
    const bend = (y - from.y) * 0.5
    ctx.moveTo(from.x, from.y)
    ctx.bezierCurveTo(from.x, from.y + bend, x, y - bend - 9, x, y - 9)
    ctx.stroke()
    ctx.setLineDash([])
    if (camera.scale < 9) return
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.moveTo(x - 5, y - 5)
    ctx.lineTo(x + 5, y + 5)
    ctx.moveTo(x + 5, y - 5)
    ctx.lineTo(x - 5, y + 5)
    ctx.stroke()
    if (camera.scale < 30) return
    ctx.fillStyle = theme.cinnabar
    ctx.font = `11.5px ${theme.font}`
    ctx.fillText(this.#scene.leftOut(tree.leftOut(id)), x, y + 16, camera.scale - 2)
  }

  /** The way from a node whose value the table had to the node that filled the table. */
  #join(id: number): void {
    const { tree, camera, theme, focus } = this.#scene
    const ctx = this.#ctx
    const to = tree.joins.get(id)!
    if (to < 0 || to >= this.#shown) return
    const [x, y] = [this.#x(id), this.#y(id)]
    const column = (tree.slotStart[to]! + this.#right(to)) / 2
    const there = Math.min(camera.width + 20, Math.max(-20, camera.x(column)))
    const below = this.#y(to)
    ctx.strokeStyle = theme.jade
    ctx.lineWidth = id === focus ? 2.2 : 1
    ctx.setLineDash([2, 4])
    ctx.beginPath()
    ctx.moveTo(x, y + 6)
    const sag = Math.max(y, below) + 34
    ctx.bezierCurveTo(x, sag, there, sag, there, below + 6)
    ctx.stroke()
    ctx.setLineDash([])
  }
}
