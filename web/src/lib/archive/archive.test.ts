// Queries of the archive from its form, and patterns from what was drawn.

import { describe, expect, it } from 'vitest'
import { emptyForm, queryOf, setFilters } from './form'
import { patternOf, wantsOf, withWant, type Want, type Wants } from './pattern'

const board = { files: 2, ranks: 2, names: ['a1', 'b1', 'a2', 'b2'] }
const empty: Want = { empty: true, side: null, kind: null, not: false }
const man: Want = { empty: false, side: 'first', kind: 'man', not: true }

describe('the form of the archive', () => {
  it('asks for nothing that is not set', () => {
    expect(queryOf(emptyForm())).toEqual({})
    expect(setFilters(emptyForm())).toBe(0)
  })

  it('takes both days as a whole, in the time zone of the browser', () => {
    const { from, to } = queryOf({ ...emptyForm(), from: '2026-03-01', to: '2026-03-01' })
    expect(new Date(to!).getTime() - new Date(from!).getTime()).toBe(24 * 60 * 60 * 1000)
    expect(new Date(from!).getHours()).toBe(0)
    expect(queryOf({ ...emptyForm(), from: 'yesterday' })).toEqual({})
  })

  it('takes whole numbers only, and an opening only with its variant', () => {
    const form = { ...emptyForm(), leastPlies: '12', mostPlies: '-3', opening: ['x'] }
    expect(queryOf(form)).toEqual({ least_plies: 12 })
    expect(queryOf({ ...form, family: 'f', variant: 'v' })).toEqual({
      least_plies: 12,
      variant: 'v',
      opening: ['x'],
    })
    expect(setFilters(form)).toBe(2)
  })
})

describe('a pattern', () => {
  it('is set and taken away by the same tap', () => {
    const once = withWant({}, 'a1', empty)
    expect(withWant(once, 'a1', empty)).toEqual({})
    expect(withWant(once, 'a1', man)).toEqual({ a1: man })
    expect(withWant(once, 'a1', null)).toEqual({})
  })

  it('goes to the server and comes back', () => {
    const wants: Wants = { b1: empty, a2: man }
    const pattern = patternOf('v', board, wants, 'second', false)
    expect(pattern.squares).toEqual([
      { file: 1, rank: 0, empty: true, not: false },
      { file: 0, rank: 1, empty: false, not: true, side: 'first', kind: 'man' },
    ])
    expect(pattern.turn).toBe('second')
    expect(wantsOf(board, pattern)).toEqual(wants)
  })

  it('is a whole position when all other squares are empty', () => {
    const whole = patternOf('v', board, { a2: man }, null, true)
    expect(whole.squares).toHaveLength(4)
    expect(whole.squares.filter((square) => square.empty)).toHaveLength(3)
    expect(whole.turn).toBeUndefined()
  })
})
