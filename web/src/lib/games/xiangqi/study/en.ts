import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: 'pawns',
  sources: { checks: 'a mate by checks, proven', repetition: 'repetition, check or chase' },
  reasons: {
    perpetual: (r) =>
      `This repeats checks or a chase: the rules decide against ${r.side} if it goes on.`,
  },
}
