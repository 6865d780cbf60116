// The letter keys of a game, and their names in tooltips.

import { prefs } from '../prefs.svelte'

export const KEYS = { takeBack: 'U', hint: 'I', flip: 'F', keys: '?' } as const

/** A control's name with its key: `Hint (I)`; without the key where letter keys are off. */
export const withKey = (label: string, key: string): string =>
  key && (prefs.letter_keys || key.length > 1 || '[]'.includes(key)) ? `${label} (${key})` : label

/** What the keys of a game do. */
export interface KeyActions {
  readonly step: (by: number) => void
  readonly start: () => void
  readonly end: () => void
  readonly flip: () => void
  readonly takeBack: () => void
  readonly hint: () => void
  readonly keys: () => void
}

/** The action of a key; `null` for none. On the board the arrows walk over the points. */
export function meaning(
  event: KeyboardEvent,
  does: KeyActions,
  onBoard: boolean,
): (() => void) | null {
  const { key } = event
  if (key === '[' || (key === 'ArrowLeft' && !onBoard)) return () => does.step(-1)
  if (key === ']' || (key === 'ArrowRight' && !onBoard)) return () => does.step(1)
  if (!onBoard && key === 'Home') return does.start
  if (!onBoard && key === 'End') return does.end
  if (!prefs.letter_keys || event.repeat) return null
  const letter = key.toUpperCase()
  if (letter === KEYS.flip) return does.flip
  if (letter === KEYS.takeBack) return does.takeBack
  if (letter === KEYS.hint) return does.hint
  if (letter === KEYS.keys) return does.keys
  return null
}
