// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  pass: '逼对手停着',
  'gives-corner': '送角',
  corner: '占角',
  'x-square': '星位',
  'c-square': 'C 位',
  parity: '奇数空位区',
  edge: '边',
}
