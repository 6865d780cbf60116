// Boards of stones: their sizes and the names of their points.

import type { Place } from '../../board/squares'
import type { Board, OpeningRegion, Variant } from '../../types'

/** The rules to choose from, in the order of the list. */
export const bases = ['gomoku', 'gomoku-standard', 'renju', 'caro', 'caro-free', 'omok'] as const
export type Base = (typeof bases)[number]

export const SMALLEST = 5
export const LARGEST = 22
export const COMMON = 15

/** `renju19` is renju on 19 lines; without a number the board has 15. */
export function split(id: string): { base: Base; size: number } | null {
  const found = /^(.*?)(\d*)$/.exec(id)
  const base = bases.find((b) => b === found?.[1])
  const size = found?.[2] ? Number(found[2]) : COMMON
  return base && size >= SMALLEST && size <= LARGEST ? { base, size } : null
}

export const baseOf = (id: string): Base => split(id)?.base ?? 'gomoku'
export const sizeOf = (id: string): number => split(id)?.size ?? COMMON

export function variantId(base: Base, size: number): string {
  const whole = Math.min(LARGEST, Math.max(SMALLEST, Math.round(size)))
  return whole === COMMON ? base : `${base}${whole}`
}

/** The move that puts no stone, in the server's notation. */
export const PASS = 'pass'

/** Whether these rules have that move: renju's usual ones do. */
export const hasPass = (variant: string, rules: string): boolean =>
  rules === 'official' && baseOf(variant) === 'renju'

const letter = (file: number) => String.fromCharCode(97 + file)
export const pointName = ({ file, rank }: Place) => `${letter(file)}${rank + 1}`

/** The name of a point in a notation: `gomocup` counts columns and rows from 0, the others have letters. */
export function pointText(at: string, notation: string): string {
  const found = notation === 'gomocup' ? /^([a-z])(\d+)$/.exec(at) : null
  return found ? `${found[1]!.charCodeAt(0) - 97},${Number(found[2]) - 1}` : at
}

const empties = new Map<number, Board>()

/** A board without stones, moves or marks. */
export function emptyPoints(size: number): Board {
  let board = empties.get(size)
  if (!board) {
    const names = Array.from({ length: size * size }, (_, i) =>
      pointName({ file: i % size, rank: Math.floor(i / size) }),
    )
    board = { grid: 'points', files: size, ranks: size, names, pieces: [], moves: [], marks: [] }
    empties.set(size, board)
  }
  return { ...board, pieces: [], moves: [], marks: [] }
}

/** A variant of another size, derived from the one in the catalogue. */
export function sized(listed: Variant, id: string): Variant {
  const size = sizeOf(id)
  if (listed.board.files === size) return { ...listed, id }
  const suffix = (size: number) => (size === COMMON ? '' : `${size}×${size}`)
  return {
    ...listed,
    id,
    name: `${listed.name}, ${suffix(size)}`,
    name_zh: `${listed.name_zh}，${size}路`,
    // The server has its text.
    start: '',
    board: emptyPoints(size),
  }
}

/** The points with a dot: usually four and the centre, and nine on boards of go's size. */
export function stars(size: number): Place[] {
  if (size < 7) return size % 2 === 1 ? [{ file: (size - 1) / 2, rank: (size - 1) / 2 }] : []
  const near = size < 13 ? 2 : 3
  const far = size - 1 - near
  const middle = (size - 1) / 2
  const whole = Number.isInteger(middle)
  const places = [near, far].flatMap((file) => [near, far].map((rank) => ({ file, rank })))
  if (whole) places.push({ file: middle, rank: middle })
  if (whole && size >= 17) {
    for (const edge of [near, far]) {
      places.push({ file: edge, rank: middle }, { file: middle, rank: edge })
    }
  }
  return places
}

/** The zone of an opening: a square around the centre. `side`: its size in cells. */
export interface Zone {
  readonly kind: 'within' | 'outside'
  readonly side: number
}

/** The zone of a region; `null` if every point is allowed. */
export const zoneOf = (region: OpeningRegion | null | undefined): Zone | null =>
  region ? { kind: region.within ? 'within' : 'outside', side: region.edge } : null

/** The stones of the winning rows: the two ends of each row through the last stone. */
export function winningLines(
  points: readonly Place[],
  last: Place | null,
): readonly [Place, Place][] {
  const has = new Set(points.map(pointName))
  const through = last && has.has(pointName(last)) ? last : points[0]
  if (!through) return []
  const lines: [Place, Place][] = []
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const end = (sign: number) => {
      let at = through
      for (;;) {
        const next = { file: at.file + sign * dx, rank: at.rank + sign * dy }
        if (!has.has(pointName(next))) return at
        at = next
      }
    }
    const [a, b] = [end(-1), end(1)]
    if (Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) >= 4) lines.push([a, b])
  }
  return lines
}
