import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: '子',
  reasons: {
    'majority-capture': (r) => `${r.other}可以用多吃的一手应对。`,
    'allows-shot': (r) =>
      `${r.other}弃 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
    'misses-shot': (r) =>
      `${r.side}本可以弃 ${r.count[0]} 子吃 ${r.count[1]} 子${r.line ? `：${r.line}` : ''}。`,
  },
}
