// The empty green board as data.

import { CELL, centre, type Geometry } from '../../board/geometry'
import { bare, lettered, type Labels, type Scenery } from '../../board/scenery'

/** Lines between the squares, the four usual dots, letters, and row 1 at the top. */
export function scenery(g: Geometry, flipped: boolean, labels?: Labels): Scenery {
  const [w, h] = [g.files * CELL, g.ranks * CELL]
  const [left, top] = [g.left - CELL / 2, g.top - CELL / 2]
  let lines = ''
  for (let i = 1; i < g.files; i++) lines += `M${left + i * CELL} ${top}v${h}`
  for (let i = 1; i < g.ranks; i++) lines += `M${left} ${top + i * CELL}h${w}`
  const frame = `M${left} ${top}h${w}v${h}h${-w}z`
  // At the corners of the square two squares inside the edge.
  const [near, far] = [2, g.files - 2]
  const corners = [near, far].flatMap((file) => [near, far].map((rank) => ({ file, rank })))
  const dots =
    g.files < 6
      ? []
      : corners.map((place) => {
          const { x, y } = centre(g, place, false)
          return { x: x - CELL / 2, y: y + CELL / 2 }
        })
  const coordinates = lettered(g, flipped, { upper: labels === 'capitals' }).map((text) =>
    /^\d+$/.test(text.text) ? { ...text, text: String(g.ranks + 1 - Number(text.text)) } : text,
  )
  return { ...bare, lines, frame, dots, coordinates }
}
