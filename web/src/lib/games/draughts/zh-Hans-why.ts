// 不能这样走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  'must-capture': () => '必须吃子。',
  'nothing-to-capture': () => '那里没有可吃的子。',
  occupied: () => '那一格不是空的。',
  'takes-fewer': (_, [most, takes]) => `必须吃 ${most} 子；这条路线只吃 ${takes} 子。`,
  'lower-value': () => '必须走价值最大的吃法；这样吃的价值较小。',
  'king-must-capture': () => '王棋能吃子时，必须由王棋来吃。',
  'kings-first': () => '吃子数相同时，必须用王棋吃，或吃王棋最多的那条路线。',
  unfinished: () => '吃子必须吃到底：途中还能继续吃。',
  'king-run': (_, [most]) => `己方还有兵时，同一个王不能连走超过 ${most} 步：请走别的子。`,
  'man-step': () => '兵每次向前斜走一格。',
  'man-straight': () => '兵每次向前或横走一格。',
  'king-flight': () => '王沿斜线走，路上无子则步数不限。',
  'king-straight': () => '王沿横线或直线走，路上无子则步数不限。',
  'king-one': () => '王每次走一格。',
}
