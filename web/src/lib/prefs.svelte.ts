// What is remembered of the person's choices: applied at once, saved in the server's store.

import { api } from './api'
import type { Family } from './board/squares'
import { familyOf } from './board/squares'
import { catalogue } from './catalogue.svelte'
import type { FamilyPreferences, NewGame, Preferences, StonePreferences } from './types'

const defaults: Preferences = {
  language: 'auto',
  theme: 'auto',
  board: 'wood',
  pieces: 'traditional',
  notation: 'chinese',
  families: {},
  coordinates: true,
  dots: true,
  animation: true,
  show_thinking: true,
  sound: true,
  sound_volume: 0.6,
  music: false,
  music_volume: 0.4,
  new_game: null,
  stones: { numbers: false, threats: false, placing: 'auto' },
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

/** What is remembered for one family; empty words where nothing was chosen. */
function remembered(family: Family): FamilyPreferences {
  if (family === 'xiangqi') return { ...prefs, new_game: prefs.new_game ?? null }
  return prefs.families?.[family] ?? { notation: '', pieces: '', new_game: null }
}

/** The notation moves of a variant are written in: the one chosen, or the customary one. */
export function notationOf(variant: string): string {
  const chosen = remembered(familyOf(variant)).notation ?? ''
  const known = catalogue.variant(variant)?.notations
  if (!known || known.some((n) => n.id === chosen)) return chosen
  return known[0]?.id ?? chosen
}

/** The piece style of a family; empty: the customary one. */
export const piecesOf = (family: Family): string => remembered(family).pieces ?? ''

/** Changes what is remembered of one family. */
export function chooseFor(family: Family, change: Partial<FamilyPreferences>): void {
  if (family === 'xiangqi') {
    const { notation = prefs.notation, pieces = prefs.pieces, new_game = prefs.new_game } = change
    choose({ notation, pieces, new_game })
    return
  }
  choose({ families: { ...prefs.families, [family]: { ...remembered(family), ...change } } })
}

/** The game that was begun, to offer its form again: at once, and when its family is chosen. */
export function rememberGame(family: Family, game: NewGame): void {
  const { notation, pieces } = prefs.families?.[family] ?? { notation: '', pieces: '' }
  const families = { ...prefs.families, [family]: { notation, pieces, new_game: game } }
  choose({ new_game: game, families })
}

/** Changes how boards of stones are shown and played on. */
export function chooseStones(change: Partial<StonePreferences>): void {
  choose({ stones: { ...prefs.stones, ...change } })
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
