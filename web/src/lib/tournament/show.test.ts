import { expect, test } from 'vitest'
import { halves, quarters, systemName, tieBreaks } from './show'
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
