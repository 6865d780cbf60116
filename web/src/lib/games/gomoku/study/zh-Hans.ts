import type { GameStudyWords } from '../../../study/game'
import { balance } from '../say'

const at = (squares: readonly string[]) => (squares.length > 0 ? `在 ${squares.join('、')} ` : '')

export const words: GameStudyWords = {
  worth: (m, score) => balance(m, 'first', score),
  sources: { fours: '连四已证', threats: '连四活三已证' },
  reasons: {
    'allows-four': (r) => `${r.other}可以${at(r.squares)}成活四。`,
    'misses-four': (r) => `${r.side}本可以${at(r.squares)}成活四。`,
    'forbidden-point': (r) => `${r.side}${at(r.squares)}走了禁手。`,
    'allows-win': (r) =>
      `${r.other}现在可以${r.moves > 0 ? ` ${r.moves} 步` : ''}必胜${r.line ? `：${r.line}` : ''}。`,
  },
}
