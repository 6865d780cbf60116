// Written by tools/hant.mjs out of zh-Hans-why.ts: do not edit.
// 不能這樣走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  'must-capture': () => '必須吃子。',
  'nothing-to-capture': () => '那裡沒有可吃的子。',
  occupied: () => '那一格不是空的。',
  'takes-fewer': (_, [most, takes]) => `必須吃 ${most} 子；這條路線只吃 ${takes} 子。`,
  'lower-value': () => '必須走價值最大的吃法；這樣吃的價值較小。',
  'king-must-capture': () => '王棋能吃子時，必須由王棋來吃。',
  'kings-first': () => '吃子數相同時，必須用王棋吃，或吃王棋最多的那條路線。',
  unfinished: () => '吃子必須吃到底：途中還能繼續吃。',
  'king-run': (_, [most]) => `己方還有兵時，同一個王不能連走超過 ${most} 步：請走別的子。`,
  'man-step': () => '兵每次向前斜走一格。',
  'man-straight': () => '兵每次向前或橫走一格。',
  'king-flight': () => '王沿斜線走，路上無子則步數不限。',
  'king-straight': () => '王沿橫線或直線走，路上無子則步數不限。',
  'king-one': () => '王每次走一格。',
}
