import type { GameStudyWords } from '../../../study/game'

const men = (n: number) => (n === 1 ? 'one piece' : `${n} pieces`)

export const words: GameStudyWords = {
  unit: 'men',
  reasons: {
    'majority-capture': (r) => `${r.other} can answer with a capture that takes the majority.`,
    'allows-shot': (r) =>
      `${r.other} gives ${men(r.count[0])} and takes ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
    'misses-shot': (r) =>
      `${r.side} could have given ${men(r.count[0])} for ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
  },
}
