// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  pass: 'The opponent must pass',
  'gives-corner': 'Gives a corner',
  corner: 'Corner',
  'x-square': 'X-square',
  'c-square': 'C-square',
  parity: 'Odd region',
  edge: 'Edge',
}
