// Pieces with identities. The server sends the places of pieces, not their movements. A comparison of two
// boards shows which pieces glide, fade or stay. It works for any game and any jump in it.

import type { Place } from './squares'
import type { Piece, Side } from '../types'

export interface Sprite {
  readonly id: number
  readonly side: Side
  readonly kind: string
  readonly file: number
  readonly rank: number
  /** Whether it moved in the last change: it is drawn above the others. */
  readonly moved: boolean
  /** The places of its hops, both ends included; empty: it glides straight. */
  readonly hops: readonly Place[]
}

let next = 1

const same = (a: Place, b: Place) => a.file === b.file && a.rank === b.rank
const stands = (s: Sprite, p: Piece) => same(s, p) && s.side === p.side && s.kind === p.kind

/**
 * The sprites of `pieces`, with the identities from `before` where possible. `hops`: the path of
 * the move, if it is known. The piece at its beginning is the piece at its end, even if it was
 * crowned there. `glides`: whether pieces move; where they are only put and turned, none glides from one
 * square to another, however many moves lie between the two boards.
 */
export function reconcile(
  before: readonly Sprite[],
  pieces: readonly Piece[],
  hops: readonly Place[] = [],
  glides = true,
): readonly Sprite[] {
  // The same board again, as when the server confirms a move: the animation continues.
  if (pieces.length === before.length && pieces.every((p) => before.some((s) => stands(s, p)))) {
    return before
  }
  const gone = new Set(before)
  const [start, end] = [hops[0], hops.at(-1)]
  const hopper = start && end && hopperOf(before, pieces, start, end)
  if (hopper) gone.delete(hopper)
  const result: (Sprite | null)[] = pieces.map((piece) => {
    if (hopper && end && same(piece, end)) {
      const { side, kind, file, rank } = piece
      return { id: hopper.id, side, kind, file, rank, moved: true, hops }
    }
    const stays = before.find((s) => s !== hopper && stands(s, piece))
    if (!stays) return null
    gone.delete(stays)
    return stays.moved ? { ...stays, moved: false, hops: [] } : stays
  })
  return result.map((sprite, i) => {
    if (sprite) return sprite
    const piece = pieces[i]!
    let from: Sprite | null = null
    for (const candidate of glides ? gone : []) {
      if (candidate.side !== piece.side || candidate.kind !== piece.kind) continue
      if (!from || distance(candidate, piece) < distance(from, piece)) from = candidate
    }
    // The piece was crowned in place.
    if (glides) from ??= [...gone].find((s) => same(s, piece) && s.side === piece.side) ?? null
    if (from) gone.delete(from)
    const { side, kind, file, rank } = piece
    return { id: from?.id ?? next++, side, kind, file, rank, moved: from !== null, hops: [] }
  })
}

/** The sprite at the start of a path, if it can be the piece at its end now. */
function hopperOf(
  before: readonly Sprite[],
  pieces: readonly Piece[],
  start: Place,
  end: Place,
): Sprite | undefined {
  const loop = same(start, end)
  // A closed path leaves the piece on its square; only the captures show that the move was played.
  if (loop ? pieces.length >= before.length : pieces.some((p) => same(p, start))) return undefined
  const arrived = pieces.find((p) => same(p, end))
  return before.find((s) => same(s, start) && s.side === arrived?.side)
}

const distance = (a: { file: number; rank: number }, b: { file: number; rank: number }) =>
  Math.hypot(a.file - b.file, a.rank - b.rank)
