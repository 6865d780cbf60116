import { expect, test } from 'vitest'
import { halves, mark, quarters, systemName, tieBreaks } from './show'
import { en } from './en'

test('points are written with halves and quarters', () => {
  expect([0, 1, 2, 3, 10].map(halves)).toEqual(['0', '½', '1', '1½', '5'])
  expect([0, 1, 2, 3, 4, 10].map(quarters)).toEqual(['0', '0.25', '½', '0.75', '1', '2½'])
})

test('a system has its name and its order of tie-breaks', () => {
  expect(systemName(en, { kind: 'swiss', rounds: 1 })).toBe('Swiss, 1 round')
  expect(systemName(en, { kind: 'round_robin', double: true })).toBe('Double round robin')
  expect(tieBreaks({ kind: 'round_robin', double: false })[0]).toBe('direct_encounter')
})

test('a round tells the side by its name, whatever its colour is', () => {
  const draughts = { first: 'White', second: 'Black' }
  const cell = { kind: 'game', opponent: 5, points: 1 } as const
  expect(mark(en, draughts, { ...cell, side: 'first' })).toBe('5w½')
  expect(mark(en, { first: '黑方', second: '白方' }, { ...cell, side: 'second' })).toBe('5白½')
  expect(mark(en, draughts, { kind: 'game', opponent: 5, side: 'second' })).toBe('5b·')
})
