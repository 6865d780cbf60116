// The piece styles of men and kings.

import type { Side } from '../../types'

/** The styles: cream and ebony, cream and red, plain discs without shading. */
export const draughtsSets = ['classic', 'red', 'flat'] as const
export type DraughtsSet = (typeof draughtsSets)[number]

/** The id of the symbol that draws a man or a king. */
export function draughtsSymbol(style: string, side: Side, kind: string): string {
  const set = (draughtsSets as readonly string[]).includes(style) ? style : 'classic'
  return `p-${set}-${side}-${kind}`
}
