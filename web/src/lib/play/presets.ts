// Machines of textbooks and sparring partners, which a variant offers as opponents besides the levels.

import { catalogue } from '../catalogue.svelte'
import { gameOf } from '../games/registry'
import { pickIn } from '../i18n/index.svelte'
import type { Messages } from '../i18n/en'
import type { Player, Preset } from '../types'

/** The machine of a textbook that a player is; '' for all others. */
export const presetOf = (player: Player | undefined): string =>
  (player?.kind === 'machine' && player.preset) || ''

/** The machines of a variant, in the order of the list. */
export const presetsOf = (variant: string): readonly Preset[] =>
  catalogue.variant(variant)?.presets ?? []

/** The machines of textbooks among them; the others are sparring partners, which do not search. */
export const textbookOf = (variant: string): readonly Preset[] =>
  presetsOf(variant).filter(({ depth }) => depth > 0)

/** The name of a machine in a language; its id if the variant does not list it. */
export function presetName(m: Messages, variant: string, id: string): string {
  const found = presetsOf(variant).find((preset) => preset.id === id)
  if (!found) return id
  if (m.code === 'en') return found.name
  return pickIn(m, gameOf(variant).words).names?.[found.name] ?? found.name_zh
}
