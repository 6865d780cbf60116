// The lessons that are played, in English.

import { plural } from '../i18n/en-plural'

export const en = {
  title: (game: string) => `Learn ${game}`,
  lead: 'Short exercises on a real board. Make the move yourself; the board says what it thinks of it.',
  begin: 'Begin',
  goOn: 'Go on',
  repeat: 'From the beginning',
  done: (n: number, of: number) => `${n} of ${of} done`,
  isDone: 'done',
  all: 'All lessons',
  at: (chapter: string, n: number, of: number) => `${chapter} · ${n} of ${of}`,
  youMove: (side: string) => `${side} to move.`,
  hint: 'Hint',
  showMove: 'Show the move',
  again: 'Again',
  next: 'Next',
  right: 'Right.',
  reply: (side: string, move: string) => `Right. ${side} plays ${move}. Go on.`,
  noSuch: 'There is no such exercise.',
  choosePoint: 'Choose the point on the board.',
  lacks: {
    check: 'That gives no check.',
    escapes: 'That is check, but there is a way out.',
    goesOn: 'That does not win yet.',
    nothing: 'That captures nothing.',
    other: 'That captures, but not what is wanted.',
    taken: (move: string) => `It would be answered by ${move}, a capture.`,
    lets: (move: string) => `It lets the opponent play ${move}.`,
    loses: (move: string) => `It lets the opponent win at once by ${move}.`,
    replies: (n: number) => `That leaves the opponent ${plural(n, 'move', 'moves')}.`,
    turns: (n: number) => `That turns ${n}.`,
  },
  course: 'Course',
  completed: 'You have done every exercise of this course.',
  last: 'This was the last exercise of the course. The list shows which ones are left.',
  firstGame: 'Your first game',
  firstGameAbout:
    'Against the weakest level, which has patience: what it threatens is said, a move that loses much can be taken back before the answer, and hints are free.',
  endings: {
    title: 'Endings to win',
    about:
      'In each you are to move and can win: a solver has proven it, or a search has found a forced win. Win it against the strongest level: you are told before you give the win away.',
    one: (n: number) => `Ending ${n}`,
    proof: (moves: number, method: string) =>
      method === 'search'
        ? `won in about ${plural(moves, 'move', 'moves')}, found by a search`
        : `won in at most ${plural(moves, 'move', 'moves')}, proven by a solver`,
    won: 'won',
    gone: 'This gives the win away.',
    toHold: 'Endings to hold',
    aboutToHold:
      'In each you are to move, and a draw is there, though many moves lose. Hold it against the strongest level: you are told before you give the draw away.',
    proofOfDraw: (losing: number, moves: number, method: string) =>
      method === 'search'
        ? `${losing} of ${plural(moves, 'move loses', 'moves lose')}, found by a search; the machine holds it against itself`
        : `${losing} of ${plural(moves, 'move loses', 'moves lose')}, proven by a solver`,
    held: 'held',
    drawGone: 'This gives the draw away.',
  },
  teacher: {
    title: 'The teacher',
    loses: (percent: number) =>
      `This move costs about ${percent} of 100 points (a win is 100, a draw 50).`,
    unproven: 'There was something better.',
    question: 'Take it back?',
    takeBack: 'Take it back',
    see: 'See it',
    keep: 'Keep it',
    follows: (line: string) => `It could go on: ${line}`,
    threatens: (move: string, taken: string) =>
      taken
        ? `Careful: the machine threatens ${move}, which takes ${taken}.`
        : `Careful: the machine threatens ${move}.`,
  },
}
