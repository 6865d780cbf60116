// The exercises of reversi in English.

import type { CourseWords, ExerciseWords } from '../../../learn/types'

const most = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: 'Turn as many discs as you can.',
  hint,
  done,
  wrong: 'Another move turns more.',
})
const pass = (title: string, done: string): ExerciseWords => ({
  title,
  task: 'Find the move after which the opponent has no legal move and must pass.',
  hint: 'Which of your moves leaves no line that the opponent could close?',
  done,
  wrong: 'The opponent can still move.',
})
const deny = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: 'Make a move that does not open a corner to the opponent.',
  hint,
  done,
  wrong: 'A corner is never lost again: do not give one away.',
})
const force = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: 'Make a move after which you can take a corner, whatever the opponent plays.',
  hint,
  done,
  wrong: 'There is an answer after which no corner is yours.',
})
const mobility = (title: string, n: number, hint: string, done: string): ExerciseWords => ({
  title,
  task: `Leave the opponent at most ${n === 1 ? 'one move' : `${n} moves`}.`,
  hint,
  done,
  wrong: 'There is a move that leaves fewer.',
})
const end = (title: string, done: string): ExerciseWords => ({
  title,
  task: 'Three squares are empty. Find the order that wins.',
  hint: 'Try each move in your mind: what will the opponent take, and what is left for you?',
  done,
  wrong: 'With that order you do not win for certain.',
})

export const words: CourseWords = {
  title: 'Reversi, step by step',
  about: 'Turning discs, passing, corners, mobility, and the last moves.',
  chapters: {
    turn: 'Turning discs',
    corners: 'Corners',
    mobility: 'Mobility',
    ends: 'The last moves',
  },
  exercises: {
    'turn-row': {
      title: 'Turn a row',
      task: 'A disc turns every row of enemy discs between it and another disc of yours. Turn three in one row.',
      hint: 'Look for three enemy discs in a row with one of yours behind.',
      done: 'Three discs turned.',
      wrong: 'Turn exactly three.',
    },
    'turn-slant': {
      title: 'Turn aslant',
      task: 'Rows count along diagonals as well. Turn three with one move.',
      hint: 'Follow the diagonals from your own discs.',
      done: 'Diagonals are easy to overlook.',
      wrong: 'Turn exactly three.',
    },
    'turn-two': most(
      'Two directions',
      'A disc turns in all directions at once.',
      'In two directions at once.',
    ),
    'turn-two-more': most(
      'Two directions again',
      'Look for a square from which two rows can be turned.',
      'Every row that is closed is turned.',
    ),
    'turn-most': most(
      'Many directions',
      'Look for the square where most rows meet.',
      'A big catch. But beware: in the middle of the game many discs are often bad.',
    ),
    'turn-most-more': most(
      'As many as you can',
      'Look for the square where most rows meet.',
      'Count in all eight directions.',
    ),
    'must-pass': {
      title: 'Pass',
      task: 'You cannot turn anything anywhere. Then you must pass.',
      hint: 'Use the button on the board.',
      done: 'Who can move must move; who cannot, passes. If neither can, the game is over.',
      wrong: 'There is only one thing to do: pass.',
    },
    'make-pass': pass('Make the opponent pass', 'You move twice in a row: that is worth a lot.'),
    'make-pass-more': pass('And once more', 'Another move for you.'),
    'corner-take': {
      title: 'Take a corner',
      task: 'A disc in a corner can never be turned. Take the corner.',
      hint: 'One of the four corners can be reached.',
      done: 'Safe until the end of the game, and so are discs beside it.',
      wrong: 'A corner is free for you.',
    },
    'corner-take-more': {
      title: 'Take it in the bustle',
      task: 'Many moves are possible. Take the corner.',
      hint: 'One of the four corners can be reached.',
      done: 'Look at the corners first, in every position.',
      wrong: 'A corner is free for you.',
    },
    'corner-deny-1': deny(
      'Give no corner',
      'Stay away from the squares beside empty corners.',
      'The corner stays closed.',
    ),
    'corner-deny-2': deny(
      'Turn the right discs',
      'Not only your new disc counts: turned discs open lines too.',
      'Turned discs can open a corner as well; yours did not.',
    ),
    'corner-deny-3': deny(
      'Beside a corner',
      'Sometimes a square beside a corner is the safe one. Check the lines to the corner.',
      'Rules of thumb have exceptions: what counts is whether the corner can be reached.',
    ),
    'corner-deny-4': deny(
      'At the edge',
      'A disc on the edge can close lines to the corner.',
      'All four corners stay closed.',
    ),
    'corner-force-1': force(
      'Win a corner',
      'Attack so that every answer leaves you one.',
      'The opponent had no good answer.',
    ),
    'corner-force-2': force(
      'Win another corner',
      'The threat may come from a diagonal.',
      'A corner is yours by force.',
    ),
    'corner-force-3': force(
      'The opponent must give in',
      'Take away the good moves, and only bad ones are left.',
      'When only bad moves are left, a corner falls.',
    ),
    'mobility-2': mobility(
      'Few moves for the opponent',
      3,
      'Turn few discs, and none at the rim of the group.',
      'Who has few moves must soon make a bad one.',
    ),
    'mobility-3': mobility(
      'A quiet move',
      2,
      'Turn inside the group, not outside.',
      'Discs inside give the opponent no moves.',
    ),
    'mobility-1': mobility(
      'Close the position',
      3,
      'Count the empty squares beside your discs after each move.',
      'Every empty square beside your discs is a chance for the opponent.',
    ),
    'mobility-4': mobility(
      'Fewer still',
      2,
      'Look for the move that turns the fewest walls.',
      'Mobility counts more than discs until the end is near.',
    ),
    'mobility-5': mobility(
      'Along the edge',
      2,
      'An edge move may touch few empty squares.',
      'Few moves for the opponent, many for you.',
    ),
    'end-three-1': end('Three empty squares', 'Won. At the end only the count matters.'),
    'end-three-2': end('The right order', 'The order decided it.'),
    'end-three-3': end('Who moves last?', 'Often who moves last in a region wins it.'),
    'end-three-4': end('Count it out', 'Near the end everything can be counted.'),
    'end-three-5': end('The last three', 'Won. With practice you count five squares, too.'),
    'wipe-out': {
      title: 'Not one disc left',
      task: 'Win at once: turn all the discs of the opponent.',
      hint: 'Few are left. From which square can you close every row?',
      done: 'Without a disc nobody can move: the game is over.',
      wrong: 'Some discs of the opponent are left.',
    },
  },
}
