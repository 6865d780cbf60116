// The names of engines in the language of the page.

import type { EngineName } from './types'
import { s } from './words'

/** The name of an engine by its id: ours at full strength, ours by level, or another program. */
export function engineName(engines: readonly EngineName[], id: string): string {
  if (id === 'own') return s().machine.own
  const level = /^level-(\d+)$/.exec(id)?.[1]
  if (level) return s().machine.level(Number(level))
  return engines.find((engine) => engine.id === id)?.name ?? id
}
