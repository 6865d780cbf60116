// What a clock shows: with periods, the main time and then the present period.

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
