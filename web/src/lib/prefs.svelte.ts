// What is remembered of the person's choices: applied at once, saved in the server's store.

import { api } from './api'
import type { Preferences } from './types'

const defaults: Preferences = {
  language: 'auto',
  theme: 'auto',
  board: 'wood',
  pieces: 'traditional',
  notation: 'chinese',
  coordinates: true,
  dots: true,
  animation: true,
  show_thinking: true,
  sound: true,
  sound_volume: 0.6,
  music: false,
  music_volume: 0.4,
  new_game: null,
}

export const prefs: Preferences = $state({ ...defaults })

let loaded = false
let timer: ReturnType<typeof setTimeout> | null = null

/** Takes the stored choices over; without a server the defaults stay. */
export async function loadPrefs(): Promise<void> {
  try {
    Object.assign(prefs, await api.preferences())
    loaded = true
  } catch {
    // Offline: the connection banner says so; nothing is saved over the stored choices.
  }
}

/** Changes choices and saves them shortly after the last change. */
export function choose(change: Partial<Preferences>): void {
  Object.assign(prefs, change)
  if (!loaded) return
  if (timer) clearTimeout(timer)
  timer = setTimeout(save, 250)
}

/** Saves what was chosen but not yet saved (the page is being left). */
export function flushPrefs(): void {
  if (timer) save()
}

function save() {
  timer = null
  api.savePreferences($state.snapshot(prefs)).catch(() => {
    // Saved again with the next change.
  })
}
