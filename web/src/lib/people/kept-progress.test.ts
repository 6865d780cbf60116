import { describe, expect, it } from 'vitest'
import { merged, shortened } from './kept-progress'

describe('progress of two browsers', () => {
  it('has the ids of both', () => {
    expect(merged(['b', 'c'], ['a', 'b'])).toEqual(['a', 'b', 'c'])
    expect(merged(null, ['a'])).toEqual(['a'])
    expect(merged(['a'], null)).toEqual(['a'])
  })

  it('has of each variant what knows more results', () => {
    const [few, many] = [{ counted: ['a'] }, { counted: ['a', 'b'] }]
    expect(merged({ x: few, y: many }, { x: many, y: few, z: few })).toEqual({
      x: many,
      y: many,
      z: few,
    })
  })

  it('is not longer than what the hall keeps', () => {
    const ids = Array.from({ length: 5000 }, (_, i) => `${i}`)
    expect(shortened(ids)).toHaveLength(3000)
    expect(shortened({ x: { counted: ids, row: 2 } })).toMatchObject({ x: { row: 2 } })
  })
})
