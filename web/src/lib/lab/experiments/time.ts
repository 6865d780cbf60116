// Times as text.

import { x } from './words'

/** A time in the largest unit that fits. */
export function durationText(ms: number, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language
  const number = (n: number) =>
    new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(n)
  return ms < 1000 ? x().depth.ms(number(ms)) : x().depth.s(number(ms / 1000))
}
