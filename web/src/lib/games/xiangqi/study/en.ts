import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: 'pawns',
  sources: { checks: 'a mate by checks, proven', repetition: 'repetition, check or chase' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.side} leaves the ${r.pieces[0] ?? 'piece'}${r.squares[0] ? ` on ${r.squares[0]}` : ''} to be taken.`,
    perpetual: (r) =>
      `This repeats checks or a chase: the rules decide against ${r.side} if it goes on.`,
  },
}
