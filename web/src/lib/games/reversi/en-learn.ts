// The reversi lessons in English.

import type { LessonsWords } from '../../play/lessons'

export const learn: LessonsWords = {
  title: 'Reversi in five steps',
  lead: 'Enclose discs of the other colour between two of your own, and they become yours. Who has more discs at the end wins.',
  endings: [
    'Who can put no disc passes; who can put one may not pass.',
    'The game ends when neither side can put a disc, which is mostly when the board is full.',
    'The side with more discs wins; empty squares count for the winner.',
    'Discs never leave the board, and a disc in a corner is never flipped.',
  ],
  lessons: {
    flip: {
      title: 'Enclosing',
      text: 'Black moves first. Put a disc so that white discs stand in a straight line between it and another black one: here four squares do.',
      done: 'The white disc is enclosed and becomes black.',
    },
    lines: {
      title: 'Several lines at once',
      text: 'A disc flips all it encloses: along rows, columns and diagonals, in every direction at once. Put one on d4.',
      done: 'Five discs in four directions. All must be flipped, wanted or not.',
    },
    pass: {
      title: 'Passing',
      text: 'Black has one disc beside the corner and can enclose nothing. Who can put no disc passes, and the other side moves again.',
      done: 'White moves now, and takes the last black disc.',
    },
    corner: {
      title: 'Corners',
      text: 'Nothing lies behind a corner, so a disc there can never be enclosed. Take the corner a1.',
      done: 'The whole edge is black, and it stays black to the end.',
    },
    quiet: {
      title: 'Few rather than many',
      text: 'Early in the game many discs are no advantage: who has many gives the other side many moves. Flip only one disc inside the others: try c3, b3 or f3.',
      done: 'A quiet move. White finds little to enclose on that side.',
    },
  },
}
