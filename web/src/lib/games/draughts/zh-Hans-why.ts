// 不能这样走的原因。

export const zhWhy: Record<string, (piece: string) => string> = {
  'must-capture': () => '必须吃子。',
  'nothing-to-capture': () => '那里没有可吃的子。',
  occupied: () => '那一格不是空的。',
  'king-run': () => '己方还有兵时，同一个王不能连走超过三步：请走别的子。',
  'man-step': () => '兵每次向前斜走一格。',
  'man-straight': () => '兵每次向前或横走一格。',
  'king-flight': () => '王沿斜线走，路上无子则步数不限。',
  'king-straight': () => '王沿横线或直线走，路上无子则步数不限。',
  'king-one': () => '王每次走一格。',
}
