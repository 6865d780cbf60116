import type { GameStudyWords, ReasonFacts } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? `在 ${squares.join('、')} ` : '')
const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 后，` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: '连四已证', threats: '连四活三已证' },
  reasons: {
    'allows-four': (r) => `${r.other}可以${at(r.squares)}成活四。`,
    'misses-four': (r) => `${r.side}本可以${at(r.squares)}成活四。`,
    'forbidden-point': (r) => `${r.side}${at(r.squares)}走了禁手。`,
    'allows-double': (r) => `${r.other}可以${at(r.squares)}同时做成两个威胁${by(r)}。`,
    'misses-double': (r) => `${r.side}本可以${at(r.squares)}同时做成两个威胁${by(r)}。`,
    'misses-three': (r) => `这步没有威胁；${r.side}本可以${at(r.squares)}做活三${by(r)}。`,
    'misses-simple-four': (r) => `这步没有威胁；${r.side}本可以${at(r.squares)}冲四${by(r)}。`,
    'far-away': (r) => `这子离最近的子有 ${r.count[0]} 路。`,
    'more-threats': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 个点能做三或四；更好的变化里有 ${r.count[1]} 个。`,
    'fewer-threats': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 个点能做三或四；更好的变化里有 ${r.count[1]} 个。`,
    'allows-win': (r) =>
      `${r.other}现在可以${r.moves > 0 ? ` ${r.moves} 步` : ''}必胜${r.line ? `：${r.line}` : ''}。`,
  },
}
