// The names of engines in the language of the page.

import type { Fault } from '../types'
import type { EngineName } from './types'
import { s, studyIn, type StudyWords } from './words'

/** The name of an engine by its id: ours at full strength, ours by level, or another program. */
export function engineName(engines: readonly EngineName[], id: string): string {
  if (id === 'own') return s().machine.own
  const level = /^level-(\d+)$/.exec(id)?.[1]
  if (level) return s().machine.level(Number(level))
  return engines.find((engine) => engine.id === id)?.name ?? id
}

/** What is wrong with an engine, as a sentence; of a code that is not known English has what the server says. */
export function engineFault(fault: Fault, words: StudyWords = s()): string {
  const seconds = Math.round((fault.numbers?.[0] ?? 0) / 100) / 10
  const { faults } = words.machine
  const known =
    faults[fault.code] ?? (words === studyIn({ code: 'en' }) ? null : faults['search-failed'])
  return known?.(fault.place?.found ?? '', seconds) ?? fault.message
}
