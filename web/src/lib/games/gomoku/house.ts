// The options of omok, in the text form of its rules: `33=both,44=none,six=nothing`.

import type { Messages } from '../../i18n/en'
import { wordsIn } from './words'

export type Bound = 'none' | 'black' | 'both'

export interface House {
  readonly three: Bound
  readonly four: Bound
  readonly six: 'win' | 'nothing' | 'foul' | 'foul-both'
}

/** The default options of omok. */
export const usualHouse: House = { three: 'both', four: 'none', six: 'nothing' }

const bound = (text: string | undefined, usual: Bound): Bound =>
  text === 'none' || text === 'black' || text === 'both' ? text : usual

export function readHouse(rules: string | null): House {
  const parts = new Map(
    (rules ?? '').split(',').flatMap((part) => {
      const [name, value] = part.split('=')
      return name && value ? [[name.trim(), value.trim()] as const] : []
    }),
  )
  const six = parts.get('six')
  return {
    three: bound(parts.get('33'), usualHouse.three),
    four: bound(parts.get('44'), usualHouse.four),
    six: six === 'win' || six === 'foul' || six === 'foul-both' ? six : 'nothing',
  }
}

/** The text of these options; `null` if all are the defaults. */
export function houseRules(house: House): string | null {
  const usual = (['three', 'four', 'six'] as const).every((key) => house[key] === usualHouse[key])
  return usual ? null : `33=${house.three},44=${house.four},six=${house.six}`
}

/** The options in words, one line each. */
export function houseLines(m: Messages, rules: string | null): string[] {
  const { three, four, six } = readHouse(rules)
  const w = wordsIn(m)
  return [
    `${w.house33}${m.say.colon}${w.bound[three]}`,
    `${w.house44}${m.say.colon}${w.bound[four]}`,
    `${w.houseSix}${m.say.colon}${w.six[six]}`,
  ]
}
