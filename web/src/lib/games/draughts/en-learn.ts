// The draughts lessons in English.

import type { LessonsWords } from '../../play/lessons'

export const learn: LessonsWords = {
  title: 'Draughts in nine steps',
  lead: 'Take all the opponent’s pieces, or leave them without a move. Pieces stand on the dark squares only and move diagonally.',
  about:
    'Every board can be tried: pick a piece and move it. The first six steps are international draughts; the last three say what is different elsewhere.',
  endings: [
    'Who has no piece left, or cannot move, has lost.',
    'The same position for the third time is a draw.',
    'International draughts: 25 moves each with kings only are a draw; so are 16 moves each with three pieces against a lone king, and 5 with two or one.',
    'Russian and Brazilian draughts: 15 moves each with kings only are a draw, besides shorter limits for some endings.',
    'English draughts: 40 moves each without a capture or a man’s move are a draw.',
  ],
  lessons: {
    man: {
      title: 'The man',
      text: 'A man goes one step diagonally forward, to an empty square. Move one.',
      done: 'Forward only: a man never steps back.',
    },
    capture: {
      title: 'Capturing',
      text: 'A man jumps over an opponent’s piece next to it, onto the empty square behind: forward, and in international, Russian and Brazilian draughts backward too. Who can capture must.',
      done: 'The captured piece leaves the board.',
    },
    most: {
      title: 'The most must be taken',
      text: 'From where it lands a piece goes on capturing while it can. In international draughts the capture that takes most must be played. Try the man on the left first, then find the right one.',
      done: 'Two pieces with one move. The other capture would have taken only one.',
    },
    king: {
      title: 'The king',
      text: 'A man that ends its move on the far row becomes a king. A king flies: any distance along a free diagonal, and it captures from afar. Choose where to land.',
      done: 'It may land on any free square behind the captured piece.',
    },
    loop: {
      title: 'All the way round',
      text: 'A capture may even end where it began. No piece is jumped twice, and all of them leave only after the last jump. Click the man, then a square on its way.',
      done: 'Four pieces, and back home.',
    },
    passing: {
      title: 'Only passing by',
      text: 'A man that reaches the far row in the middle of a capture, and goes on, stays a man. Capture both.',
      done: 'It touched the far row but did not end there: still a man.',
    },
    russian: {
      title: 'Russian draughts',
      text: '8×8. Any capture may be chosen, but it must be completed. A man that reaches the far row in passing becomes a king at once and goes on as one: here it takes the second piece from afar.',
      done: 'Crowned on the way, and it flew on.',
    },
    brazilian: {
      title: 'Brazilian draughts',
      text: 'The international rules on the board of 8×8: kings fly, and the most pieces must be taken.',
      done: 'Two rather than one, as in international draughts.',
    },
    english: {
      title: 'English draughts (checkers)',
      text: '8×8, and Black begins. Men capture forward only. A king steps one square in any direction, and any capture may be chosen. A man that reaches the far row ends its move there.',
      done: 'One step; English kings do not fly.',
    },
  },
}
