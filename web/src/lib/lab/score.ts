// Values as text.

import { INFINITE } from './types'

/** The least value that is a proven end, and the value of an end at once. */
const PROVEN = 31600
const END = 32000
/** A win that a database knows: its length is not known. */
const KNOWN = 20000
const NEAR = 300

const signed = (text: string, n: number) => `${n < 0 ? '−' : '+'}${text}`

/** A value as text. `plain`: whole points, as in a textbook, and not hundredths. */
export function valueText(value: number, plain: boolean): string {
  const much = Math.abs(value)
  if (much >= INFINITE) return value < 0 ? '−∞' : '∞'
  if (plain) return value < 0 ? `−${much}` : String(much)
  if (much >= PROVEN) return signed(`#${Math.ceil((END - much) / 2)}`, value)
  if (much > KNOWN - NEAR && much < KNOWN + NEAR) return signed('#', value)
  if (value === 0) return '0.00'
  return signed((much / 100).toFixed(2), value)
}

/** A large number with separators. */
export const numberText = (n: number, language: string): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : language).format(n)
