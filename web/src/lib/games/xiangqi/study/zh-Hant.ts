// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const standing = (r: ReasonFacts, i: number) => `${r.squares[i]} 的${r.pieces[i]}`
const all = (r: ReasonFacts, from: number, to: number) =>
  r.pieces
    .slice(from, to)
    .map((_, i) => standing(r, from + i))
    .join('和')
const got = (r: ReasonFacts) => r.pieces.slice(r.count[0]).join('和')

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 後，` : '')

export const words: GameStudyWords = {
  unit: '兵',
  sources: { checks: '連將殺，已證', repetition: '循環、長將或長捉' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}會被白吃。`,
    'allows-repetition': (r) => `${r.other}可以循環局面成和${by(r)}。`,
    'loses-material': (r) =>
      `${r.side}失去 ${all(r, 0, r.count[0])}${got(r) ? `，只換得${got(r)}` : ''}${by(r)}。`,
    'misses-material': (r) =>
      `${r.side}本可以${got(r) ? `以${got(r)}換得` : '吃到'} ${all(r, 0, r.count[0])}${by(r)}。`,
    'threatens-pieces': (r) => `${r.other}攻擊 ${all(r, 0, r.pieces.length)}${by(r)}。`,
    'allows-checks': (r) =>
      `${r.other}可以將軍 ${r.count[0]} 次${by(r)}。走更好的著法則為 ${r.count[1]} 次。`,
    'pawn-crosses': (r) => `${r.other}的兵卒在 ${r.squares[0]} 過河${by(r)}。`,
    'misses-crossing': (r) => `${r.side}的兵卒本可以在 ${r.squares[0]} 過河${by(r)}。`,
    'shut-in': (r) =>
      `${after(r)}${standing(r, 0)}只有 ${r.count[0]} 種走法；更好的變化裡有 ${r.count[1]} 種。`,
    'frees-piece': (r) =>
      `${after(r)}${standing(r, 0)}有了 ${r.count[0]} 種走法；更好的變化裡有 ${r.count[1]} 種。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 種著法可選；更好的變化裡有 ${r.count[1]} 種。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 種著法可選；更好的變化裡有 ${r.count[1]} 種。`,
    perpetual: (r) => `這步重複將軍或捉子：繼續下去，按規則判${r.side}負。`,
  },
}
