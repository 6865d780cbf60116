// What the person asks the archive for, and the query that says it.

import type { GameState } from '../api'
import type { ArchiveOrder, ArchiveQuery, BoardPattern, EndedAs, WantedPosition } from './types'

export interface ArchiveForm {
  state: GameState
  family: string
  variant: string
  player: string
  ended: '' | EndedAs
  /** Days as in `2026-11-22`, both included. */
  from: string
  to: string
  /** Numbers as they were typed. */
  leastPlies: string
  mostPlies: string
  leastMistakes: string
  mostMistakes: string
  tag: string
  opening: readonly string[]
  position: WantedPosition | null
  pattern: BoardPattern | null
  order: ArchiveOrder
  ascending: boolean
}

export const emptyForm = (): ArchiveForm => ({
  state: 'all',
  family: '',
  variant: '',
  player: '',
  ended: '',
  from: '',
  to: '',
  leastPlies: '',
  mostPlies: '',
  leastMistakes: '',
  mostMistakes: '',
  tag: '',
  opening: [],
  position: null,
  pattern: null,
  order: 'changed',
  ascending: false,
})

/** The first moment of a day in the time zone of the browser, `days` later; none of a text that is no day. */
function dayStart(day: string, days = 0): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!parts) return undefined
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + days)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function count(text: string | number): number | undefined {
  const typed = `${text}`.trim()
  return /^\d{1,6}$/.test(typed) ? Number(typed) : undefined
}

/** The query of a form, without the fields that restrict nothing. */
export function queryOf(form: ArchiveForm): Partial<ArchiveQuery> {
  const query: Record<string, unknown> = {
    state: form.state === 'all' ? undefined : form.state,
    family: form.variant ? undefined : form.family || undefined,
    variant: form.variant || undefined,
    player: form.player.trim() || undefined,
    ended_as: form.ended || undefined,
    from: dayStart(form.from),
    to: dayStart(form.to, 1),
    least_plies: count(form.leastPlies),
    most_plies: count(form.mostPlies),
    least_mistakes: count(form.leastMistakes),
    most_mistakes: count(form.mostMistakes),
    tag: form.tag || undefined,
    opening: form.variant && form.opening.length > 0 ? form.opening : undefined,
    position: form.position ?? undefined,
    pattern: form.pattern ?? undefined,
    order: form.order === 'changed' ? undefined : form.order,
    ascending: form.ascending || undefined,
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** How many of the filters behind "More filters" are set. */
export function setFilters(form: ArchiveForm): number {
  const { ended, from, to, leastPlies, mostPlies, leastMistakes, mostMistakes, tag } = form
  const texts = [ended, from || to, `${leastPlies}${mostPlies}`, `${leastMistakes}${mostMistakes}`]
  const set = [...texts, tag, form.variant].filter(Boolean).length
  return set + (form.opening.length > 0 ? 1 : 0) + (form.position ? 1 : 0) + (form.pattern ? 1 : 0)
}
