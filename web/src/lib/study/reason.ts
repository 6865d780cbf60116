// Why a move is a mistake, as one sentence: of its game, or the common one; and why a review failed.

import { joined, placeText, sideName } from '../play/say'
import { gameOf } from '../games/registry'
import { problemText, t, wordsOf } from '../i18n/index.svelte'
import { notationOf } from '../prefs.svelte'
import { otherSide, type Board, type Side } from '../types'
import type { ReasonSentence } from './game'
import { asGame, writtenIn } from './score'
import type { ReviewFailure, ReviewedMove, Study } from './types'
import { gameWords, s } from './words'

/** The sentence for a reason; '' without a reason or a sentence. `board`: the board after the move. */
export function explained(study: Study, board: Board | null, move: ReviewedMove): string {
  if (!move.reason) return ''
  const { code, squares = [], pieces = [], line = [], moves, count } = move.reason
  const page = gameOf(study.variant)
  const common: Readonly<Record<string, ReasonSentence>> = s().reasons
  const say = gameWords(page).reasons?.[code] ?? common[code]
  if (!say) return ''
  const game = asGame(study, [])
  const notation = notationOf(study.variant)
  const words = wordsOf(page)
  const sideOf = (square: string | undefined) =>
    board?.pieces.find((piece) => piece.at === square)?.side ?? move.side
  return say({
    squares: squares.map((at) =>
      placeText(t(), study.variant, board ?? game.board, at, notation, move.side),
    ),
    pieces: pieces.map((kind, i) =>
      words.piece(ownerOf(move.side, code, i, count?.[0] ?? 0) ?? sideOf(squares[i]), kind),
    ),
    moves: moves ?? 0,
    count: [count?.[0] ?? 0, count?.[1] ?? 0],
    line: line.map((x) => writtenIn(study.variant, x)).join(' '),
    side: sideName(t(), study.variant, move.side),
    other: sideName(t(), study.variant, otherSide(move.side)),
  })
}

/** Whose the piece with the number `i` is, where the code says it; `gone`: how many pieces go. */
function ownerOf(side: Side, code: string, i: number, gone: number): Side | null {
  switch (code) {
    case 'loses-material':
      return i < gone ? side : otherSide(side)
    case 'misses-material':
      return i < gone ? otherSide(side) : side
    case 'threatens-pieces':
    case 'shut-in':
      return side
    case 'frees-piece':
      return otherSide(side)
    default:
      return null
  }
}

/** That a review failed, and why. */
export const failedWords = (failure: ReviewFailure | null | undefined): string =>
  joined(t(), [s().review.failed, failure ? problemText(failure) : '']) +
  (t().code === 'en' ? '.' : '。')
