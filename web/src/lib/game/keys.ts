// The letter keys of a game, and what a control's tooltip says of them.

import { prefs } from '../prefs.svelte'

export const KEYS = { takeBack: 'U', hint: 'I', flip: 'F', keys: '?' } as const

/** A control's name with its key: `Hint (I)`; without, where letter keys are switched off. */
export const withKey = (label: string, key: string): string =>
  key && (prefs.letter_keys || key.length > 1 || '[]'.includes(key)) ? `${label} (${key})` : label
