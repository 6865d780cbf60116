import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: 'pawns',
  reasons: {
    perpetual: (r) =>
      `This repeats checks or a chase: the rules decide against ${r.side} if it goes on.`,
  },
}
