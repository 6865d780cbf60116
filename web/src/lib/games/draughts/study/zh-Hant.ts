// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const goes = (r: ReasonFacts) =>
  r.count[0] === 1 && r.squares[0] ? `${r.squares[0]} 的${r.pieces[0]}` : `${r.count[0]} 子`

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 後，` : '')

export const words: GameStudyWords = {
  unit: '子',
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}會被白吃。`,
    'majority-capture': (r) => `${r.other}可以用多吃的一手應對。`,
    'allows-shot': (r) =>
      `${r.other}棄 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
    'misses-shot': (r) =>
      `${r.side}本可以棄 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
    'loses-material': (r) =>
      `${r.side}失去 ${goes(r)}${r.count[1] > 0 ? `，只換得 ${r.count[1]} 子` : ''}${by(r)}。`,
    'misses-material': (r) =>
      `${r.side}本可以${r.count[1] > 0 ? `以 ${r.count[1]} 子換得` : '吃到'} ${goes(r)}${by(r)}。`,
    'allows-king': (r) => `${r.other}在 ${r.squares[0]} 成王${by(r)}。`,
    'misses-king': (r) => `${r.side}本可以在 ${r.squares[0]} 成王${by(r)}。`,
    'fewer-safe-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 種不會馬上丟子的著法；更好的變化裡有 ${r.count[1]} 種。`,
    'more-safe-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 種不會馬上丟子的著法；更好的變化裡有 ${r.count[1]} 種。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 種著法；更好的變化裡有 ${r.count[1]} 種。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 種著法；更好的變化裡有 ${r.count[1]} 種。`,
    'leaves-centre': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 子佔中心；更好的變化裡有 ${r.count[1]} 子。`,
    'keeps-pieces': (r) =>
      `${after(r)}${r.side}還有 ${r.count[0]} 子，更好的變化裡有 ${r.count[1]} 子：此處越少越好。`,
    'own-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 種著法，更好的變化裡有 ${r.count[1]} 種：此處越少越好。`,
    'their-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 種著法，更好的變化裡有 ${r.count[1]} 種：此處越多越好。`,
    'database-draw': () => '殘局庫表明：這步放走了勝局，成為和棋。',
    'database-loss': () => '殘局庫表明：這步輸棋。',
  },
}
