// The empty Xiangqi board as data.

import { CELL, centre, type Geometry } from '../../board/geometry'
import {
  bare,
  frameOf,
  lettered,
  line,
  type Labels,
  type Lettering,
  type Scenery,
} from '../../board/scenery'

const chinese = '一二三四五六七八九'
const wide = '１２３４５６７８９'

/** The numbers of the files: each side counts from its own right. */
function numerals(g: Geometry, flipped: boolean): Lettering[] {
  if (g.coordinates === 'none') return []
  return Array.from({ length: g.files }, (_, column) => {
    const x = g.left + column * CELL
    const file = flipped ? g.files - 1 - column : column
    const red = chinese[g.files - 1 - file]!
    const black = wide[file]!
    return [
      { text: flipped ? red : black, x, y: 26, size: 25 },
      { text: flipped ? black : red, x, y: g.height - 26, size: 25 },
    ]
  }).flat()
}

/** The board of nine files and ten ranks, with its river, palaces and marks. */
export function scenery(g: Geometry, flipped: boolean, labels: Labels): Scenery {
  const at = (file: number, rank: number) => centre(g, { file, rank }, flipped)
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
    ...bare,
    lines,
    marks,
    frame: frameOf(g, 11),
    words: [...word('楚河', 1.5), ...word('漢界', 5.5)],
    coordinates: labels === 'numerals' ? numerals(g, flipped) : lettered(g, flipped, { from: 0 }),
  }
}

const corners = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
