// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { GameStudyWords } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? `在 ${squares.join('、')} ` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: '連四已證', threats: '連四活三已證' },
  reasons: {
    'allows-four': (r) => `${r.other}可以${at(r.squares)}成活四。`,
    'misses-four': (r) => `${r.side}本可以${at(r.squares)}成活四。`,
    'forbidden-point': (r) => `${r.side}${at(r.squares)}走了禁手。`,
    'allows-win': (r) =>
      `${r.other}現在可以${r.moves > 0 ? ` ${r.moves} 步` : ''}必勝${r.line ? `：${r.line}` : ''}。`,
  },
}
