import type { GameStudyWords } from '../../../study/game'

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
    'database-draw': () => '残局库表明：这步放走了胜局，成为和棋。',
    'database-loss': () => '残局库表明：这步输棋。',
  },
}
