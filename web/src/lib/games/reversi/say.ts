// Events in a game of reversi as sentences.

import { squareText, timeText, type Score } from '../../play/say'
import type { Messages } from '../../i18n/en'
import type { Game, MovePlayed, Piece, Side } from '../../types'
import type { GameSpeech } from '../interface'
import { wordsIn } from './words'

/** The move without a square, in the server's notation. */
export const PASS = 'pass'

/** The square of the new disc; '' for a pass. */
const put = (game: Game, move: MovePlayed, notation: string) =>
  move.text === PASS ? '' : squareText(game, move.to, notation)

/** The lead in discs, from the machine's score. */
export function balance(m: Messages, turn: Side, score: Score): string {
  const w = wordsIn(m)
  const side = (mover: boolean) => w.sides[mover === (turn === 'first') ? 'first' : 'second']
  if (score.mate !== null && score.mate !== undefined) return w.wins(side(score.mate > 0))
  const discs = Math.round((score.cp ?? 0) / 100)
  return discs === 0 ? w.even : w.ahead(side(discs > 0), Math.abs(discs))
}

/** The discs of both sides. */
function counted(m: Messages, pieces: readonly Piece[]): string {
  const of = (side: Side) => pieces.filter((piece) => piece.side === side).length
  return wordsIn(m).count(of('first'), of('second'))
}

export const say: GameSpeech = {
  moved(m, game, move, notation) {
    const w = wordsIn(m)
    return w.moved(w.sides[move.side], put(game, move, notation), timeText(m, move))
  },
  spoken(m, game, move, notation) {
    const w = wordsIn(m)
    return w.spoken(w.sides[move.side], put(game, move, notation))
  },
  evidence: (m, _end, pieces) => counted(m, pieces),
  score: counted,
  hintWorth: balance,
  duty(m, game) {
    const w = wordsIn(m)
    return game.board.moves[0]?.text === PASS ? w.mustPass(w.sides[game.turn]) : ''
  },
}
