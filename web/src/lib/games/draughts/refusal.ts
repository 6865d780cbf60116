// Why a piece may not make the move that a person tried.

import { captures } from '../../board/ways'
import type { Board, RefusedMove } from '../../types'

export interface Refusal {
  readonly from: string
  /** `quiet` if a capture is obligatory; else the server's reason. */
  readonly reason: string
  readonly takes: number
  readonly most: number
  /** The pieces that must capture. */
  readonly must: readonly string[]
}

/** Why a piece may not make the move that a person tried; `null` if the page does not know. */
export function refusalOf(board: Board, from: string, to: string | null): Refusal | null {
  const must = [
    ...new Set(board.moves.filter((m) => captures(m).length > 0).flatMap((m) => m.from ?? [])),
  ]
  if (must.length === 0) return null
  const tried: RefusedMove | undefined = (board.refused ?? [])
    .filter((r) => r.from === from && (to === null || r.to === to))
    .sort((a, b) => b.captures.length - a.captures.length)[0]
  if (tried) {
    const { reason, most } = tried
    return { from, reason, takes: tried.captures.length, most, must }
  }
  return { from, reason: 'quiet', takes: 0, most: 0, must }
}
