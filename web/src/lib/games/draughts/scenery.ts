// The empty draughts board as data.

import { CELL, centre, type Geometry } from '../../board/geometry'
import { bare, lettered, type Scenery } from '../../board/scenery'
import { squareName } from '../../board/squares'

/** Dark squares, or lines on boards where all squares are used. */
export function scenery(g: Geometry, flipped: boolean): Scenery {
  const every = g.names?.every((name) => name !== '')
  let squares = ''
  let lines = ''
  for (let rank = 0; rank < g.ranks; rank++) {
    for (let file = 0; file < g.files; file++) {
      if (squareName(g, { file, rank }) === null) continue
      const { x, y } = centre(g, { file, rank }, flipped)
      const [left, top] = [x - CELL / 2, y - CELL / 2]
      // If all squares are used, none is dark: only lines separate them.
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
  return { ...bare, lines, squares, frame, coordinates: lettered(g, flipped) }
}
