// The messages of the lab under short names.

import type { Board, MovePlayed, Problem, Side, WireScore } from '../types'

/** A position: a start and moves from it. */
export interface LabPosition {
  readonly variant: string
  readonly rules?: string | null
  readonly position?: string | null
  readonly moves: readonly string[]
}

/** A step of the ladder of techniques. */
export interface LabTechnique {
  readonly id: string
  /** Whether it finds the value of minimax. */
  readonly exact: boolean
  readonly adds: readonly string[]
  /** Not on the ladder: it has only what it adds. */
  readonly beside?: boolean
}

export interface Lab {
  readonly techniques: readonly LabTechnique[]
  readonly deepest: number
  readonly most_nodes: number
  readonly variants: readonly { readonly id: string; readonly evaluations: readonly string[] }[]
}

export interface LabMove {
  readonly text: string
  readonly notations: Readonly<Record<string, string>>
  readonly to?: string | null
  readonly from?: string | null
}

/** A node of a recording with its board. */
export interface LabNode {
  readonly node: number
  readonly text: string
  readonly turn: Side
  readonly board: Board
  readonly path: readonly MovePlayed[]
  readonly legal: readonly LabMove[]
  readonly score_of_evaluation?: number | null
}

export type RecordingState = 'waiting' | 'searching' | 'done' | 'limit' | 'stopped' | 'failed'

export interface Recording {
  readonly state: RecordingState
  readonly events: number
  readonly nodes: number
  readonly leaves: number
  readonly time_ms: number
  readonly score?: WireScore | null
  readonly best?: readonly string[]
  readonly counters?: Readonly<Record<string, number>> | null
  readonly message?: string | null
}

export interface MindMove extends LabMove {
  readonly order: number
  readonly nodes: number
  readonly time_us: number
  readonly score?: WireScore | null
  readonly favourite: boolean
}

export interface MindIteration {
  readonly depth: number
  readonly score?: WireScore | null
  readonly best: readonly MovePlayed[]
  readonly nodes: number
  readonly time_ms: number
  readonly moves: readonly MindMove[]
  readonly done: boolean
  readonly message?: string | null
}

export type LabRequest =
  | {
      type: 'search'
      slot: number
      at: LabPosition
      technique: string
      depth: number
      nodes?: number
    }
  | { type: 'stop'; slot: number }
  | { type: 'events'; slot: number; from: number; most?: number }
  | { type: 'names'; slot: number; nodes: number[] }
  | { type: 'node'; slot: number; node: number }
  | { type: 'mind'; at: LabPosition; ms?: number; depth?: number; nodes?: number }
  | { type: 'mind_stop' }

export type LabEvent =
  | { type: 'begun'; slot: number; root: LabNode; techniques: readonly string[] }
  | { type: 'recording'; slot: number; recording: Recording }
  | { type: 'minimax'; slot: number; leaves: number; exact: boolean }
  | { type: 'moves'; slot: number; from: number; moves: readonly string[] }
  | {
      type: 'names'
      slot: number
      names: readonly { node: number; text: string | null; notations: Record<string, string> }[]
    }
  | { type: 'node'; slot: number; node: LabNode }
  | { type: 'mind'; iteration: MindIteration }
  | { type: 'done'; id: string }
  | { type: 'error'; id: string; problem: Problem }
  | { type: 'pong' }

export interface EvaluationTerm {
  readonly id: string
  /** Both positive: good for that side. */
  readonly sides?: readonly [number, number] | null
  /** For the first side. */
  readonly total: number
}

export interface EvaluationLayer {
  readonly id: string
  readonly kind: 'shading' | 'dots' | 'arrows' | 'control' | 'values'
  readonly squares?: readonly { at: string; side: Side; value: number; word?: string | null }[]
  readonly pieces?: readonly { from: string; side: Side; to: readonly string[] }[]
  readonly arrows?: readonly { from: string; to: string; side: Side; kind: string }[]
  readonly points?: readonly { at: string; first: number; second: number }[]
}

export interface LabEvaluation {
  /** For the first side. */
  readonly score_cp: number
  readonly turn: Side
  readonly terms: readonly EvaluationTerm[]
  readonly layers: readonly EvaluationLayer[]
}

/** A recorded search of a textbook's tree. */
export interface Textbook {
  readonly id: string
  readonly tree: string
  readonly value: number
  readonly moves: readonly string[]
  readonly events: readonly (readonly number[])[]
}

export const INFINITE = 32400
