// Written by tools/hant.mjs out of zh-Hans-why.ts: do not edit.
// 不能這樣走的原因。

export const zhWhy: Record<string, (piece: string) => string> = {
  'must-capture': () => '必須吃子。',
  'nothing-to-capture': () => '那裡沒有可吃的子。',
  occupied: () => '那一格不是空的。',
  'king-run': () => '己方還有兵時，同一個王不能連走超過三步：請走別的子。',
  'man-step': () => '兵每次向前斜走一格。',
  'man-straight': () => '兵每次向前或橫走一格。',
  'king-flight': () => '王沿斜線走，路上無子則步數不限。',
  'king-straight': () => '王沿橫線或直線走，路上無子則步數不限。',
  'king-one': () => '王每次走一格。',
}
