import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const standing = (r: ReasonFacts, i: number) => `${r.squares[i]} 的${r.pieces[i]}`
const all = (r: ReasonFacts, from: number, to: number) =>
  r.pieces
    .slice(from, to)
    .map((_, i) => standing(r, from + i))
    .join('和')
const got = (r: ReasonFacts) => r.pieces.slice(r.count[0]).join('和')

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 后，` : '')

export const words: GameStudyWords = {
  unit: '兵',
  sources: { checks: '连将杀，已证', repetition: '循环、长将或长捉' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}会被白吃。`,
    'allows-repetition': (r) => `${r.other}可以循环局面成和${by(r)}。`,
    'loses-material': (r) =>
      `${r.side}失去 ${all(r, 0, r.count[0])}${got(r) ? `，只换得${got(r)}` : ''}${by(r)}。`,
    'misses-material': (r) =>
      `${r.side}本可以${got(r) ? `以${got(r)}换得` : '吃到'} ${all(r, 0, r.count[0])}${by(r)}。`,
    'threatens-pieces': (r) => `${r.other}攻击 ${all(r, 0, r.pieces.length)}${by(r)}。`,
    'allows-checks': (r) =>
      `${r.other}可以将军 ${r.count[0]} 次${by(r)}。走更好的着法则为 ${r.count[1]} 次。`,
    'pawn-crosses': (r) => `${r.other}的兵卒在 ${r.squares[0]} 过河${by(r)}。`,
    'misses-crossing': (r) => `${r.side}的兵卒本可以在 ${r.squares[0]} 过河${by(r)}。`,
    'shut-in': (r) =>
      `${after(r)}${standing(r, 0)}只有 ${r.count[0]} 种走法；更好的变化里有 ${r.count[1]} 种。`,
    'frees-piece': (r) =>
      `${after(r)}${standing(r, 0)}有了 ${r.count[0]} 种走法；更好的变化里有 ${r.count[1]} 种。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 种着法可选；更好的变化里有 ${r.count[1]} 种。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 种着法可选；更好的变化里有 ${r.count[1]} 种。`,
    perpetual: (r) => `这步重复将军或捉子：继续下去，按规则判${r.side}负。`,
  },
}
