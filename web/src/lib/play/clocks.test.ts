import { expect, it } from 'vitest'
import { shownClock } from './clocks'

const periods = { kind: 'byo_yomi', base_ms: 60000, period_ms: 10000, periods: 3 } as const

it('shows the main time, and then one period at a time', () => {
  expect(shownClock(periods, 90000)).toEqual({ left: 60000, periods: 0 })
  expect(shownClock(periods, 30001)).toEqual({ left: 1, periods: 0 })
  expect(shownClock(periods, 30000)).toEqual({ left: 10000, periods: 3 })
  expect(shownClock(periods, 20001)).toEqual({ left: 1, periods: 3 })
  expect(shownClock(periods, 20000)).toEqual({ left: 10000, periods: 2 })
  expect(shownClock(periods, 4000)).toEqual({ left: 4000, periods: 1 })
  expect(shownClock(periods, 0)).toEqual({ left: 0, periods: 0 })
})

it('leaves other clocks as they are', () => {
  expect(shownClock({ kind: 'per_move', ms: 5000 }, 4000)).toEqual({ left: 4000, periods: 0 })
})
