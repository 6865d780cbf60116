// Events on a board of stones as sentences.

import { timeText, type Score } from '../../play/say'
import type { Messages } from '../../i18n/en'
import type { Side } from '../../types'
import type { GameSpeech } from '../interface'
import { PASS, pointText } from './points'
import { wordsIn } from './words'

/** The side with the advantage, by the machine's winning chances. */
export function balance(m: Messages, turn: Side, score: Score): string {
  const w = wordsIn(m)
  const side = (mover: boolean) => w.sides[mover === (turn === 'first') ? 'first' : 'second']
  const { mate } = score
  if (mate !== null && mate !== undefined) return w.decided(side(mate > 0), Math.abs(mate))
  const cp = score.cp ?? 0
  const much = Math.abs(cp)
  const degree = much < 30 ? 0 : much < 100 ? 1 : much < 250 ? 2 : 3
  return w.balance(side(cp > 0), degree)
}

/** The point of the new stone; '' for a pass. */
const put = (to: string, notation: string) => (to === PASS ? '' : pointText(to, notation))

export const say: GameSpeech = {
  moved: (m, _game, move, notation, made) =>
    wordsIn(m).moved(wordsIn(m).sides[move.side], put(move.to, notation), made, timeText(m, move)),
  spoken: (m, _game, move, notation, made) =>
    wordsIn(m).spoken(wordsIn(m).sides[move.side], put(move.to, notation), made),
  written: (text) => text.toUpperCase(),
  reason: (_variant, { reason }) => (reason === 'no-moves' ? 'no-points' : reason),
  // Stones do not move: the names of their points are enough.
  evidence(_m, { proof }, _pieces, notation = '') {
    const name = (at: string) => pointText(at, notation)
    const stones = (proof?.stones ?? []).map(name).join(' ')
    return (proof?.at ? `${name(proof.at)}: ${stones}` : stones).toUpperCase()
  },
  hintWorth: balance,
}
