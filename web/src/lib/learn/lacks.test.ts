// What a wrong move lacks, and from which loss the teacher speaks.

import { describe, expect, it } from 'vitest'
import { threshold } from '../play/teacher.svelte'
import type { MovePlayed, PositionReport } from '../types'
import { lackOf } from './lacks'

const played = (more: Partial<MovePlayed> = {}): MovePlayed => ({
  ply: 1,
  side: 'first',
  text: 'a-b',
  notations: {},
  from: 'a',
  to: 'b',
  piece: 'x',
  captured: [],
  check: false,
  crowned: false,
  time_ms: 0,
  ...more,
})
const report = (
  moves: { text: string; to: string; captures?: string[] }[] = [],
): PositionReport => ({
  text: '',
  faults: [],
  turn: 'second',
  board: { grid: 'points', files: 1, ranks: 1, names: [], pieces: [], marks: [], moves },
})

describe('what a wrong move lacks', () => {
  it('is the check, the win or the capture that was wanted', () => {
    expect(lackOf({ check: true }, played(), report())).toEqual({ kind: 'check' })
    expect(lackOf({ wins: true }, played(), report())).toEqual({ kind: 'goesOn' })
    expect(lackOf({ wins: true }, played({ check: true }), report())).toEqual({ kind: 'escapes' })
    expect(lackOf({ count: 1 }, played(), report())).toEqual({ kind: 'nothing' })
    const other = played({ captured: ['x'], captured_at: ['c'] })
    expect(lackOf({ takes: ['d'] }, other, report())).toEqual({ kind: 'other' })
  })

  it('is shown by a reply where the opponent has one', () => {
    const taking = { text: 'z', to: 'b', captures: ['b'] }
    expect(lackOf({ safe: true }, played(), report([taking]))).toEqual({
      kind: 'taken',
      reply: taking,
    })
    const corner = { text: 'y', to: 'h1' }
    expect(lackOf({ denies: ['h1'] }, played(), report([taking, corner]))).toEqual({
      kind: 'lets',
      reply: corner,
    })
    expect(lackOf({ replies: 1 }, played(), report([taking, corner]))).toEqual({
      kind: 'replies',
      count: 2,
    })
    expect(lackOf({ to: ['h1'] }, played(), report())).toBeNull()
  })
})

describe('the teacher', () => {
  it('speaks of smaller losses against stronger machines', () => {
    expect(threshold(1)).toBeCloseTo(0.275)
    expect(threshold(3)).toBeGreaterThan(threshold(4))
    expect(threshold(12)).toBe(0.1)
  })
})
