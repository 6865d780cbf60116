import { describe, expect, it } from 'vitest'
import { lineNumber, numberOf, offsetOf } from './numbering'

describe('the numbers of moves', () => {
  it('count the moves of both sides as one where pieces move', () => {
    expect([1, 2, 3, 40].map((ply) => numberOf('xiangqi', ply))).toEqual([1, 1, 2, 20])
    expect(numberOf('xiangqi', 1, offsetOf('xiangqi', 'second'))).toBe(1)
    expect(numberOf('xiangqi', 2, offsetOf('xiangqi', 'second'))).toBe(2)
    expect(lineNumber('xiangqi', 19)).toBe(20)
  })
  it('count every stone and disc', () => {
    expect(numberOf('gomoku', 57)).toBe(57)
    expect([0, 1, 29].map((line) => lineNumber('reversi', line))).toEqual([1, 3, 59])
  })
})
