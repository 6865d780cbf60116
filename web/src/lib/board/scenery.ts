// The empty board as data: lines, characters, dots. Colours are elsewhere.

import { CELL, centre, type Geometry, type XY } from './geometry'
import { glyphs } from './glyphs'
import { squareName } from './squares'

export interface Lettering extends XY {
  readonly text: string
  /** The height of a line of text, in units. */
  readonly size: number
  /** Whether it is set in type instead of drawn as outlines. */
  readonly typed?: boolean
}

export interface Scenery {
  /** The thin lines of the grid. */
  readonly lines: string
  /** The thick outer frame. */
  readonly frame: string
  /** Small marks at points where pieces start. */
  readonly marks: string
  /** Dark squares, as one path. */
  readonly squares: string
  readonly dots: readonly XY[]
  /** The words on the board. */
  readonly words: readonly Lettering[]
  readonly coordinates: readonly Lettering[]
}

export const line = (a: XY, b: XY) => `M${a.x} ${a.y}L${b.x} ${b.y}`

/** The lettering on or around a board. */
export type Labels = 'none' | 'numerals' | 'letters' | 'capitals' | 'numbers'

/** An empty scenery. */
export const bare: Scenery = {
  lines: '',
  frame: '',
  marks: '',
  squares: '',
  dots: [],
  words: [],
  coordinates: [],
}

/** The frame around a grid of points, at this distance from it. */
export function frameOf(g: Geometry, gap: number) {
  const [w, h] = [(g.files - 1) * CELL + 2 * gap, (g.ranks - 1) * CELL + 2 * gap]
  return `M${g.left - gap} ${g.top - gap}h${w}v${h}h${-w}z`
}

/** The size in units for a number of pixels on the screen, between two bounds. */
export const legible = (pixels: number, unit: number, least: number, most: number) =>
  Math.min(most, Math.max(least, pixels * unit))

/** The numbers in the corners of squares. */
export function squareNumbers(g: Geometry, flipped: boolean, unit: number): Lettering[] {
  const size = legible(9.5, unit, 16, 26)
  const numbers: Lettering[] = []
  for (let rank = 0; rank < g.ranks; rank++) {
    for (let file = 0; file < g.files; file++) {
      const text = squareName(g, { file, rank })
      if (text === null) continue
      const { x, y } = centre(g, { file, rank }, flipped)
      numbers.push({ text, x: x - CELL / 2 + 4, y: y - CELL / 2 + size * 0.86 + 2, size })
    }
  }
  return numbers
}

/** The arrangement of letters and ranks around a board. */
export interface Lettered {
  readonly upper?: boolean
  /** The label of a file, where it has no letter. */
  readonly columns?: (file: number) => string
  /** The number of the lowest rank. */
  readonly from?: number
  /** Units from the edges of the picture to the middle of the letters above the board and beside it. */
  readonly above?: number
  readonly side?: number
  readonly size?: number
  readonly typed?: boolean
}

/** Letters above and below, and ranks beside the board where there is space for them. */
export function lettered(g: Geometry, flipped: boolean, how: Lettered = {}): Lettering[] {
  const { upper = false, columns, from = 1, above = 26, side = 18, size = 26, typed = false } = how
  if (g.coordinates === 'none') return []
  const out: Lettering[] = []
  for (let column = 0; column < g.files; column++) {
    const x = g.left + column * CELL
    const file = flipped ? g.files - 1 - column : column
    const text = columns?.(file) ?? String.fromCharCode((upper ? 65 : 97) + file)
    out.push({ text, x, y: above, size, typed }, { text, x, y: g.height - above, size, typed })
  }
  if (g.coordinates === 'files') return out
  for (let row = 0; row < g.ranks; row++) {
    const text = String((flipped ? row : g.ranks - 1 - row) + from)
    const y = g.top + row * CELL
    out.push({ text, x: side, y, size, typed }, { text, x: g.width - side, y, size, typed })
  }
  return out
}

/** The outlines of `text` at a place, one path for each character. */
export function letter({ text, x, y, size, typed }: Lettering) {
  if (typed) return []
  const step = size * 0.55
  const chars = [...text]
  return chars.flatMap((char, i) => {
    const glyph = glyphs[char]
    if (!glyph) return []
    const dx = (i - (chars.length - 1) / 2) * step
    return [{ path: glyph.path, transform: `translate(${x + dx} ${y}) scale(${size / 1000})` }]
  })
}

/** The grain of wood (or the fibres of paper): long, slightly wavy lines. */
export function grain(width: number, height: number, seed: number): { d: string; o: number }[] {
  let state = seed
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const out: { d: string; o: number }[] = []
  const count = 58
  const [p1, p2] = [random() * 6, random() * 6]
  for (let i = 0; i < count; i++) {
    const base = ((i + random() * 0.9) / count) * height
    // Neighbouring lines bend in the same direction, like the rings of one tree.
    const drift = Math.sin(base / 130 + p1) * 13
    let d = ''
    for (let i = 0; i <= 18; i++) {
      const x = (i / 18) * width
      const y = base + drift * Math.sin(x / 260 + p2) + Math.sin(x / 95 + base / 50) * 2.2
      d += `${i === 0 ? 'M' : 'L'}${x.toFixed(0)} ${y.toFixed(1)}`
    }
    out.push({ d, o: 0.05 + random() * 0.13 })
  }
  return out
}
