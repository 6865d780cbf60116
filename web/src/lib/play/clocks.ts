// What a clock shows: with periods, the main time and then the present period.

import type { Messages } from '../i18n/en'
import type { ClockSetting } from '../types'

export interface ShownClock {
  /** Milliseconds on its face. */
  readonly left: number
  /** The periods that are left, the present one included; 0: main time, or a clock without periods. */
  readonly periods: number
}

/** The face of a side's clock. `left`: main time and all periods together. */
export function shownClock(setting: ClockSetting, left: number): ShownClock {
  if (setting.kind !== 'byo_yomi') return { left, periods: 0 }
  const all = setting.period_ms * setting.periods
  if (left > all) return { left: left - all, periods: 0 }
  const periods = Math.ceil(left / setting.period_ms)
  return { left: periods > 0 ? left - (periods - 1) * setting.period_ms : 0, periods }
}

const HOUR = 3600000

/** A long time in its two largest parts: `2 d 5 h`; what is begun counts whole, so that no time is left only at its end. */
export function leftText(m: Messages, ms: number): string {
  const minutes = Math.ceil(ms / 60000)
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return m.clock.minutes(minutes)
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  if (days < 1) return `${m.clock.hours(hours)} ${m.clock.minutes(minutes % 60)}`
  return `${m.clock.daysShort(days)} ${m.clock.hours(rest)}`
}

/** From when on little time is left on a clock. */
export const lowTime = (setting: ClockSetting): number =>
  setting.kind === 'days' ? 3 * HOUR : 20000
