// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords } from '../../../study/game'

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
    'database-draw': () => '殘局庫表明：這步放走了勝局，成為和棋。',
    'database-loss': () => '殘局庫表明：這步輸棋。',
  },
}
