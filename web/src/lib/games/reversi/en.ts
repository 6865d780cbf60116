// Reversi in English. Every other language must have the same keys, or it does not compile.

import { plural } from '../../i18n/en-plural'
import type { Side } from '../../types'
import type { Own } from '../game'
import { enWhy } from './en-why'

/** The texts of one lesson. */
export interface LessonWords {
  readonly title: string
  readonly text: string
  /** Shown after the move. */
  readonly done: string
}

export const en = {
  name: 'Reversi',
  sides: { first: 'Black', second: 'White' },
  piece: (side: Side, _kind: string): string => `${side === 'first' ? 'black' : 'white'} disc`,
  kind: (_side: Side, _kind: string): string => 'disc',
  keys: 'T goes to the next square that can be taken, ',
  textLabel: 'A position, moves (f5 d6 c3 or f5d6c3), or a whole game (GGF)',
  fileAbout: 'GGF, or a list of transcripts (f5d6c3…).',
  natural: 'Without a disc put',
  why: enWhy,
  variantAbout: {
    reversi: '8×8, as in Othello tournaments.',
    'reversi-6': '6×6. A short game; White can always win it.',
  } as Record<string, string>,
  notations: { engine: 'Letter and number (f5)', ggf: 'Capitals (F5)' } as Record<string, string>,
  rules: { wof: 'World Othello Federation' } as Record<string, string>,
  formatAbout: {
    ggf: 'The moves and their times, as the Generic Game Server keeps them.',
  } as Record<string, string>,
  faults: {
    'empty-centre': 'the four squares in the middle always hold discs',
    twice: 'a square has two discs',
    'off-board': 'a disc is not on the board',
    'other-size': 'the position is of another board',
  } as Record<string, string>,
  ends: {
    sentences: {
      'full-board': 'the board is full, and the discs are counted',
      'no-moves': 'neither side can put a disc, and the discs are counted',
      'wiped-out': 'all discs are of one colour',
    } as Record<string, string>,
    labels: {
      'full-board': 'Full board',
      'no-moves': 'No moves left',
      'wiped-out': 'All discs flipped',
    } as Record<string, string>,
  },
  moved: (side: string, at: string, time: string) => ({
    head: at ? '' : 'Pass.',
    body:
      (at ? `${side} put a disc on ${at}` : `${side} could not move`) +
      (time ? `, after ${time}.` : '.'),
  }),
  spoken: (side: string, at: string) => (at ? `${side} ${at}` : `${side} passes`),
  mustPass: (side: string) => `${side} can put no disc and must pass.`,
  pass: 'Pass',
  tally: (n: number) => plural(n, 'disc', 'discs'),
  count: (black: number, white: number) => `Black ${black}, White ${white}`,
  ahead: (side: string, discs: number) => `${side} is ahead by ${plural(discs, 'disc', 'discs')}`,
  even: 'Both sides are even',
  wins: (side: string) => `${side} wins`,
  learnTitle: 'Reversi in five steps',
  learnLead:
    'Enclose discs of the other colour between two of your own, and they become yours. Who has more discs at the end wins.',
  lessonAgain: 'Once more',
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
  } as Record<string, LessonWords>,
}

export type Words = Own<typeof en>
