// What a browser remembers besides the hall: progress in puzzles, lessons, endings and openings, and the preferences.

import { noted } from '../noted'
import { merged } from '../people/kept-progress'
import { choose, readPrefs } from '../prefs.svelte'
import { browserStorage } from '../storage'

/** Texts of JSON by their keys in the browser, read. */
export type Kept = Readonly<Record<string, unknown>>

const PREFERENCES = 'yiqi.preferences'
const PROGRESS = [
  'yiqi.puzzle-progress',
  'yiqi.puzzles',
  'yiqi.exercises',
  'yiqi.endings',
  'yiqi.opening-lines',
]
/** The documents of an account, and the keys of what they have. */
const DOCUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  puzzles: { ratings: 'yiqi.puzzle-progress', solved: 'yiqi.puzzles' },
  learning: { exercises: 'yiqi.exercises' },
}

function read(key: string): unknown {
  try {
    return JSON.parse(browserStorage()?.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** What this browser remembers. */
export const keptHere = (): Kept =>
  Object.fromEntries(
    [...PROGRESS, PREFERENCES].map((key) => [key, read(key)]).filter(([, value]) => value !== null),
  )

/** The same out of the documents of an account. */
export const keptOf = (documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
  Object.fromEntries(
    Object.entries(DOCUMENTS).flatMap(([name, of]) =>
      Object.entries(of)
        .map(([part, key]) => [key, documents[name]?.[part] ?? null] as const)
        .filter(([, value]) => value !== null),
    ),
  )

/** Whether two entries of lists are the same one. */
const idOf = (of: unknown) => {
  const { id } = (of ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : JSON.stringify(of)
}

/** Both lists: of what is in both, the first one's. */
const both = (mine: readonly unknown[], other: readonly unknown[]) => {
  const known = new Set(mine.map(idOf))
  return [...other.filter((one) => !known.has(idOf(one))), ...mine]
}

/** What is remembered here together with what was remembered elsewhere. */
export function joined(key: string, mine: unknown, other: unknown): unknown {
  if (key === 'yiqi.puzzle-progress') return merged(mine, other)
  if (Array.isArray(mine) && Array.isArray(other)) return both(mine, other)
  const isRecord = (of: unknown): of is Record<string, unknown> =>
    typeof of === 'object' && of !== null && !Array.isArray(of)
  if (!isRecord(mine) || !isRecord(other)) return mine ?? other
  const parts = Object.entries(other).map(([part, value]) => [part, joined('', mine[part], value)])
  return { ...mine, ...Object.fromEntries(parts) }
}

/** The same about things that have other ids in this hall: puzzles are named by their games. */
export const renamed = (kept: Kept, ids: Readonly<Record<string, string>>): Kept =>
  JSON.parse(
    JSON.stringify(kept).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => ids[id] ?? id),
  ) as Kept

/** Remembers also what a file says. Its preferences take the place of those here. */
export function takeKept(kept: Kept) {
  for (const key of PROGRESS) {
    const other = kept[key]
    if (typeof other !== 'object' || other === null) continue
    try {
      browserStorage()?.setItem(key, JSON.stringify(joined(key, read(key), other)))
    } catch {
      // The storage is full or forbidden.
    }
    noted(key, 'hall')
    // An account is given it, too.
    noted(key, 'person')
  }
  if (kept[PREFERENCES]) choose(readPrefs(JSON.stringify(kept[PREFERENCES])))
}
