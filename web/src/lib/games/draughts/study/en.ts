import type { GameStudyWords } from '../../../study/game'

const men = (n: number) => (n === 1 ? 'one piece' : `${n} pieces`)

export const words: GameStudyWords = {
  unit: 'men',
  reasons: {
    'hangs-piece': (r) =>
      `${r.side} leaves the ${r.pieces[0] ?? 'piece'}${r.squares[0] ? ` on ${r.squares[0]}` : ''} to be taken.`,
    'majority-capture': (r) => `${r.other} can answer with a capture that takes the majority.`,
    'allows-shot': (r) =>
      `${r.other} gives ${men(r.count[0])} and takes ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
    'misses-shot': (r) =>
      `${r.side} could have given ${men(r.count[0])} for ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
    'database-draw': () => 'The endgame database says: this gives away a win, and draws.',
    'database-loss': () => 'The endgame database says: this loses.',
  },
}
