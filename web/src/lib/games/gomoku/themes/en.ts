// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'foul-trap': 'Foul trap',
  defence: 'Defence',
  'four-three': 'Four and three',
  'open-four': 'Open four or two fours',
  'double-three': 'Two threes',
  five: 'Five in a row',
  fours: 'Four after four',
  four: 'Begins with a four',
  three: 'Begins with a three',
  quiet: 'Quiet move',
}
