import { expect, test } from 'vitest'
import type { ShownRatedGame } from '../types'
import { bounds, formOf, gamesOf, graph, nearestLevel } from './rating'

const game = (rating: number, time = 'blitz'): ShownRatedGame => ({
  game: `g${rating}`,
  family: 'x',
  time,
  at: '2026-01-01T00:00:00Z',
  points: 2,
  opponent_name: 'Bob',
  opponent_rating: 1500,
  rating,
  change: 10,
})

test('a graph goes from the oldest to the latest game between full hundreds', () => {
  const games = gamesOf([game(1590), game(1400, 'rapid'), game(1510)], {
    family: 'x',
    time: 'blitz',
  })
  expect(games.map((one) => one.rating)).toEqual([1510, 1590])
  expect(bounds(games)).toEqual([1400, 1700])
  const [first, last] = graph(games, 600, 160, 10)
  expect([first?.x, last?.x]).toEqual([10, 590])
  expect(first!.y).toBeGreaterThan(last!.y)
  const [alone] = graph([game(1500)], 600, 160, 10)
  expect(alone?.x).toBe(300)
})

test('the nearest level of the machine', () => {
  expect(nearestLevel([600, 1000, 1500], 1240)).toBe(2)
  expect(nearestLevel([600, 1000, 1500], 1260)).toBe(3)
})

test('the form is that of the last ten games, with the accuracy where it is known', () => {
  const games = Array.from({ length: 12 }, (_, i) => ({ ...game(1500 + i), points: i % 3 }))
  expect(formOf(games)).toEqual({ games: 10, won: 3, drawn: 3, lost: 4, accuracy: null })
  expect(
    formOf([{ ...game(1500), accuracy: 80 }, { ...game(1510), accuracy: 91 }, game(1520)]),
  ).toEqual({
    games: 3,
    won: 3,
    drawn: 0,
    lost: 0,
    accuracy: 86,
  })
})
