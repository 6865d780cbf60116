// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? `在 ${squares.join('、')} ` : '')
const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 後，` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: '連四已證', threats: '連四活三已證' },
  reasons: {
    'allows-four': (r) => `${r.other}可以${at(r.squares)}成活四。`,
    'misses-four': (r) => `${r.side}本可以${at(r.squares)}成活四。`,
    'forbidden-point': (r) => `${r.side}${at(r.squares)}走了禁手。`,
    'allows-double': (r) => `${r.other}可以${at(r.squares)}同時做成兩個威脅${by(r)}。`,
    'misses-double': (r) => `${r.side}本可以${at(r.squares)}同時做成兩個威脅${by(r)}。`,
    'misses-three': (r) => `這步沒有威脅；${r.side}本可以${at(r.squares)}做活三${by(r)}。`,
    'misses-simple-four': (r) => `這步沒有威脅；${r.side}本可以${at(r.squares)}衝四${by(r)}。`,
    'far-away': (r) => `這子離最近的子有 ${r.count[0]} 路。`,
    'more-threats': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 個點能做三或四；更好的變化裡有 ${r.count[1]} 個。`,
    'fewer-threats': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 個點能做三或四；更好的變化裡有 ${r.count[1]} 個。`,
    'allows-win': (r) =>
      `${r.other}現在可以${r.moves > 0 ? ` ${r.moves} 步` : ''}必勝${r.line ? `：${r.line}` : ''}。`,
  },
}
