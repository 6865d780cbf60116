import type { GameStudyWords } from '../../../study/game'
import { balance } from '../say'

export const words: GameStudyWords = {
  unit: '子',
  worth: (m, score) => balance(m, 'first', score),
}
