// Which variants are offered first: those most people know. The others stand under "more".

import { familyOf, type Family } from '../board/squares'
import type { Variant } from '../types'

const known: Record<Family, readonly string[]> = {
  xiangqi: ['xiangqi'],
  draughts: ['draughts', 'draughts-russian', 'draughts-brazilian', 'draughts-english'],
  gomoku: ['gomoku', 'gomoku-standard', 'renju'],
}

/** The variants of a family: the well-known ones in their order, and the rest in the server's. */
export function offered(variants: readonly Variant[], family: Family): [Variant[], Variant[]] {
  const all = variants.filter((v) => familyOf(v.id) === family)
  const first = known[family].flatMap((id) => all.filter((v) => v.id === id))
  return [first, all.filter((v) => !first.includes(v))]
}
