// Machines of textbooks, which a variant offers as opponents besides the levels.

import { catalogue } from '../catalogue.svelte'

export interface Preset {
  readonly id: string
  readonly name: string
  readonly name_zh: string
  /** Plies that it searches. */
  readonly depth: number
  /** How it plays. */
  readonly text: string
  readonly text_zh: string
}

/** The machines of a variant, in the order of the list. */
export const presetsOf = (variant: string): readonly Preset[] =>
  (catalogue.variant(variant) as { presets?: readonly Preset[] } | undefined)?.presets ?? []
