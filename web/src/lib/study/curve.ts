// The chances by move: of a review, or else those that are kept with the moves, as files have them.

import type { StudySession } from './session.svelte'
import { mainFrom, ROOT } from './tree'
import type { Grade, ReviewedMove } from './types'

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
  /** The expected score of the first side at the start; `null` where it is not known. */
  readonly start: number | null
  readonly plies: number
  readonly phases: readonly number[]
  readonly turning: readonly number[]
}

/** The chance of the first side before a move. */
export const chanceBefore = ({ side, chance, loss }: ReviewedMove) =>
  Math.max(0, Math.min(1, side === 'first' ? chance + loss : chance - loss))

/** The curve of a study. Without a review two moves at least must have an evaluation. */
export function curveOf({ review, tree }: Pick<StudySession, 'review' | 'tree'>): Curve {
  if (review && review.moves.length > 0) {
    const moves = [...review.moves].sort((a, b) => a.ply - b.ply)
    const [first] = moves
    const plies = Math.max(1, review.total - 1, moves.at(-1)?.ply ?? 1)
    const start = first?.ply === 1 ? chanceBefore(first) : null
    return { moves, start, plies, phases: review.phases, turning: review.turning_points }
  }
  const main = mainFrom(tree, ROOT)
  const moves = main.flatMap((node, ply) => {
    const chance = node.evaluation?.chance
    return ply > 0 && chance !== undefined
      ? [{ ply, node: node.id, chance, grade: '' as const }]
      : []
  })
  const plies = Math.max(1, main.length - 1)
  const start = main[0]?.evaluation?.chance ?? null
  return { moves: moves.length > 1 ? moves : [], start, plies, phases: [], turning: [] }
}

type Spot = Pick<CurvePoint, 'ply' | 'chance'>

/** The points of the curve in runs without a gap: nothing is known of the plies between two runs. */
export function runsOf({ start, moves }: Pick<Curve, 'start' | 'moves'>): Spot[][] {
  const spots: Spot[] = start === null ? [...moves] : [{ ply: 0, chance: start }, ...moves]
  const runs: Spot[][] = []
  for (const spot of spots) {
    const run = runs.at(-1)
    if (run?.at(-1)?.ply === spot.ply - 1) run.push(spot)
    else runs.push([spot])
  }
  return runs
}
