// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  pass: '逼對手停著',
  'gives-corner': '送角',
  corner: '佔角',
  'x-square': '星位',
  'c-square': 'C 位',
  parity: '奇數空位區',
  edge: '邊',
}
