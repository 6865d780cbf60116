// Progress in puzzles and lessons of who is signed in: the hall keeps it for the account, and each browser has a copy. A
// guest's own is put aside while somebody is signed in, and is there again afterwards.

import { ask, json } from '../api'
import { noted, onNoted } from '../noted'
import { browserStorage } from '../storage'
import { me } from './me.svelte'

const KEPT = '/api/account/kept'
/** The documents of the hall, and what they have under which key of the browser. */
const DOCUMENTS: Record<string, Record<string, string>> = {
  puzzles: { ratings: 'yiqi.puzzle-progress', solved: 'yiqi.puzzles' },
  learning: { exercises: 'yiqi.exercises' },
}
const KEYS = Object.values(DOCUMENTS).flatMap((parts) => Object.values(parts))
/** Whose the browser's copy is; absent: the guest's. */
const OWNER = 'yiqi.progress-of'
const aside = (key: string) => `${key}.guest`
/** The most ids of one list that are kept; the oldest are forgotten first. */
const MOST = 3000
/** A little later than the change, so that several become one request. */
const SOON = 1500

type Document = Record<string, unknown>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return null
  }
}

const length = (value: unknown) =>
  isRecord(value) && Array.isArray(value.counted) ? value.counted.length : 0

/** Both together: ids of either; of each variant what knows more results. */
export function merged(mine: unknown, kept: unknown): unknown {
  if (Array.isArray(mine) && Array.isArray(kept)) return [...new Set([...kept, ...mine])]
  if (!isRecord(mine) || !isRecord(kept)) return kept ?? mine
  const all = { ...kept }
  for (const [variant, of] of Object.entries(mine)) {
    if (length(of) > length(kept[variant]) || !(variant in kept)) all[variant] = of
  }
  return all
}

/** Not more than the hall keeps. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(-MOST)
  if (!isRecord(value)) return value
  const short = (of: unknown) =>
    isRecord(of) && Array.isArray(of.counted) ? { ...of, counted: of.counted.slice(-MOST) } : of
  return Object.fromEntries(Object.entries(value).map(([variant, of]) => [variant, short(of)]))
}

function write(key: string, value: unknown) {
  try {
    if (value === null || value === undefined) browserStorage()?.removeItem(key)
    else browserStorage()?.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden.
  }
}

const read = (key: string) => parsed(browserStorage()?.getItem(key) ?? null)

/** Gives the hall what this browser has of a document. */
async function push(name: string): Promise<void> {
  const parts = Object.entries(DOCUMENTS[name] ?? {})
  const document: Document = Object.fromEntries(
    parts.map(([part, key]) => [part, shortened(read(key))]),
  )
  await ask(`${KEPT}/${name}`, 'PUT', document)
}

/** Takes over what the hall keeps, together with what this account has noted here. */
async function pull(): Promise<void> {
  const kept = await json<Record<string, Document | undefined>>(KEPT)
  const isOwn = browserStorage()?.getItem(OWNER) === me.id
  for (const [name, parts] of Object.entries(DOCUMENTS)) {
    const of = kept[name]
    for (const [part, key] of Object.entries(parts)) {
      if (!isOwn && of) write(aside(key), read(key))
      const mine = isOwn || !of ? read(key) : null
      write(key, merged(mine, of?.[part] ?? null))
      noted(key, 'hall')
    }
    if (!of || isOwn) await push(name)
  }
  browserStorage()?.setItem(OWNER, me.id)
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>()
let unfollow: (() => void) | null = null

/** Somebody is signed in: the progress of this account comes, and what is noted from now on is kept. */
export async function begin(): Promise<void> {
  unfollow ??= onNoted('person', (key) => {
    const name = Object.keys(DOCUMENTS).find((one) =>
      Object.values(DOCUMENTS[one] ?? {}).includes(key),
    )
    if (!name) return
    clearTimeout(waiting.get(name))
    waiting.set(
      name,
      setTimeout(() => void push(name).catch(() => {}), SOON),
    )
  })
  // Without an answer the browser's copy goes on; it comes together with the next visit.
  await pull().catch(() => {})
}

/** Nobody is signed in any more: the guest's own progress is there again. */
export function end(): void {
  unfollow?.()
  unfollow = null
  for (const timer of waiting.values()) clearTimeout(timer)
  if (browserStorage()?.getItem(OWNER) === null) return
  for (const key of KEYS) {
    write(key, read(aside(key)))
    browserStorage()?.removeItem(aside(key))
    noted(key, 'hall')
  }
  browserStorage()?.removeItem(OWNER)
}
