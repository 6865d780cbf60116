// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords } from '../../../study/game'

export const words: GameStudyWords = {
  unit: '兵',
  sources: { checks: '連將殺，已證', repetition: '循環、長將或長捉' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.squares[0] ? `${r.squares[0]} 的` : ''}${r.pieces[0] ?? '棋子'}會被白吃。`,
    perpetual: (r) => `這步重複將軍或捉子：繼續下去，按規則判${r.side}負。`,
  },
}
