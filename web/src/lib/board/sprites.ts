// Pieces with identities. The server says where pieces stand, not which went where; matching
// two boards tells what glides, what fades and what stays, for any game and any jump in it.

import type { Piece, Side } from '../types'

export interface Sprite {
  readonly id: number
  readonly side: Side
  readonly kind: string
  readonly file: number
  readonly rank: number
  /** Moved in the last change: it is drawn above the others. */
  readonly moved: boolean
}

let next = 1

/** The sprites of `pieces`, keeping the identity of those in `before` where it can. */
export function reconcile(before: readonly Sprite[], pieces: readonly Piece[]): Sprite[] {
  const gone = new Set(before)
  const result: (Sprite | null)[] = pieces.map((piece) => {
    const same = before.find(
      (s) =>
        s.file === piece.file &&
        s.rank === piece.rank &&
        s.side === piece.side &&
        s.kind === piece.kind,
    )
    if (!same) return null
    gone.delete(same)
    return same.moved ? { ...same, moved: false } : same
  })
  return result.map((sprite, i) => {
    if (sprite) return sprite
    const piece = pieces[i]!
    let from: Sprite | null = null
    for (const candidate of gone) {
      if (candidate.side !== piece.side || candidate.kind !== piece.kind) continue
      if (!from || distance(candidate, piece) < distance(from, piece)) from = candidate
    }
    if (from) gone.delete(from)
    const { side, kind, file, rank } = piece
    return { id: from?.id ?? next++, side, kind, file, rank, moved: from !== null }
  })
}

const distance = (a: { file: number; rank: number }, b: { file: number; rank: number }) =>
  Math.hypot(a.file - b.file, a.rank - b.rank)
