import { expect, test } from 'vitest'
import { rowsOf, shares } from './rows'
import type { ExploredOpening } from './types'

const written = (text: string) => ({ text, notations: {} })
const found = {
  machine: {
    games: 9,
    nodes: 100,
    moves: [{ written: written('a'), games: 9, results: [4, 2, 3], opening_name: 'x' }],
  },
  own: [],
  named: [
    { written: written('a'), opening_name: 'x' },
    { written: written('b'), opening_name: 'y' },
  ],
} as unknown as ExploredOpening

test('a move is listed once: with its games, or with its name alone', () => {
  expect(rowsOf(found, 'machine').map(({ written, games }) => [written.text, games])).toEqual([
    ['a', 9],
    ['b', 0],
  ])
  // The wire has the draws last, the bar in the middle.
  expect(rowsOf(found, 'machine')[0]!.results).toEqual([4, 3, 2])
  expect(rowsOf(found, 'own').map(({ name }) => name)).toEqual(['x', 'y'])
})

test('a bar is full, or empty without results', () => {
  expect(shares([1, 1, 2])).toEqual([25, 25, 50])
  expect(shares([0, 0, 0])).toEqual([0, 0, 0])
})
