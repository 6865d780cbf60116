// The texts of games by correspondence, in English.

import { plural } from '../i18n/en-plural'

export const en = {
  yourMove: 'Your move',
  left: (time: string) => `${time} left`,
  noClock: 'the clock begins with the first move',
  title: 'Conditional moves',
  about:
    'If your opponent plays what you foresee, the hall answers for you at once. Only you see these lines.',
  onTheirTurn: 'You can enter them while it is your opponent’s turn.',
  none: 'You have entered none.',
  add: 'Add a line',
  remove: (line: string) => `Remove the line ${line}`,
  removeAll: 'Remove all',
  waiting: (n: number) => `${plural(n, 'line', 'lines')} of conditional moves`,
  wasPlayed: 'Your conditional moves were played to their end.',
  hasLeft: 'The game has left your conditional moves: they are dropped.',
  dismiss: 'Understood',
  newLine: 'A line of conditional moves',
  theirs: 'If your opponent plays …',
  yours: '… you answer',
  further: 'Go on with the next move of your opponent, or keep the line.',
  ended: 'The game is over with this move.',
  back: 'One move back',
  keep: 'Keep this line',
  board: 'The board of the line',
  noAnswer: 'A line ends with your answer.',
  bad: 'This line cannot be kept: its moves are not all possible, or another line has another answer to the same moves.',
}
