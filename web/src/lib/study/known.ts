// What is known of the moves of a position, in an order that can be read.

import type { BoardMove } from '../types'
import type { KnownMove, StudyPosition } from './types'

/** Moves of which the same is known. */
export interface KnownGroup {
  readonly value: KnownMove['value']
  readonly source: string
  readonly moves: readonly KnownMove[]
}

export interface Known {
  readonly groups: readonly KnownGroup[]
  /** The moves that do not lose, where most others do: then these are shown instead of the others. */
  readonly only: readonly BoardMove[]
}

/** More losing moves than these are not marked one by one. */
const MANY = 12

const ORDER = ['win', 'draw', 'loss']

export function knownOf(position: Pick<StudyPosition, 'known' | 'board'>): Known {
  const groups: { value: KnownMove['value']; source: string; moves: KnownMove[] }[] = []
  for (const move of position.known ?? []) {
    const group = groups.find((x) => x.value === move.value && x.source === move.source)
    if (group) group.moves.push(move)
    else groups.push({ value: move.value, source: move.source, moves: [move] })
  }
  groups.sort((a, b) => ORDER.indexOf(a.value) - ORDER.indexOf(b.value))
  const lost = new Set(
    groups.filter((x) => x.value === 'loss').flatMap((x) => x.moves.map((move) => move.text)),
  )
  const left = position.board.moves.filter((move) => !lost.has(move.text))
  const isFew = lost.size > MANY && left.length > 0 && left.length <= MANY
  return { groups, only: isFew ? left : [] }
}

/** The values of all moves to one square, each once: `+`, `=`, `−`. */
export function marksOf(known: Known): Map<string, { text: string; value: string }> {
  const marks = new Map<string, { text: string; value: string }>()
  if (known.only.length > 0) {
    for (const move of known.only) marks.set(move.to, { text: '!', value: 'draw' })
  }
  for (const group of known.groups) {
    if (group.value === 'loss' && group.moves.length > MANY) continue
    const text = { win: '+', draw: '=', loss: '−' }[group.value] ?? '?'
    for (const { to } of group.moves) {
      const there = marks.get(to)
      if (!there || there.text === '!') marks.set(to, { text, value: group.value })
      else if (!there.text.includes(text)) marks.set(to, { text: there.text + text, value: 'draw' })
    }
  }
  return marks
}
