// The messages of studies under short names.

import type { Board, DrawLimit, End, MovePlayed, Picture, Problem, RuleWarning } from '../types'
import type { ImportFile, Side, WireScore } from '../types'

export type NewStudy =
  | { kind: 'game'; id: string }
  | {
      kind: 'position'
      variant: string
      rules?: string | null
      position?: string | null
      moves: string[]
      title: string
    }
  | { kind: 'file'; file: ImportFile; game: number }

export interface Study {
  id: string
  version: number
  title: string
  variant: string
  rules: string
  players: string[]
  tags: Record<string, string>
  result?: string | null
  game?: string | null
  created_at: string
  updated_at: string
  start: string
  turn: Side
  board: Board
  nodes: StudyNode[]
  review?: Review | null
  engines: EngineName[]
  can_undo: boolean
}

export interface StudyNode {
  id: number
  parent?: number | null
  children: number[]
  played?: MovePlayed | null
  comment: string
  glyphs: number[]
  shapes: Shape[]
  collapsed: boolean
  evaluation?: NodeEvaluation | null
  end?: End | null
}

export type ShapeColor = 'green' | 'red' | 'blue' | 'yellow'
export interface Shape {
  color: ShapeColor
  from: string
  to?: string | null
}
export interface NodeEvaluation {
  score: WireScore
  chance: number
  depth: number
  engine: string
}
export interface EngineName {
  id: string
  name: string
  external: boolean
}

export type StudyCommand =
  | { type: 'look'; node: number }
  | { type: 'play'; node: number; text: string }
  | { type: 'insert'; node: number; moves: string[] }
  | { type: 'comment'; node: number; text: string }
  | { type: 'glyphs'; node: number; glyphs: number[] }
  | { type: 'shapes'; node: number; shapes: Shape[] }
  | { type: 'evaluate'; node: number; evaluation: NodeEvaluation | null }
  | { type: 'promote' | 'demote' | 'make_main' | 'delete'; node: number }
  | { type: 'undo' }
  | { type: 'collapse'; node: number; collapsed: boolean }
  | { type: 'title'; title: string }
  | {
      type: 'analyse'
      node: number
      engine: string
      lines: number
      only: string[]
      threat: boolean
      depth?: number | null
      ms?: number | null
    }
  | { type: 'stop'; engine?: string | null }
  | { type: 'ping' }

export interface StudyChange {
  after: number
  version: number
  updated_at: string
  nodes: StudyNode[]
  gone: number[]
  title?: string | null
  can_undo: boolean
}

export type StudyEvent =
  | { type: 'state'; id?: undefined; study: Study }
  | ({ type: 'changed'; id?: undefined } & StudyChange)
  | { type: 'position'; id?: undefined; position: StudyPosition }
  | { type: 'analysis'; id?: undefined; analysis: Analysis }
  | { type: 'review'; id?: undefined; review: Review }
  | { type: 'done'; id: string; node?: number | null }
  | { type: 'error'; id: string; problem: Problem }
  | { type: 'pong'; id?: undefined }

export interface StudyPosition {
  node: number
  text: string
  turn: Side
  board: Board
  end?: End | null
  warnings: RuleWarning[]
  limit?: DrawLimit | null
  known: KnownMove[]
  can_pass: boolean
}
export interface KnownMove {
  text: string
  to: string
  value: string
  plies?: number | null
  source: string
}

export type AnalysisState = 'waiting' | 'searching' | 'done' | 'kept' | 'failed'
export interface Analysis {
  node: number
  engine: string
  state: AnalysisState
  depth: number
  seldepth: number
  nodes: number
  nps: number
  time_ms: number
  threat: boolean
  only: string[]
  lines: AnalysisLine[]
  message?: string | null
}
export interface AnalysisLine {
  rank: number
  depth: number
  score: WireScore
  bound: string
  chances: number[]
  moves: MovePlayed[]
}

export interface StudySummary {
  id: string
  title: string
  variant: string
  players: string[]
  result?: string | null
  game?: string | null
  created_at: string
  updated_at: string
  moves: number
  board?: Picture | null
  damaged: boolean
}
export interface StudyList {
  studies: StudySummary[]
  next?: string | null
  total: number
}

export type ReviewState = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'
export interface NewReview {
  nodes?: number | null
  ms?: number | null
}
export interface Review {
  state: ReviewState
  done: number
  total: number
  left_ms?: number | null
  per_move: NewReview
  moves: ReviewedMove[]
  sides: SideReview[]
  phases: number[]
  turning_points: number[]
  message?: string | null
}
export interface ReviewedMove {
  node: number
  ply: number
  side: Side
  score: WireScore
  chance: number
  loss: number
  grade: string
  accuracy: number
  best?: { text: string; notations: Record<string, string> } | null
  best_line: MovePlayed[]
  reason?: ReviewReason | null
  time_ms: number
}
export interface ReviewReason {
  code: string
  squares: string[]
  pieces: string[]
  moves?: number | null
  count?: number[] | null
  line: { text: string; notations: Record<string, string> }[]
}
export interface SideReview {
  accuracy?: number | null
  counts: Record<string, number>
  by_phase: (number | null)[]
  average_loss: number
}
