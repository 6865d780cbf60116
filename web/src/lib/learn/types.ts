// Exercises as data, their texts, and the courses that they make.

import type { LaterWords } from '../i18n/later'
import type { Placement } from '../board/boards'
import type { Side } from '../types'

/**
 * What a right move does. The moves of `accept` are all that do it: a test holds this by the rules. Here it only serves to
 * say what a wrong move lacks.
 */
export interface Goal {
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly takes?: readonly string[]
  readonly count?: number
  readonly check?: boolean
  readonly wins?: boolean
  readonly flips?: number
  readonly safe?: boolean
  readonly unharmed?: boolean
  readonly keeps?: readonly string[]
  readonly denies?: readonly string[]
  readonly holds?: boolean
  readonly replies?: number
  readonly passes?: boolean
  /** Not a move is asked for but a point where this foul forbids one. */
  readonly foul?: string
}

/** One move to find, and the answer to it. */
export interface Step {
  readonly goal: Goal
  readonly accept: readonly string[]
  readonly reply?: string
}

export interface Exercise {
  readonly id: string
  /** Another variant than that of its course. */
  readonly variant?: string
  /** The position as text, or as pieces. */
  readonly position?: string
  readonly pieces?: Placement
  readonly turn?: Side
  /** Moves that were played before. */
  readonly before?: readonly string[]
  /** Squares to mark. */
  readonly marks?: readonly string[]
  readonly steps: readonly Step[]
  /** Wrong moves that have a sentence of their own. */
  readonly others?: readonly string[]
}

export interface Chapter {
  readonly id: string
  readonly exercises: readonly Exercise[]
}

/** The file of a course. */
export interface CourseData {
  readonly variant: string
  readonly chapters: readonly Chapter[]
}

/** The texts of one exercise. */
export interface ExerciseWords {
  readonly title: string
  readonly task: string
  readonly hint: string
  /** Said when it is done. */
  readonly done: string
  /** Said of every wrong move, after what that move lacks. */
  readonly wrong: string
  /** Said of some wrong moves instead. */
  readonly others?: Readonly<Record<string, string>>
}

/** The texts of a course. */
export interface CourseWords {
  readonly title: string
  readonly about: string
  readonly chapters: Readonly<Record<string, string>>
  readonly exercises: Readonly<Record<string, ExerciseWords>>
}

/** A course of a game; its exercises and texts are fetched when they are shown. */
export interface Course {
  readonly id: string
  readonly variant: string
  readonly data: () => Promise<CourseData>
  readonly words: LaterWords<CourseWords>
}
