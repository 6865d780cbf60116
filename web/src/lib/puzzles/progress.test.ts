// Ratings, what comes back and when, and which puzzle is next.

import glicko2 from 'glicko2-lite'
import { describe, expect, it } from 'vitest'
import { choose, type Situation } from './choose'
import { progress, readProgress, unknown, withResult } from './progress.svelte'
import { afterPuzzle, first, isUncertain } from './rating'
import { forgotten, isDue, recalled } from './repetition'

const day = 86_400_000
const now = new Date('2026-01-01T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * day)

describe('ratings', () => {
  it('are those of the example of the paper', () => {
    const games: [number, number, number][] = [
      [1400, 30, 1],
      [1550, 100, 0],
      [1700, 300, 0],
    ]
    const { rating, rd, vol } = glicko2(1500, 200, 0.06, games, { tau: 0.5 })
    expect(rating).toBeCloseTo(1464.06, 1)
    expect(rd).toBeCloseTo(151.52, 1)
    expect(vol).toBeCloseTo(0.05999, 4)
  })

  it('rise with a solved puzzle, more with a hard one, and become surer', () => {
    const easy = afterPuzzle(first, 800, true)
    const hard = afterPuzzle(first, 1800, true)
    expect(easy.rating).toBeGreaterThan(first.rating)
    expect(hard.rating).toBeGreaterThan(easy.rating)
    expect(afterPuzzle(first, 900, false).rating).toBeLessThan(first.rating)
    let known = first
    for (let n = 0; n < 40; n++) known = afterPuzzle(known, known.rating, n % 2 === 0)
    expect([isUncertain(first), isUncertain(known)]).toEqual([true, false])
  })
})

describe('a puzzle that was not solved', () => {
  it('comes back soon, then later, and in the end not any more', () => {
    let card = forgotten(null, now)
    expect([isDue(card, now), isDue(card, later(1))]).toEqual([false, true])
    const days: number[] = []
    for (let n = 0; n < 20; n++) {
      const next = recalled(card, new Date(card.due))
      if (!next) break
      days.push(next.scheduled_days)
      card = next
    }
    expect(days.at(-1)).toBeGreaterThan(7)
    expect(days).toEqual([...days].sort((a, b) => a - b))
    expect(days.length).toBeLessThan(10)
  })

  it('breaks the row, and counts once', () => {
    const puzzle = { id: 'v.1', rating: 1200 }
    const one = withResult(unknown, puzzle, true, now)
    expect([one.row, one.best, one.counted]).toEqual([1, 1, ['v.1']])
    const again = withResult(one, puzzle, false, now)
    expect(again.rating).toEqual(one.rating)
    expect(again.row).toBe(1)
    const other = withResult(one, { id: 'v.2', rating: 1200 }, false, now)
    expect([other.row, other.best]).toEqual([0, 1])
    expect(Object.keys(other.repetitions)).toEqual(['v.2'])
    // Without a measured rating nothing is said of the person's.
    expect(withResult(unknown, { id: 'g-1' }, true, now).rating).toEqual(first)
  })

  it('is kept, and a damaged text says nothing', () => {
    progress.add('v', { id: 'v.1', rating: 1500 }, false)
    const kept = readProgress(localStorage.getItem('yiqi.puzzle-progress'))
    expect(kept.v?.counted).toEqual(['v.1'])
    expect(kept.v?.rating.rating).toBeLessThan(first.rating)
    for (const bad of [null, '', '{', '[]', '7', '{"v":7}', '{"v":{"repetitions":{"a":{}}}}'])
      expect(readProgress(bad).v?.repetitions ?? {}).toEqual({})
  })
})

describe('the next puzzle', () => {
  const all = [
    { id: 'easy', rating: 700 },
    { id: 'middle', rating: 1300 },
    { id: 'hard', rating: 2000 },
  ]
  const situation = (more: Partial<Situation> = {}): Situation => ({
    rating: 1200,
    repetitions: {},
    isSolved: () => false,
    seen: [],
    now,
    ...more,
  })

  it('is near the rating, and not one that was seen or solved', () => {
    expect(choose(all, situation())).toBe('middle')
    expect(choose(all, situation({ seen: ['middle'] }))).toBe('easy')
    expect(choose(all, situation({ isSolved: (id) => id !== 'hard' }))).toBe('hard')
    expect(choose(all, situation({ isSolved: () => true }))).toBe(null)
    expect(choose([], situation())).toBe(null)
  })

  it('is one that comes back, when its time has come', () => {
    const repetitions = { hard: forgotten(null, now) }
    expect(choose(all, situation({ repetitions }))).toBe('middle')
    expect(choose(all, situation({ repetitions, now: later(1) }))).toBe('hard')
    expect(choose(all, situation({ repetitions, now: later(1), seen: ['hard'] }))).toBe('middle')
  })

  it('goes back to what was passed over', () => {
    expect(choose(all, situation({ seen: ['middle', 'easy', 'hard'] }))).toBe('easy')
    expect(choose(all.slice(0, 1), situation({ seen: ['easy'] }))).toBe('easy')
  })
})
