// The diagrams of the lessons: hand-made examples, not rules.

import type { XiangqiKind } from './pieces'
import type { Side } from '../../types'

export interface Lesson {
  readonly kind: XiangqiKind
  readonly pieces: readonly { at: string; side: Side; kind: string }[]
  readonly selected: readonly string[]
  readonly targets: readonly string[]
  readonly captures?: readonly string[]
  readonly from: string
  readonly to: string
}

const red = (kind: string, at: string) => ({ at, side: 'first' as const, kind })
const black = (kind: string, at: string) => ({ at, side: 'second' as const, kind })

export const lessons: readonly Lesson[] = [
  {
    kind: 'king',
    pieces: [red('king', 'e1')],
    selected: ['e1'],
    targets: ['e0', 'e2', 'd1', 'f1'],
    from: 'c0',
    to: 'g4',
  },
  {
    kind: 'advisor',
    pieces: [red('advisor', 'e1'), red('king', 'd0')],
    selected: ['e1'],
    targets: ['f0', 'd2', 'f2'],
    from: 'c0',
    to: 'g4',
  },
  {
    kind: 'elephant',
    pieces: [red('elephant', 'e2'), black('pawn', 'd3')],
    selected: ['e2'],
    targets: ['c0', 'g0', 'g4'],
    from: 'c0',
    to: 'g4',
  },
  {
    kind: 'chariot',
    pieces: [red('chariot', 'e4'), black('horse', 'g4')],
    selected: ['e4'],
    targets: ['c4', 'd4', 'f4', 'e2', 'e3', 'e5', 'e6'],
    captures: ['g4'],
    from: 'c2',
    to: 'g6',
  },
  {
    kind: 'horse',
    pieces: [red('horse', 'e4'), red('pawn', 'e5'), black('cannon', 'g3')],
    selected: ['e4'],
    targets: ['c5', 'c3', 'g5', 'd2', 'f2'],
    captures: ['g3'],
    from: 'c2',
    to: 'g6',
  },
  {
    kind: 'cannon',
    pieces: [red('cannon', 'e2'), red('pawn', 'e4'), black('chariot', 'e6')],
    selected: ['e2'],
    targets: ['c2', 'd2', 'f2', 'g2', 'e3'],
    captures: ['e6'],
    from: 'c2',
    to: 'g6',
  },
  {
    kind: 'pawn',
    pieces: [red('pawn', 'd3'), red('pawn', 'f5')],
    selected: ['d3', 'f5'],
    targets: ['d4', 'f6', 'e5', 'g5'],
    from: 'c2',
    to: 'g6',
  },
]
