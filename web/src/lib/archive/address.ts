// The filters of the archive as an address: a link, the back button and a reload keep them.

import type { ArchiveForm } from './form'
import { emptyForm } from './form'

/** The fields that are texts, by their names in the address. */
const TEXTS = {
  state: 'state',
  game: 'family',
  variant: 'variant',
  player: 'player',
  ended: 'ended',
  from: 'from',
  to: 'to',
  plies: 'leastPlies',
  most: 'mostPlies',
  mistakes: 'leastMistakes',
  'most-mistakes': 'mostMistakes',
  tag: 'tag',
  order: 'order',
} as const satisfies Readonly<Record<string, keyof ArchiveForm>>

/** Values that only these texts may have; others are as in an empty form. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  state: ['all', 'playing', 'over'],
  ended: ['', 'first', 'second', 'draw', 'won', 'lost'],
  order: ['changed', 'began', 'length', 'mistakes', 'player', 'result', 'opening'],
}

/** What follows the `?`; empty where nothing is filtered. */
export function writeFilters(form: ArchiveForm): string {
  const usual = emptyForm()
  const query = new URLSearchParams()
  for (const [name, field] of Object.entries(TEXTS)) {
    const value = `${form[field]}`.trim()
    if (value !== usual[field]) query.set(name, value)
  }
  if (form.ascending) query.set('ascending', '')
  if (form.opening.length > 0) query.set('opening', form.opening.join(' '))
  if (form.position) query.set('position', JSON.stringify(form.position))
  if (form.pattern) query.set('pattern', JSON.stringify(form.pattern))
  return query.toString()
}

/** The filters of an address. What cannot be read filters nothing. */
export function readFilters(text: string): ArchiveForm {
  const query = new URLSearchParams(text)
  const form: Record<string, unknown> = { ...emptyForm() }
  for (const [name, field] of Object.entries(TEXTS)) {
    const value = query.get(name)
    if (value !== null && (CHOICES[name]?.includes(value) ?? true)) form[field] = value
  }
  form.ascending = query.has('ascending')
  form.opening = (query.get('opening') ?? '').split(' ').filter(Boolean)
  form.position = parsed(query.get('position'), ['variant', 'text'])
  form.pattern = parsed(query.get('pattern'), ['variant'])
  return form as unknown as ArchiveForm
}

/** An object with these texts from JSON; `null` if it is none. */
function parsed(text: string | null, texts: readonly string[]): unknown {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    return value && texts.every((name) => typeof value[name] === 'string') ? value : null
  } catch {
    return null
  }
}
