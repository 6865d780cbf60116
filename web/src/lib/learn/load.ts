// The courses of a game with their exercises.

import type { GamePage } from '../games/interface'
import type { Chapter, Course, CourseData, Exercise } from './types'

export interface Loaded {
  readonly course: Course
  readonly data: CourseData
}

/** A place among the exercises of a course. */
export interface Place {
  readonly loaded: Loaded
  readonly chapter: Chapter
  readonly exercise: Exercise
  /** Its number in its chapter, from 1. */
  readonly number: number
}

/** The courses of a game, with their texts in the language of the page. */
export const loadCourses = (game: GamePage): Promise<readonly Loaded[]> =>
  Promise.all(
    game.courses.map(async (course) => ({
      course,
      data: await course.words.first(course.data()),
    })),
  )

/** All exercises in their order. */
export const placesOf = (courses: readonly Loaded[]): Place[] =>
  courses.flatMap((loaded) =>
    loaded.data.chapters.flatMap((chapter) =>
      chapter.exercises.map((exercise, i) => ({ loaded, chapter, exercise, number: i + 1 })),
    ),
  )
