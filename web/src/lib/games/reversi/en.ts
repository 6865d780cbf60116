// Reversi in English. Every other language must have the same keys, or it does not compile.

import { plural } from '../../i18n/en-plural'
import type { Side } from '../../types'
import type { Own } from '../interface'
import { enWhy } from './en-why'

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
  /** Descriptions of levels for this game, where the common texts do not fit. */
  levels: {
    1: 'gives corners away',
    2: 'turns too many discs',
    3: 'misses quiet squares',
  } as Record<number, string>,
}

export type Words = Own<typeof en>
