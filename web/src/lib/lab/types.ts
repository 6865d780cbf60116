// The messages of the lab under short names.

import type { components } from '../wire'

type Schemas = components['schemas']

export type EvaluationLayer = Schemas['LabLayer']
export type EvaluationTerm = Schemas['LabTerm']
export type Lab = Schemas['Lab']
export type LabEvaluation = Schemas['LabEvaluation']
export type LabEvent = Schemas['LabEvent']
export type LabMove = Schemas['LabMove']
/** The moves of a game on its board. */
export type LabLine = Schemas['LabLine']
/** A node of a recording with its board. */
export type LabNode = Schemas['LabNode']
/** A position: a start and moves from it. */
export type LabPosition = Schemas['LabPosition']
/** A request without its id, which the socket adds. */
export type LabRequest = Schemas['LabCommand']
export type LabTechnique = Schemas['LabTechnique']
export type MindIteration = Schemas['LabIteration']
export type MindMove = Schemas['LabRootMove']
/** A search that was measured. */
export type Measured = Schemas['LabMeasured']
export type Recording = Schemas['LabRecording']

/** A recorded search of a textbook's tree. */
export interface Textbook {
  readonly id: string
  readonly tree: string
  readonly value: number
  readonly moves: readonly string[]
  readonly events: readonly (readonly number[])[]
}

export const INFINITE = 32400
