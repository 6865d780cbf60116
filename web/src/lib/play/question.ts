// The questions before an action in a game.

import type { BoardMove } from '../types'

export type Question =
  | { readonly kind: 'resign' }
  | { readonly kind: 'call-off' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'export' }
  | { readonly kind: 'visibility' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'picture'; readonly flipped: boolean }
  | { readonly kind: 'take-back'; readonly ply: number }
  | { readonly kind: 'warning'; readonly move: BoardMove; readonly way: readonly string[] }
