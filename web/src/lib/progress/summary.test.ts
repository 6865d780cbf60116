import { expect, test } from 'vitest'
import { summaryOf, type ProgressGame } from './summary'

const game = (accuracy: number, more: Partial<ProgressGame> = {}): ProgressGame => ({
  game: 'g',
  study: 's',
  variant: 'xiangqi',
  side: 'first',
  updated_at: '2030-01-01T00:00:00Z',
  accuracy,
  by_phase: [80, 60, null],
  mistakes: 2,
  ...more,
})

test('games are in the order of time, and means are of all and of the latest', () => {
  const latest = Array.from({ length: 5 }, () => game(90, { result: 1 }))
  const found = summaryOf([...latest, game(30, { result: -1, opening_name: 'c' })])
  expect(found.games[0]!.accuracy).toBe(30)
  expect([found.accuracy, found.latest, found.mistakes]).toEqual([80, 90, 2])
  expect(found.results).toEqual({ won: 5, drawn: 0, lost: 1 })
  expect(found.openings).toEqual([{ variant: 'xiangqi', name: 'c', games: 1, accuracy: 30 }])
})

test('the weakest phase is named only after some games that had it', () => {
  expect(summaryOf([game(1), game(1)]).weakest).toBeNull()
  const found = summaryOf([game(1), game(1), game(1, { by_phase: [80, 60, 5] })])
  expect(found.phases).toEqual([80, 60, 5])
  expect(found.weakest).toBe(1)
})
