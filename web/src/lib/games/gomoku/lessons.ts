// The diagrams of the lessons: hand-made examples, not rules. The forbidden points in them come from
// the server, for the same stones on an 11×11 board of renju.

export interface Pattern {
  readonly id: string
  readonly black: readonly string[]
  readonly white: readonly string[]
  /** The stone that the text is about. */
  readonly ring?: string
  /** A point that is forbidden to Black. */
  readonly cross?: string
  /** Points that complete the shape. */
  readonly dots?: readonly string[]
}

export const shapes: readonly Pattern[] = [
  {
    id: 'five',
    black: ['d6', 'e6', 'f6', 'g6', 'h6'],
    white: ['d7', 'f7', 'g5', 'h7'],
    ring: 'f6',
  },
  {
    id: 'open-four',
    black: ['d6', 'e6', 'f6', 'g6'],
    white: ['e7', 'f5', 'g7'],
    dots: ['c6', 'h6'],
  },
  {
    id: 'open-three',
    black: ['e6', 'f6', 'g6'],
    white: ['e7', 'g5'],
    dots: ['d6', 'h6'],
  },
  {
    id: 'four-three',
    black: ['c6', 'd6', 'e6', 'f6', 'f5', 'f7'],
    white: ['b6', 'e5', 'g7', 'd7', 'h5'],
    ring: 'f6',
    dots: ['g6'],
  },
]

export const fouls: readonly Pattern[] = [
  {
    id: 'overline',
    black: ['c6', 'd6', 'e6', 'g6', 'h6'],
    white: ['d7', 'f5', 'g7', 'h5'],
    cross: 'f6',
  },
  {
    id: 'double-four',
    black: ['c6', 'd6', 'e6', 'f3', 'f4', 'f5'],
    white: ['b6', 'f2', 'd4', 'h4', 'd8', 'h8'],
    cross: 'f6',
  },
  {
    id: 'double-three',
    black: ['d6', 'e6', 'f4', 'f5'],
    white: ['d8', 'h8', 'h3', 'd3'],
    cross: 'f6',
  },
  {
    id: 'apparent',
    black: ['d6', 'e6', 'f4', 'f5'],
    white: ['f3', 'd8', 'h8', 'd3'],
    ring: 'f6',
  },
]
