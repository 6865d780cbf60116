// Written by tools/hant.mjs out of zh-Hans-why.ts: do not edit.
// 不能這樣走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  occupied: () => '那一格已有棋子。',
  'flips-nothing': () => '落在那裡夾不住任何子：每一手都必須翻轉對方的子。',
  'must-pass': () => '無處落子，只能停一手。',
  'may-not-pass': () => '能落子時不得停手。',
}
