// The empty board as data.

import { centre, type Geometry } from '../../board/geometry'
import {
  bare,
  frameOf,
  legible,
  lettered,
  line,
  type Labels,
  type Scenery,
} from '../../board/scenery'
import { stars } from './points'

/** A grid of lines with the usual dots, and letters or numbers from 0 around it. */
export function scenery(g: Geometry, flipped: boolean, labels: Labels, unit: number): Scenery {
  const at = (file: number, rank: number) => centre(g, { file, rank }, flipped)
  let lines = ''
  for (let i = 0; i < g.files; i++) lines += line(at(i, 0), at(i, g.ranks - 1))
  for (let i = 0; i < g.ranks; i++) lines += line(at(0, i), at(g.files - 1, i))
  const dots = stars(g.files).map((place) => at(place.file, place.rank))
  const size = legible(9.5, unit, 32, 44)
  const columns = labels === 'numbers' ? { columns: String, from: 0 } : { upper: true }
  const coordinates = lettered(g, flipped, { ...columns, above: 28, side: 28, size, typed: true })
  return { ...bare, lines, frame: frameOf(g, 0), dots, coordinates }
}
