import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const moves = (n: number) => (n === 1 ? 'one move' : `${n || 'no'} moves`)
const by = (r: ReasonFacts) => (r.line ? `: ${r.line}` : '')
const better = (r: ReasonFacts) => r.squares.at(-1) ?? ''

/** Behind the line that leads there. */
const after = (r: ReasonFacts) => (r.line ? `After ${r.line} ` : '')

export const words: GameStudyWords = {
  unit: 'discs',
  worth: (m, score) => balance(m, 'first', score),
  reasons: {
    'loses-discs': (r) =>
      `${r.side} ends with ${r.count[0]} discs${by(r)}. With ${better(r)} it would be ${r.count[1]}.`,
    'allows-corner': (r) => `${r.other} gets the corner ${r.squares[0]}${by(r)}.`,
    'misses-corner': (r) => `${r.side} could have got the corner ${r.squares[0]}${by(r)}.`,
    'must-pass': (r) => `${r.side} runs out of moves and must pass${by(r)}.`,
    'misses-pass': (r) => `${r.other} would have run out of moves${by(r)}.`,
    'beside-corner': (r) =>
      `The disc on ${r.squares[0]} stands beside the empty corner ${better(r)}.`,
    'more-moves': (r) =>
      `${after(r)}${r.other} has ${moves(r.count[0])} to choose from; with ${better(r)} it would be ${r.count[1]}.`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side} has ${moves(r.count[0])} to choose from; with ${better(r)} it would be ${r.count[1]}.`,
    'wide-frontier': (r) =>
      `${r.side} has ${r.count[0]} discs beside empty squares; with ${better(r)} it would be ${r.count[1]}.`,
  },
}
