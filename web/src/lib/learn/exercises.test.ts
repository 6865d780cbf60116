// The texts of all exercises: each language has them, and those of wrong moves are about moves that the exercise names.

import { describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { games } from '../games/registry'
import type { CourseWords } from './types'

const texts = import.meta.glob<CourseWords>('../games/*/exercises/*-*.ts', { import: 'words' })
const languages = ['en', 'zh-Hans', 'zh-Hant']

describe('exercises', () => {
  for (const game of games()) {
    for (const course of game.courses) {
      it(`of ${course.id} have texts in every language`, async () => {
        const { chapters } = await course.data()
        const exercises = chapters.flatMap((chapter) => chapter.exercises)
        expect(exercises.length).toBeGreaterThanOrEqual(25)
        for (const language of languages) {
          const load = texts[`../games/${game.id}/exercises/${language}-${course.id}.ts`]
          expect(load, language).toBeDefined()
          const words = await load!()
          expect(Object.keys(words.chapters)).toEqual(chapters.map(({ id }) => id))
          const ids = exercises.map(({ id }) => id)
          expect(Object.keys(words.exercises).sort()).toEqual([...ids].sort())
          for (const { id, others = [] } of exercises) {
            const { title, task, hint, done, wrong, others: own = {} } = words.exercises[id]!
            const all = [title, task, hint, done, wrong, ...Object.values(own)]
            for (const text of all) expect(text, `${language} ${id}`).not.toBe('')
            if (language !== 'en') expect(all.join(''), id).not.toMatch(/[A-Za-z]{2}/)
            expect(Object.keys(own).sort(), `${language} ${id}`).toEqual([...others].sort())
          }
        }
      })
    }
  }
})
