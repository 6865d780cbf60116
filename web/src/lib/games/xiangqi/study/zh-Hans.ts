import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: '兵',
  sources: { checks: '连将杀，已证', repetition: '循环、长将或长捉' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}会被白吃。`,
    perpetual: (r) => `这步重复将军或捉子：继续下去，按规则判${r.side}负。`,
  },
}
