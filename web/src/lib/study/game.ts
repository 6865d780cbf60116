// The interface of a game's texts about analysis, in its folder `study/`.

import type { Score } from '../play/say'
import type { Messages } from '../i18n/en'
import type { CommonReason } from './types'

/** What a review knows about a mistake, in words. */
export interface ReasonFacts {
  /** The squares, by their names in the chosen notation. */
  readonly squares: readonly string[]
  /** The pieces with their colours. */
  readonly pieces: readonly string[]
  /** A number of moves; 0 if there is none. */
  readonly moves: number
  /** Two numbers, such as pieces lost and pieces won. */
  readonly count: readonly [number, number]
  /** The moves that prove it, in the chosen notation. */
  readonly line: string
  /** The side that made the move. */
  readonly side: string
  /** The other side. */
  readonly other: string
}

/** The sentence for a reason. */
export type ReasonSentence = (facts: ReasonFacts) => string

/** The sentences for the reasons that every game has. */
export type ReasonWords = Readonly<Record<CommonReason, ReasonSentence>>

export interface GameStudyWords {
  /** The unit of a score: `pawns`. */
  readonly unit?: string
  /** The value of a position in words, where the common words do not fit. */
  readonly worth?: (m: Messages, score: Score) => string
  /** Why a move is a mistake, by the server's code: the game's own reasons, and common ones in its own words. */
  readonly reasons?: Readonly<Record<string, ReasonSentence>>
  /** The label of a known value, by its source: `database`. */
  readonly sources?: Readonly<Record<string, string>>
}
