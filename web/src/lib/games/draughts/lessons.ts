// The boards of the draughts lessons: hand-made examples with the moves to try, not rules.

import type { Placement } from '../../board/boards'
import type { BoardMove, RefusedMove } from '../../types'

export interface DraughtsLesson {
  /** The key of its texts in the language files. */
  readonly key: string
  readonly variant: string
  readonly pieces: Placement
  readonly moves: readonly BoardMove[]
  readonly refused?: readonly RefusedMove[]
}

const step = (from: string, ...ends: string[]): BoardMove[] =>
  ends.map((to) => ({ text: `${from}-${to}`, from, to, path: [], ways: [], captures: [] }))

/** A capture with all its paths. */
const take = (from: string, to: string, captures: string[], ...ways: string[][]): BoardMove => ({
  text: `${from}x${to}x${captures.join('x')}`,
  from,
  to,
  path: ways[0] ?? [],
  ways: ways.length > 1 ? ways : [],
  captures,
})

const refuse = (from: string, to: string, captures: string[], most: number): RefusedMove => ({
  from,
  to,
  captures,
  reason: 'takes-fewer',
  most,
})

export const draughtsLessons: readonly DraughtsLesson[] = [
  {
    key: 'man',
    variant: 'draughts',
    pieces: [
      ['first', 'man', '32 38'],
      ['second', 'man', '12'],
    ],
    moves: [...step('32', '27', '28'), ...step('38', '33')],
  },
  {
    key: 'capture',
    variant: 'draughts',
    pieces: [
      ['first', 'man', '28'],
      ['second', 'man', '23 33'],
    ],
    moves: [take('28', '19', ['23'], []), take('28', '39', ['33'], [])],
  },
  {
    key: 'most',
    variant: 'draughts',
    pieces: [
      ['first', 'man', '27 33'],
      ['second', 'man', '20 22 29'],
    ],
    moves: [take('33', '15', ['29', '20'], ['24'])],
    refused: [refuse('27', '18', ['22'], 2)],
  },
  {
    key: 'king',
    variant: 'draughts',
    pieces: [
      ['first', 'king', '46'],
      ['second', 'man', '28'],
    ],
    moves: ['23', '19', '14', '10', '5'].map((to) => take('46', to, ['28'], [])),
  },
  {
    key: 'loop',
    variant: 'draughts',
    pieces: [
      ['first', 'man', '38'],
      ['second', 'man', '22 23 32 33'],
    ],
    moves: [take('38', '38', ['22', '23', '32', '33'], ['27', '18', '29'], ['29', '18', '27'])],
  },
  {
    key: 'passing',
    variant: 'draughts',
    pieces: [
      ['first', 'man', '12'],
      ['second', 'man', '8 9'],
    ],
    moves: [take('12', '14', ['8', '9'], ['3'])],
  },
  {
    key: 'russian',
    variant: 'draughts-russian',
    pieces: [
      ['first', 'man', '9'],
      ['second', 'man', '6 11'],
    ],
    moves: [take('9', '16', ['6', '11'], ['2']), take('9', '20', ['6', '11'], ['2'])],
  },
  {
    key: 'brazilian',
    variant: 'draughts-brazilian',
    pieces: [
      ['first', 'man', '21 23'],
      ['second', 'man', '11 17 19'],
    ],
    moves: [take('23', '7', ['11', '19'], ['16'])],
    refused: [refuse('21', '14', ['17'], 2)],
  },
  {
    key: 'english',
    variant: 'draughts-english',
    pieces: [
      ['first', 'king', '23'],
      ['second', 'man', '3'],
    ],
    moves: step('23', '18', '19', '26', '27'),
  },
]
