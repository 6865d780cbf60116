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
  firstGame: 'Your first game',
  firstGameAbout:
    'Against the weakest level, which has patience: a move that loses much can be taken back before the answer, and hints are free.',
}
