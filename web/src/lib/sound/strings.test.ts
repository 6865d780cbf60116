import { describe, expect, it } from 'vitest'
import { phrase, pluck, seeded } from './strings'

describe('plucked strings', () => {
  it('ring at the pitch asked for and die away', () => {
    const rate = 44100
    const tone = pluck(rate, 220, 2, seeded(1))
    expect(tone).toHaveLength(2 * rate)
    expect(Math.max(...tone.slice(0, 2000).map(Math.abs))).toBeGreaterThan(0.5)
    expect(Math.max(...tone.slice(-2000).map(Math.abs))).toBeLessThan(0.2)
    expect(tone.at(-1)).toBeCloseTo(0, 1)
    // The autocorrelation has its maximum at one period.
    const likeness = (lag: number) => {
      let sum = 0
      for (let i = 4000; i < 8000; i++) sum += tone[i]! * tone[i + lag]!
      return sum
    }
    const period = Math.round(rate / 220)
    expect(likeness(period)).toBeGreaterThan(likeness(Math.round(period * 0.75)))
    expect(likeness(period)).toBeGreaterThan(likeness(Math.round(period * 1.3)))
  })

  it('play phrases of the same five tones, with rests, and repeat with their seed', () => {
    const a = seeded(7)
    const b = seeded(7)
    for (let i = 0; i < 50; i++) {
      const p = phrase(a)
      expect(p).toEqual(phrase(b))
      expect(p.length).toBeGreaterThan(p.notes.at(-1)!.at + 2)
      for (const note of p.notes) {
        const tone = Math.round(12 * Math.log2(note.frequency / 146.83)) % 12
        expect([0, 2, 4, 7, 9]).toContain(tone)
        expect(note.strength).toBeGreaterThan(0)
        expect(note.strength).toBeLessThanOrEqual(1)
      }
    }
  })
})
