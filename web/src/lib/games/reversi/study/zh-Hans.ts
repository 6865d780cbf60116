import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const better = (r: ReasonFacts) => r.squares.at(-1) ?? ''

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 后，` : '')

export const words: GameStudyWords = {
  unit: '子',
  worth: (m, score) => balance(m, 'first', score),
  reasons: {
    'loses-discs': (r) =>
      `${r.side}终局只有 ${r.count[0]} 子${by(r)}。走 ${better(r)} 则有 ${r.count[1]} 子。`,
    'allows-corner': (r) => `${r.other}得到角 ${r.squares[0]}${by(r)}。`,
    'misses-corner': (r) => `${r.side}本可以得到角 ${r.squares[0]}${by(r)}。`,
    'must-pass': (r) => `${r.side}将无子可下，只能停一手${by(r)}。`,
    'misses-pass': (r) => `${r.other}本会无子可下，只能停一手${by(r)}。`,
    'beside-corner': (r) => `${r.squares[0]} 的子紧挨着空角 ${better(r)}。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 种着法可选；走 ${better(r)} 则有 ${r.count[1]} 种。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 种着法可选；走 ${better(r)} 则有 ${r.count[1]} 种。`,
    'wide-frontier': (r) =>
      `${r.side}有 ${r.count[0]} 子挨着空格；走 ${better(r)} 则有 ${r.count[1]} 子。`,
  },
}
