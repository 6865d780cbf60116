import { expect, it } from 'vitest'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { leftText, shownClock } from './clocks'
import { sayClock } from './say'

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

it('is said in words', () => {
  const bound = { base_ms: 600000, move_ms: 60000, period_ms: 30000, periods: 1 }
  const china = { kind: 'byo_yomi', ...bound } as const
  expect(sayClock(zhHans, china)).toBe('局时 10 分，步时 1 分，读秒 30 秒')
  expect(sayClock(en, china)).toBe('10 min (1 min a move), then 30 s')
  const japan = { kind: 'byo_yomi', base_ms: 0, period_ms: 30000, periods: 5 } as const
  expect(sayClock(en, japan)).toBe('5 × 30 s')
})

it('says days and hours', () => {
  const [minute, hour, day] = [60000, 3600000, 86400000]
  expect(leftText(en, 3 * day)).toBe('3 d 0 h')
  expect(leftText(en, 3 * day - 1)).toBe('3 d 0 h')
  expect(leftText(en, 3 * day - minute)).toBe('2 d 23 h')
  expect(leftText(en, 5 * hour + 12 * minute)).toBe('5 h 12 min')
  expect(leftText(en, minute + 1)).toBe('2 min')
  expect(leftText(en, 0)).toBe('0 min')
  expect(leftText(zhHans, day + hour)).toBe('1 天 1 小时')
  expect(sayClock(en, { kind: 'days', days: 1 })).toBe('1 day a move')
  expect(sayClock(zhHans, { kind: 'days', days: 3 })).toBe('每步 3 天')
})
