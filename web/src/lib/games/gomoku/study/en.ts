import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? ` at ${squares.join(', ')}` : '')
const points = (n: number) => (n === 1 ? 'one point' : `${n || 'no'} points`)
const by = (r: ReasonFacts) => (r.line ? `: ${r.line}` : '')

/** Behind the line that leads there. */
const after = (r: ReasonFacts) => (r.line ? `After ${r.line} ` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: 'proven by fours', threats: 'proven by fours and threes' },
  reasons: {
    'allows-four': (r) => `${r.other} can make an open four${at(r.squares)}.`,
    'misses-four': (r) => `${r.side} could have made an open four${at(r.squares)}.`,
    'forbidden-point': (r) => `${r.side} puts a stone on a forbidden point${at(r.squares)}.`,
    'allows-double': (r) => `${r.other} can make two threats at once${at(r.squares)}${by(r)}.`,
    'misses-double': (r) =>
      `${r.side} could have made two threats at once${at(r.squares)}${by(r)}.`,
    'misses-three': (r) =>
      `This makes no threat; ${r.side} could have made an open three${at(r.squares)}${by(r)}.`,
    'misses-simple-four': (r) =>
      `This makes no threat; ${r.side} could have made a four${at(r.squares)}${by(r)}.`,
    'far-away': (r) => `The stone stands ${r.count[0]} points away from all others.`,
    'more-threats': (r) =>
      `${after(r)}${r.other} has ${points(r.count[0])} for a three or a four; after the better line ${r.count[1]}.`,
    'fewer-threats': (r) =>
      `${after(r)}${r.side} has ${points(r.count[0])} for a three or a four; after the better line ${r.count[1]}.`,
    'allows-win': (r) =>
      `${r.other} can now win by force${r.moves > 0 ? ` in ${r.moves}` : ''}${r.line ? `: ${r.line}` : ''}.`,
  },
}
