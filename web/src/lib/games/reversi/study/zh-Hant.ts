// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const better = (r: ReasonFacts) => r.squares.at(-1) ?? ''

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 後，` : '')

export const words: GameStudyWords = {
  unit: '子',
  worth: (m, score) => balance(m, 'first', score),
  reasons: {
    'loses-discs': (r) =>
      `${r.side}終局只有 ${r.count[0]} 子${by(r)}。走 ${better(r)} 則有 ${r.count[1]} 子。`,
    'allows-corner': (r) => `${r.other}得到角 ${r.squares[0]}${by(r)}。`,
    'misses-corner': (r) => `${r.side}本可以得到角 ${r.squares[0]}${by(r)}。`,
    'must-pass': (r) => `${r.side}將無子可下，只能停一手${by(r)}。`,
    'misses-pass': (r) => `${r.other}本會無子可下，只能停一手${by(r)}。`,
    'beside-corner': (r) => `${r.squares[0]} 的子緊挨著空角 ${better(r)}。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 種著法可選；走 ${better(r)} 則有 ${r.count[1]} 種。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 種著法可選；走 ${better(r)} 則有 ${r.count[1]} 種。`,
    'wide-frontier': (r) =>
      `${r.side}有 ${r.count[0]} 子挨著空格；走 ${better(r)} 則有 ${r.count[1]} 子。`,
  },
}
