// What is painted on an empty board, as data: lines, characters, dots. No colours here.

import { CELL, centre, type Geometry, type XY } from './geometry'
import { stars } from '../gomoku/points'
import { glyphs } from './glyphs'
import { squareName, type Family } from './squares'

export interface Lettering extends XY {
  readonly text: string
  /** The height of a line of it, in units. */
  readonly size: number
}

export interface Scenery {
  /** Thin lines of the grid. */
  readonly lines: string
  /** The heavy outer frame. */
  readonly frame: string
  /** Small marks at the points of cannons and soldiers. */
  readonly marks: string
  /** Dark squares, as one path. */
  readonly squares: string
  readonly dots: readonly XY[]
  readonly river: readonly Lettering[]
  readonly coordinates: readonly Lettering[]
}

const line = (a: XY, b: XY) => `M${a.x} ${a.y}L${b.x} ${b.y}`

export type Labels = 'none' | 'numerals' | 'letters' | 'numbers'

/** `unit`: units to a pixel of the screen, so that small boards keep letters one can read. */
export function scenery(
  family: Family,
  g: Geometry,
  flipped: boolean,
  labels: Labels,
  unit = 1,
): Scenery {
  const at = (file: number, rank: number) => centre(g, { file, rank }, flipped)
  const empty = { marks: '', squares: '', dots: [], river: [] }
  const coordinates = coordinatesOf(family, g, flipped, labels, unit)
  switch (family) {
    case 'xiangqi':
      return { ...empty, ...xiangqi(g, at), coordinates }
    case 'gomoku':
      return { ...empty, ...gomoku(g, at), coordinates }
    case 'draughts':
      return { ...empty, ...draughts(g, flipped), coordinates }
  }
}

type At = (file: number, rank: number) => XY

function xiangqi(g: Geometry, at: At) {
  const { files, ranks } = g
  const last = files - 1
  const river = ranks / 2
  let lines = ''
  for (let rank = 0; rank < ranks; rank++) lines += line(at(0, rank), at(last, rank))
  for (let file = 0; file < files; file++) {
    if (file === 0 || file === last) lines += line(at(file, 0), at(file, ranks - 1))
    else
      lines += line(at(file, 0), at(file, river - 1)) + line(at(file, river), at(file, ranks - 1))
  }
  for (const base of [0, ranks - 3]) {
    lines += line(at(3, base), at(5, base + 2)) + line(at(5, base), at(3, base + 2))
  }
  let marks = ''
  const markAt = (file: number, rank: number) => {
    const { x, y } = at(file, rank)
    for (const [a, b] of corners) {
      const edge = x + a * CELL
      if (edge < g.left - 1 || edge > g.left + last * CELL + 1) continue
      const [cx, cy] = [x + a * 9, y + b * 9]
      marks += `M${cx + a * 16} ${cy}H${cx}V${cy + b * 16}`
    }
  }
  for (const rank of [2, 7]) for (const file of [1, 7]) markAt(file, rank)
  for (const rank of [3, 6]) for (const file of [0, 2, 4, 6, 8]) markAt(file, rank)
  const y = g.top + (river - 0.5) * CELL
  const word = (text: string, column: number) =>
    [...text].map((char, i) => ({
      text: char,
      x: g.left + (column + i) * CELL,
      y,
      size: 60,
    }))
  return {
    lines,
    marks,
    frame: frameOf(g, 11),
    river: [...word('楚河', 1.5), ...word('漢界', 5.5)],
  }
}

const corners = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

function frameOf(g: Geometry, gap: number) {
  const [w, h] = [(g.files - 1) * CELL + 2 * gap, (g.ranks - 1) * CELL + 2 * gap]
  return `M${g.left - gap} ${g.top - gap}h${w}v${h}h${-w}z`
}

function gomoku(g: Geometry, at: At) {
  let lines = ''
  for (let i = 0; i < g.files; i++) lines += line(at(i, 0), at(i, g.ranks - 1))
  for (let i = 0; i < g.ranks; i++) lines += line(at(0, i), at(g.files - 1, i))
  const dots = stars(g.files).map((place) => at(place.file, place.rank))
  return { lines, frame: frameOf(g, 0), dots }
}

function draughts(g: Geometry, flipped: boolean) {
  const every = g.names?.every((name) => name !== '')
  let squares = ''
  let lines = ''
  for (let rank = 0; rank < g.ranks; rank++) {
    for (let file = 0; file < g.files; file++) {
      if (squareName(g, { file, rank }) === null) continue
      const { x, y } = centre(g, { file, rank }, flipped)
      const [left, top] = [x - CELL / 2, y - CELL / 2]
      // Where all squares are played on none is dark: only lines part them.
      if (!every) squares += `M${left} ${top}h100v100h-100z`
    }
  }
  if (every) {
    const [w, h] = [g.files * CELL, g.ranks * CELL]
    const [left, top] = [g.left - CELL / 2, g.top - CELL / 2]
    for (let i = 1; i < g.files; i++) lines += `M${left + i * CELL} ${top}v${h}`
    for (let i = 1; i < g.ranks; i++) lines += `M${left} ${top + i * CELL}h${w}`
  }
  const [w, h] = [g.files * CELL + 8, g.ranks * CELL + 8]
  const frame = `M${g.left - CELL / 2 - 4} ${g.top - CELL / 2 - 4}h${w}v${h}h${-w}z`
  return { lines, squares, frame }
}

/** A size in units that is so many pixels on the screen, between two bounds. */
const legible = (pixels: number, unit: number, least: number, most: number) =>
  Math.min(most, Math.max(least, pixels * unit))

/** The numbers in the corners of draughts squares. */
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

const chinese = '一二三四五六七八九'
const wide = '１２３４５６７８９'

function coordinatesOf(
  family: Family,
  g: Geometry,
  flipped: boolean,
  labels: Labels,
  unit: number,
) {
  if (g.coordinates === 'none') return []
  const out: Lettering[] = []
  const goban = family === 'gomoku'
  const above = goban ? 28 : 26
  const below = g.height - above
  const size = goban ? legible(9.5, unit, 32, 44) : 26
  for (let column = 0; column < g.files; column++) {
    const x = g.left + column * CELL
    const file = flipped ? g.files - 1 - column : column
    if (family === 'xiangqi' && labels === 'numerals') {
      // Each side counts the files from its own right.
      const red = chinese[g.files - 1 - file]!
      const black = wide[file]!
      out.push({ text: flipped ? red : black, x, y: above, size: 25 })
      out.push({ text: flipped ? black : red, x, y: below, size: 25 })
    } else {
      const text = String.fromCharCode((goban ? 65 : 97) + file)
      out.push({ text, x, y: above, size }, { text, x, y: below, size })
    }
  }
  if (g.coordinates === 'both' || goban) {
    for (let row = 0; row < g.ranks; row++) {
      const rank = flipped ? row : g.ranks - 1 - row
      const text = String(family === 'xiangqi' ? rank : rank + 1)
      const y = g.top + row * CELL
      const x = goban ? 28 : 18
      out.push({ text, x, y, size }, { text, x: g.width - x, y, size })
    }
  }
  return out
}

/** The outline that writes `text` at a place, one path per character. */
export function letter({ text, x, y, size }: Lettering) {
  const step = size * 0.55
  const chars = [...text]
  return chars.flatMap((char, i) => {
    const glyph = glyphs[char]
    if (!glyph) return []
    const dx = (i - (chars.length - 1) / 2) * step
    return [{ path: glyph.path, transform: `translate(${x + dx} ${y}) scale(${size / 1000})` }]
  })
}

/** The grain of wood (or the fibres of paper): long, slightly wavering lines. */
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
    // Neighbouring lines bend together, as the rings of one tree do.
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
