// What a review says of a move and of the game, in words and with the moves that show it.

import type { Board, BoardMove } from '../types'
import type { AsideLine } from './aside.svelte'
import { chanceBefore } from './curve'
import { explained } from './reason'
import { numberOf, writtenIn } from './score'
import type { StudySession } from './session.svelte'
import { mainFrom, ROOT, type Tree } from './tree'
import type { Grade, Review, ReviewedMove, Study } from './types'
import { s } from './words'

/** The grades in the order of the table. */
export const GRADES: readonly Grade[] = [
  'book',
  'best',
  'good',
  'forced',
  'inaccuracy',
  'mistake',
  'blunder',
]
/** The grades that are blamed. */
const BLAMED: readonly Grade[] = ['inaccuracy', 'mistake', 'blunder']
/** Those for which one can try again. */
export const MISTAKES: readonly Grade[] = ['mistake', 'blunder']

/** What the review says of the shown move. */
export const reviewedAt = ({ review, at }: StudySession): ReviewedMove | null =>
  review?.moves.find((move) => move.node === at) ?? null

/** Why a move is blamed, or what was better; '' for other moves. `board`: the board after the move. */
export function sentence(study: Study, board: Board | null, move: ReviewedMove): string {
  if (!BLAMED.includes(move.grade)) return ''
  const better = () => (move.best ? s().review.better(writtenIn(study.variant, move.best)) : '')
  return explained(study, board, move) || better()
}

/** The better line of a blamed move; `null` if there is none. */
export function betterLine(tree: Tree, move: ReviewedMove): AsideLine | null {
  const node = tree.get(move.node)?.parent
  const moves = move.best_line ?? []
  if (!BLAMED.includes(move.grade) || moves.length === 0 || typeof node !== 'number') return null
  return { node, moves, back: move.node, chance: chanceBefore(move) }
}

/**
 * The move that refutes a blamed move: the first of the line of its reason, unless that begins before the move.
 * `board`: the board after it, with its legal moves.
 */
export function refutation(board: Board | null, move: ReviewedMove): BoardMove | null {
  const [first] = move.reason?.line ?? []
  if (!first || move.reason?.code.startsWith('misses')) return null
  return board?.moves.find(({ text }) => text === first.text) ?? null
}

export interface Headline {
  readonly text: string
  /** The node of the move that it names. */
  readonly node: number | null
}

/** A finished review in one sentence; `null` before. */
export function headline(study: Study, review: Review | null, tree: Tree): Headline | null {
  if (review?.state !== 'done' || review.moves.length === 0) return null
  const words = s().review.headline
  const main = mainFrom(tree, ROOT)
  const named = (ply: number | null | undefined, say: (move: string) => string) => {
    const node = typeof ply === 'number' ? main[ply] : undefined
    if (!node?.played || typeof ply !== 'number') return null
    const move = `${numberOf(study, ply)} ${writtenIn(study.variant, node.played)}`
    return { text: say(move), node: node.id }
  }
  const decided = named(review.decisive_ply, words.decided)
  // Reviews of earlier versions do not name the move that decided.
  const turned = decided ?? named(review.turning_points.at(-1), words.turned)
  if (turned) return turned
  const isClean = !review.moves.some((move) => MISTAKES.includes(move.grade))
  return { text: isClean ? s().review.noMistakes : words.none, node: null }
}

/** How long a review will take: rounded as roughly as it is known. */
export function leftWords(ms: number): string {
  const { left } = s().review
  const seconds = ms / 1000
  if (seconds < 8) return left.soon
  if (seconds < 90) return left.seconds(10 * Math.max(1, Math.round(seconds / 10)))
  return left.minutes(Math.round(seconds / 60))
}
