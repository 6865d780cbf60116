// Events in a game of draughts as sentences.

import { otherSide } from '../../types'
import { squareText, timeText } from '../../play/say'
import type { Messages } from '../../i18n/en'
import type { Game, MovePlayed } from '../../types'
import type { GameSpeech } from '../interface'
import type { DraughtsWords } from './en'
import { refusalOf } from './refusal'
import { wordsIn } from './words'

function moveWords(m: Messages, game: Game, move: MovePlayed, notation: string): DraughtsWords {
  const w = wordsIn(m)
  const of = (kind: string) => move.captured.filter((k) => k === kind).length
  return {
    side: w.sides[move.side],
    piece: w.kind(move.side, move.piece),
    from: squareText(game, move.from ?? '', notation),
    to: squareText(game, move.to, notation),
    men: of('man'),
    kings: of('king'),
    crowned: move.crowned ?? false,
    time: timeText(m, move),
  }
}

/** The pieces that must be captured and their number, if no other move is legal. */
function duty(m: Messages, game: Game, notation: string): string {
  const captures = game.board.moves.filter((move) => (move.captures?.length ?? 0) > 0)
  if (captures.length === 0) return ''
  const from = [...new Set(captures.flatMap((move) => move.from ?? []))]
  const most = Math.max(0, ...(game.board.refused ?? []).map((r) => r.most))
  const w = wordsIn(m)
  return w.mustCapture(
    w.sides[game.turn],
    from.map((at) => squareText(game, at, notation)),
    most,
  )
}

export const say: GameSpeech = {
  moved: (m, game, move, notation) => wordsIn(m).moved(moveWords(m, game, move, notation)),
  spoken: (m, game, move, notation) => wordsIn(m).spoken(moveWords(m, game, move, notation)),
  reason(variant, { reason, winner }, pieces = []) {
    if (reason === 'material') return 'too-few'
    if (reason !== 'no-moves' || !winner) return reason
    const isLosing = variant === 'draughts-losing'
    const stuck = isLosing ? winner : otherSide(winner)
    const isGone = pieces.length > 0 && !pieces.some((piece) => piece.side === stuck)
    if (isGone) return isLosing ? 'all-given' : 'all-taken'
    return isLosing ? 'cannot-move-wins' : reason
  },
  evidence: (m, end) => wordsIn(m).evidence[end.proof?.fact ?? ''] ?? '',
  // Only the origin and the end: the path of a long capture is drawn, and announced.
  written(text) {
    const squares = text.split(/[x:]/)
    return squares.length > 2 ? `${squares[0]}x${squares.at(-1)}` : text
  },
  duty,
  refused(m, board, from, to, name) {
    const refusal = refusalOf(board, from, to)
    if (!refusal) return ''
    const w = wordsIn(m)
    return refusal.reason === 'quiet'
      ? w.quiet(refusal.must.map(name))
      : (w.why[refusal.reason]?.('', [refusal.most, refusal.takes]) ?? '')
  },
}
