// The usual times of games between people.

import type { ClockSetting } from '../types'

/** Minutes and seconds of increment; '' for no clock. */
export const TIMES = ['1+1', '3+2', '5+3', '10+5', '15+10', ''] as const
export type Time = (typeof TIMES)[number]

export function clockOf(time: Time): ClockSetting {
  if (time === '') return { kind: 'none' }
  const [base, add] = time.split('+').map(Number) as [number, number]
  return { kind: 'increment', base_ms: base * 60000, increment_ms: add * 1000 }
}
