// What a wrong move lacks, by the facts that the hall tells of it. The page does not judge: it only compares.

import type { BoardMove, Mark, MovePlayed, PositionReport } from '../types'
import type { Goal } from './types'

/** What is said of a wrong move; `reply`: the opponent's move that shows it. */
export type Lack =
  | { readonly kind: 'check' | 'escapes' | 'goesOn' | 'nothing' | 'other' }
  | { readonly kind: 'taken' | 'lets' | 'loses'; readonly reply: BoardMove }
  | { readonly kind: 'replies' | 'turns'; readonly count: number }

/** The first thing that the move lacks; `null` where the facts do not show it. */
export function lackOf(goal: Goal, last: MovePlayed, after: PositionReport): Lack | null {
  const replies = after.board?.moves ?? []
  if (goal.check && !last.check) return { kind: 'check' }
  if (goal.wins && !after.end) return { kind: last.check ? 'escapes' : 'goesOn' }
  if (goal.takes || goal.count !== undefined) {
    if (last.captured.length === 0) return { kind: 'nothing' }
    if (goal.takes?.some((at) => !last.captured_at?.includes(at))) return { kind: 'other' }
  }
  const turned = last.removed?.length ?? 0
  if (goal.flips !== undefined && turned !== goal.flips) return { kind: 'turns', count: turned }
  const taking = replies.find((reply) =>
    (reply.captures ?? []).some(
      (at) => goal.unharmed || (goal.safe && at === last.to) || goal.keeps?.includes(at),
    ),
  )
  if (taking) return { kind: 'taken', reply: taking }
  const letting = replies.find((reply) => goal.denies?.includes(reply.to))
  if (letting) return { kind: 'lets', reply: letting }
  const winning = (after.board?.threats ?? []).find(
    (threat) => threat.kind === 'five' && threat.side === after.turn,
  )
  const reply = replies.find((move) => move.to === winning?.at)
  if (goal.holds && reply) return { kind: 'loses', reply }
  if (goal.passes || goal.replies !== undefined) return { kind: 'replies', count: replies.length }
  return null
}

/** The marks of a move that was played. */
export function marksOf(move: MovePlayed): Mark[] {
  const marks: Mark[] = [{ at: move.to, kind: 'last_to' }]
  if (move.from) marks.push({ at: move.from, kind: 'last_from' })
  if (move.check_at) marks.push({ at: move.check_at, kind: 'check' })
  return marks
}
