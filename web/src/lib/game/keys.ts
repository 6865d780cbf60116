// The letter keys of a game, and their names in tooltips.

import { prefs } from '../prefs.svelte'

export const KEYS = { takeBack: 'U', hint: 'I', flip: 'F', keys: '?' } as const

/** A control's name with its key: `Hint (I)`; without the key where letter keys are off. */
export const withKey = (label: string, key: string): string =>
  key && (prefs.letter_keys || key.length > 1 || '[]'.includes(key)) ? `${label} (${key})` : label
