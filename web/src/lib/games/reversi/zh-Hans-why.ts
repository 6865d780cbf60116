// 不能这样走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  occupied: () => '那一格已有棋子。',
  'flips-nothing': () => '落在那里夹不住任何子：每一手都必须翻转对方的子。',
  'must-pass': () => '无处落子，只能停一手。',
  'may-not-pass': () => '能落子时不得停手。',
}
