// The usual times of games between people.

import type { Messages } from '../i18n/en'
import type { ClockSetting } from '../types'

/** Minutes and seconds of increment; '' for no clock. */
export const TIMES = ['1+1', '3+2', '5+3', '10+5', '15+10', ''] as const
/** The same, and days for a move. */
export const LOBBY_TIMES = [...TIMES, '1d', '3d', '7d'] as const
export type Time = (typeof TIMES)[number]
export type LobbyTime = (typeof LOBBY_TIMES)[number]

export function clockOf(time: LobbyTime): ClockSetting {
  if (time === '') return { kind: 'none' }
  if (time.endsWith('d')) return { kind: 'days', days: parseInt(time) }
  const [base, add] = time.split('+').map(Number) as [number, number]
  return { kind: 'increment', base_ms: base * 60000, increment_ms: add * 1000 }
}

/** A time in a choice. */
export function timeLabel(m: Messages, time: LobbyTime): string {
  if (time.endsWith('d')) return m.clock.days(parseInt(time))
  return time === '' ? m.newGame.noClock : time.replace('+', ' + ')
}
