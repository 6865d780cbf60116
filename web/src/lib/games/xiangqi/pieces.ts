// The characters on the pieces in each style.

import type { Side } from '../../types'

export const pieceStyles = [
  'traditional',
  'simplified',
  'both',
  'pictures',
  'letters',
  'solid',
] as const
export type PieceStyle = (typeof pieceStyles)[number]

export const isPieceStyle = (text: string): text is PieceStyle =>
  (pieceStyles as readonly string[]).includes(text)

export const xiangqiKinds = [
  'king',
  'advisor',
  'elephant',
  'chariot',
  'horse',
  'cannon',
  'pawn',
] as const
export type XiangqiKind = (typeof xiangqiKinds)[number]

// Horse, chariot and cannon have the same character on both sides, as in move lists.
const traditional: Record<Side, Record<XiangqiKind, string>> = {
  first: {
    king: '帥',
    advisor: '仕',
    elephant: '相',
    chariot: '車',
    horse: '馬',
    cannon: '炮',
    pawn: '兵',
  },
  second: {
    king: '將',
    advisor: '士',
    elephant: '象',
    chariot: '車',
    horse: '馬',
    cannon: '炮',
    pawn: '卒',
  },
}

const simplified: Record<Side, Record<XiangqiKind, string>> = {
  first: {
    king: '帅',
    advisor: '仕',
    elephant: '相',
    chariot: '车',
    horse: '马',
    cannon: '炮',
    pawn: '兵',
  },
  second: {
    king: '将',
    advisor: '士',
    elephant: '象',
    chariot: '车',
    horse: '马',
    cannon: '炮',
    pawn: '卒',
  },
}

const letters: Record<XiangqiKind, string> = {
  king: 'K',
  advisor: 'A',
  elephant: 'E',
  chariot: 'R',
  horse: 'H',
  cannon: 'C',
  pawn: 'P',
}

/** Whether a style shows the picture of a piece. */
export const hasPicture = (style: PieceStyle) => style === 'both' || style === 'pictures'

/** The character on a piece; `null` for unknown kinds and for pieces with a picture alone. */
export function character(style: PieceStyle, side: Side, kind: string): string | null {
  if (!(xiangqiKinds as readonly string[]).includes(kind)) return null
  const known = kind as XiangqiKind
  switch (style) {
    case 'pictures':
      return null
    case 'traditional':
    case 'both':
    case 'solid':
      return traditional[side][known]
    case 'simplified':
      return simplified[side][known]
    case 'letters':
      return letters[known]
  }
}

/** The keys that jump between pieces. */
export const kindOfKey: Readonly<Record<string, string>> = {
  k: 'king',
  a: 'advisor',
  e: 'elephant',
  r: 'chariot',
  h: 'horse',
  c: 'cannon',
  p: 'pawn',
}

/** The id of the symbol that draws a piece (see Defs.svelte). */
export const symbolId = (style: PieceStyle, side: Side, kind: string) =>
  `p-${style}-${side}-${kind}`
