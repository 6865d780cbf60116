// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'double-check': 'Double check',
  'discovered-check': 'Discovered check',
  sacrifice: 'Sacrifice',
  fork: 'Fork',
  pin: 'Pin',
  'cannon-mate': 'Mate by a cannon',
  'horse-mate': 'Mate by a horse',
  'chariot-mate': 'Mate by a chariot',
  'pawn-mate': 'Mate by a pawn',
  checks: 'Check after check',
  quiet: 'Quiet move',
  defence: 'Out of check',
  capture: 'Capture',
  ending: 'Ending',
}
