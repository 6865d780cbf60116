// The messages of studies under short names.

import type { components } from '../wire'

type Schemas = components['schemas']

export type Analysis = Schemas['Analysis']
export type AnalysisLine = Schemas['AnalysisLine']
export type CommonReason = Schemas['CommonReason']
export type EngineName = Schemas['EngineName']
export type Grade = Schemas['Grade']
export type KnownMove = Schemas['KnownMove']
export type MoveValues = Schemas['MoveValues']
export type NewReview = Schemas['NewReview']
export type NewStudy = Schemas['NewStudy']
export type NodeEvaluation = Schemas['NodeEvaluation']
export type Review = Schemas['Review']
export type ReviewFailure = Schemas['ReviewFailure']
export type ReviewReason = Schemas['ReviewReason']
export type ReviewedMove = Schemas['ReviewedMove']
export type Shape = Schemas['Shape']
export type ShapeColor = Schemas['ShapeColor']
export type SideReview = Schemas['SideReview']
export type Study = Schemas['Study']
export type StudyCommand = Schemas['StudyCommand']
export type StudyEvent = Schemas['StudyEvent']
export type StudyList = Schemas['StudyList']

/** The server leaves out what is empty; the page fills it in once. */
type Whole<T, K extends keyof T> = Omit<T, K> & Required<Pick<T, K>>
type Filled = 'children' | 'comment' | 'glyphs' | 'shapes' | 'collapsed'
type SentNode = Schemas['StudyNode']
export type StudyNode = Whole<SentNode, Filled>

export const wholeNode = (node: SentNode): StudyNode => ({
  ...node,
  children: node.children ?? [],
  comment: node.comment ?? '',
  glyphs: node.glyphs ?? [],
  shapes: node.shapes ?? [],
  collapsed: node.collapsed ?? false,
})

export type StudyPosition = Schemas['StudyPosition']
export type TakenReview = Schemas['TakenReview']
export type StudySummary = Schemas['StudySummary']
/** The changes of a study after a version. */
export type StudyChange = Extract<StudyEvent, { type: 'changed' }>
