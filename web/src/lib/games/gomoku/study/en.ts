import type { GameStudyWords } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? ` at ${squares.join(', ')}` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: 'proven by fours', threats: 'proven by fours and threes' },
  reasons: {
    'allows-four': (r) => `${r.other} can make an open four${at(r.squares)}.`,
    'misses-four': (r) => `${r.side} could have made an open four${at(r.squares)}.`,
    'forbidden-point': (r) => `${r.side} puts a stone on a forbidden point${at(r.squares)}.`,
    'allows-win': (r) =>
      `${r.other} can now win by force${r.moves > 0 ? ` in ${r.moves}` : ''}${r.line ? `: ${r.line}` : ''}.`,
  },
}
