// The chances by move: of a review, or else those that are kept with the moves, as files have them.

import type { StudySession } from './session.svelte'
import { mainFrom, ROOT } from './tree'
import type { Grade } from './types'

/** A move on the curve. */
export interface CurvePoint {
  readonly ply: number
  readonly node: number
  /** The expected score of the first side after it. */
  readonly chance: number
  /** The grade of the review; empty without one. */
  readonly grade: Grade | ''
}

export interface Curve {
  readonly moves: readonly CurvePoint[]
  readonly plies: number
  readonly phases: readonly number[]
  readonly turning: readonly number[]
}

/** The curve of a study. Without a review two moves at least must have an evaluation. */
export function curveOf({ review, tree }: Pick<StudySession, 'review' | 'tree'>): Curve {
  if (review && review.moves.length > 0) {
    const plies = Math.max(1, review.total - 1, review.moves.at(-1)?.ply ?? 1)
    return { moves: review.moves, plies, phases: review.phases, turning: review.turning_points }
  }
  const main = mainFrom(tree, ROOT)
  const moves = main.flatMap((node, ply) => {
    const chance = node.evaluation?.chance
    return ply > 0 && chance !== undefined
      ? [{ ply, node: node.id, chance, grade: '' as const }]
      : []
  })
  const plies = Math.max(1, main.length - 1)
  return { moves: moves.length > 1 ? moves : [], plies, phases: [], turning: [] }
}
