// On what terms a game between two people is played, before one sits down.

import { catalogue } from '../catalogue.svelte'
import { gameOf } from '../games/registry'
import { named, t, wordsOf } from '../i18n/index.svelte'
import { sayClock } from '../play/say'
import type { ClockSetting } from '../types'

/** The rules where they are not the usual ones; else ''. */
export function unusualRules(variant: string, rules: string): string {
  const sets = catalogue.variant(variant)?.rule_sets ?? []
  if (rules === sets[0]?.id) return ''
  const set = sets.find((one) => one.id === rules)
  return wordsOf(gameOf(variant)).rules?.[rules] ?? (set && named(set)) ?? rules
}

/** Rules, clock, and that it is rated. */
export const termsOf = (
  variant: string,
  rules: string,
  clock: ClockSetting,
  rated: boolean,
): string =>
  [unusualRules(variant, rules), sayClock(t(), clock), rated ? t().people.rated : '']
    .filter(Boolean)
    .join(' · ')
