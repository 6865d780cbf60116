// Lessons on boards to try a rule on.

/** The texts of one lesson. */
export interface LessonWords {
  readonly title: string
  readonly text: string
  /** Shown after the move. */
  readonly done: string
}

/** The texts of a game's lessons. */
export interface LessonsWords {
  readonly title: string
  readonly lead: string
  readonly about?: string
  /** How a game ends. */
  readonly endings: readonly string[]
  /** By the key of the lesson. */
  readonly lessons: Readonly<Record<string, LessonWords>>
}
