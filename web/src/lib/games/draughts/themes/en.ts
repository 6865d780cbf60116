// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'long-shot': 'Long shot',
  majority: 'Majority capture',
  shot: 'Shot',
  promotion: 'Promotion',
  'free-piece': 'Piece for nothing',
  quiet: 'Quiet move',
  kings: 'Kings',
  ending: 'Ending',
}
