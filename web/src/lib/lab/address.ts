// The address of the lab: what is set up in it. `#/lab?from=start:xiangqi&depth=3&with=minimax,alpha-beta`

import type { Source } from './api'
import { readChoices, USUAL_CHOICES, writeChoices, type Choices } from './experiments/setting'

export type Tab = 'search' | 'evaluation' | 'mind' | 'depth' | 'match' | 'lessons'
export const TABS: readonly Tab[] = ['search', 'evaluation', 'mind', 'depth', 'match', 'lessons']

export interface SetUp {
  readonly tab: Tab
  readonly source: Source | null
  readonly depth: number
  /** One technique, or two side by side. */
  readonly techniques: readonly string[]
  /** Whether the search begins at once. */
  readonly go: boolean
  /** The number of the lesson that set it up, from 1; 0: none. */
  readonly lesson: number
  /** What the experiments compare. */
  readonly choices: Choices
}

export const USUAL: SetUp = {
  tab: 'search',
  source: null,
  depth: 2,
  techniques: ['alpha-beta'],
  go: false,
  lesson: 0,
  choices: USUAL_CHOICES,
}

function readSource(text: string | null): Source | null {
  if (!text) return null
  const [kind = '', id = '', ...rest] = text.split(':')
  const more = rest.join(':')
  const number = /^\d{1,9}$/.test(more) ? Number(more) : null
  if (!id) return null
  switch (kind) {
    case 'start':
      return { kind, variant: id }
    case 'text':
      return more ? { kind, variant: id, text: more } : null
    case 'line': {
      // The position comes last: it may have colons.
      const [ply = '', moves = '', ...position] = rest
      if (!/^\d{1,4}$/.test(ply) || !moves || position.length === 0) return null
      return {
        kind,
        variant: id,
        ply: Math.min(Number(ply), moves.split(' ').length),
        moves: moves.split(' '),
        position: position.join(':'),
      }
    }
    case 'game':
      return { kind, id, ply: number }
    case 'study':
      return { kind, id, node: number ?? 0 }
    case 'textbook':
      return { kind, id }
    default:
      return null
  }
}

export function sourceText(source: Source): string {
  switch (source.kind) {
    case 'start':
      return `start:${source.variant}`
    case 'text':
      return `text:${source.variant}:${source.text}`
    case 'line':
      return `line:${source.variant}:${source.ply}:${source.moves.join(' ')}:${source.position}`
    case 'game':
      return `game:${source.id}${source.ply === null ? '' : `:${source.ply}`}`
    case 'study':
      return `study:${source.id}:${source.node}`
    case 'textbook':
      return `textbook:${source.id}`
  }
}

/** What an address sets up; anything invalid is replaced by the default. */
export function readSetUp(query: string): SetUp {
  const given = new URLSearchParams(query)
  const depth = Number(given.get('depth'))
  const tab = TABS.find((name) => name === given.get('tab'))
  const techniques = (given.get('with') ?? '').split(',').filter((id) => /^[a-z-]+$/.test(id))
  return {
    tab: tab ?? USUAL.tab,
    source: readSource(given.get('from')),
    depth: Number.isInteger(depth) && depth >= 1 && depth <= 6 ? depth : USUAL.depth,
    techniques: techniques.length > 0 ? techniques.slice(0, 2) : USUAL.techniques,
    go: given.get('go') === '1',
    lesson: /^[1-9]$/.test(given.get('lesson') ?? '') ? Number(given.get('lesson')) : 0,
    choices: readChoices(given),
  }
}

/** The address of a set-up. */
export function addressOf(setUp: Partial<SetUp>): string {
  const query = new URLSearchParams()
  if (setUp.tab && setUp.tab !== USUAL.tab) query.set('tab', setUp.tab)
  if (setUp.source) query.set('from', sourceText(setUp.source))
  const isExperiment = setUp.tab === 'depth' || setUp.tab === 'match'
  if (isExperiment && setUp.choices) writeChoices(query, setUp.tab!, setUp.choices)
  if (setUp.depth && !isExperiment) query.set('depth', String(setUp.depth))
  if (setUp.techniques && !isExperiment) query.set('with', setUp.techniques.join(','))
  if (setUp.go) query.set('go', '1')
  if (setUp.lesson) query.set('lesson', String(setUp.lesson))
  const text = query.toString()
  return text ? `#/lab?${text}` : '#/lab'
}
