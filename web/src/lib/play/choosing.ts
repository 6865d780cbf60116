// The order of variants: the well-known ones first, the others under "more".

import type { GamePage } from '../games/interface'
import type { Variant } from '../types'

/** The variants of a game: the well-known ones in their order, and the rest in the server's order. */
export function offered(variants: readonly Variant[], game: GamePage): [Variant[], Variant[]] {
  const all = variants.filter((v) => v.family === game.id)
  const first = game.known.flatMap((id) => all.filter((v) => v.id === id))
  return [first, all.filter((v) => !first.includes(v))]
}
