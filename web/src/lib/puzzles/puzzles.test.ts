// What the browser remembers of puzzles, and their addresses.

import { describe, expect, it } from 'vitest'
import { parseRoute } from '../router.svelte'
import { readIds } from '../remembered.svelte'
import { solved } from './solved.svelte'
import { words as zhHans } from './zh-Hans'

describe('solved puzzles', () => {
  it('are read from a text, whatever it is', () => {
    expect(readIds('["a-1","b-2"]')).toEqual(['a-1', 'b-2'])
    for (const bad of [null, '', '{', '{}', '7', 'null']) expect(readIds(bad)).toEqual([])
    expect(readIds('["a-1",7,null]')).toEqual(['a-1'])
  })

  it('are counted once and kept', () => {
    solved.add('g-1')
    solved.add('g-1')
    expect([solved.has('g-1'), solved.has('g-2'), solved.count]).toEqual([true, false, 1])
    expect(readIds(localStorage.getItem('yiqi.puzzles'))).toEqual(['g-1'])
  })
})

describe('addresses of puzzles', () => {
  it('name a puzzle, a game or neither', () => {
    expect(parseRoute('#/puzzles')).toEqual({ name: 'puzzles', id: '', game: '' })
    expect(parseRoute('#/puzzles/g-7')).toEqual({ name: 'puzzles', id: 'g-7', game: '' })
    expect(parseRoute('#/puzzles/of/g')).toEqual({ name: 'puzzles', id: '', game: 'g' })
    expect(parseRoute('#/puzzles/of').name).toBe('unknown')
    expect(parseRoute('#/puzzles/%').name).toBe('unknown')
  })
})

it('a move in letters stands apart from characters, one in characters does not', () => {
  expect(zhHans.hintMove('c5:e3')).toBe('正着是 c5:e3。')
  expect(zhHans.hintMove('炮二平五')).toBe('正着是炮二平五。')
  expect(zhHans.wrong('h8')).toBe('h8 不是正着，请再试一着。')
  expect(zhHans.hintPiece('车（九路）')).toBe('请看车（九路）。')
})
