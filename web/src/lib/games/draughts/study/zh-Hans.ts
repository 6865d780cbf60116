import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const by = (r: ReasonFacts) => (r.line ? `：${r.line}` : '')
const goes = (r: ReasonFacts) =>
  r.count[0] === 1 && r.squares[0] ? `${r.squares[0]} 的${r.pieces[0]}` : `${r.count[0]} 子`

const after = (r: ReasonFacts) => (r.line ? `走到 ${r.line} 后，` : '')

export const words: GameStudyWords = {
  unit: '子',
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}会被白吃。`,
    'majority-capture': (r) => `${r.other}可以用多吃的一手应对。`,
    'allows-shot': (r) =>
      `${r.other}弃 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
    'misses-shot': (r) =>
      `${r.side}本可以弃 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
    'loses-material': (r) =>
      `${r.side}失去 ${goes(r)}${r.count[1] > 0 ? `，只换得 ${r.count[1]} 子` : ''}${by(r)}。`,
    'misses-material': (r) =>
      `${r.side}本可以${r.count[1] > 0 ? `以 ${r.count[1]} 子换得` : '吃到'} ${goes(r)}${by(r)}。`,
    'allows-king': (r) => `${r.other}在 ${r.squares[0]} 成王${by(r)}。`,
    'misses-king': (r) => `${r.side}本可以在 ${r.squares[0]} 成王${by(r)}。`,
    'fewer-safe-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 种不会马上丢子的着法；更好的变化里有 ${r.count[1]} 种。`,
    'more-safe-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 种不会马上丢子的着法；更好的变化里有 ${r.count[1]} 种。`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 种着法；更好的变化里有 ${r.count[1]} 种。`,
    'more-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 种着法；更好的变化里有 ${r.count[1]} 种。`,
    'leaves-centre': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 子占中心；更好的变化里有 ${r.count[1]} 子。`,
    'keeps-pieces': (r) =>
      `${after(r)}${r.side}还有 ${r.count[0]} 子，更好的变化里有 ${r.count[1]} 子：此处越少越好。`,
    'own-moves': (r) =>
      `${after(r)}${r.side}有 ${r.count[0]} 种着法，更好的变化里有 ${r.count[1]} 种：此处越少越好。`,
    'their-moves': (r) =>
      `${after(r)}${r.other}有 ${r.count[0]} 种着法，更好的变化里有 ${r.count[1]} 种：此处越多越好。`,
    'database-draw': () => '残局库表明：这步放走了胜局，成为和棋。',
    'database-loss': () => '残局库表明：这步输棋。',
  },
}
