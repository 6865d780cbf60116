// The boards of the lessons: hand-made examples with the moves to try and the discs they flip, not rules.

import type { Placement } from '../../board/boards'

export interface LessonMove {
  /** The square, or `pass`. */
  readonly to: string
  readonly flips: readonly string[]
}

export interface Lesson {
  /** The key of its texts in the language files. */
  readonly key: string
  readonly pieces: Placement
  readonly moves: readonly LessonMove[]
  /** The reply of the other side. */
  readonly answer?: LessonMove
}

const move = (to: string, ...flips: string[]): LessonMove => ({ to, flips })

export const lessons: readonly Lesson[] = [
  {
    key: 'flip',
    pieces: [
      ['first', 'disc', 'e4 d5'],
      ['second', 'disc', 'd4 e5'],
    ],
    moves: [move('d3', 'd4'), move('c4', 'd4'), move('f5', 'e5'), move('e6', 'e5')],
  },
  {
    key: 'lines',
    pieces: [
      ['first', 'disc', 'b2 d2 f2 b4 f4'],
      ['second', 'disc', 'c3 d3 e3 c4 e4 c5 d5 e5 d6 e6'],
    ],
    moves: [move('d4', 'c3', 'c4', 'd3', 'e3', 'e4')],
  },
  {
    key: 'pass',
    pieces: [
      ['first', 'disc', 'b1'],
      ['second', 'disc', 'a1 d4 e4 d5 e5'],
    ],
    moves: [move('pass')],
    answer: move('c1', 'b1'),
  },
  {
    key: 'corner',
    pieces: [
      ['first', 'disc', 'e1 d2 e4 d5'],
      ['second', 'disc', 'b1 c1 d1 b2 c2 c3 d3 c4 d4 e5'],
    ],
    moves: [move('a1', 'b1', 'c1', 'd1')],
  },
  {
    key: 'quiet',
    pieces: [
      ['first', 'disc', 'e3 d5 d6 e6'],
      ['second', 'disc', 'd3 c4 d4 e4 e5'],
    ],
    moves: [move('c3', 'd3'), move('b3', 'c4'), move('f3', 'e4')],
  },
]
