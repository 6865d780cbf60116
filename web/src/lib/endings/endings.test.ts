import { expect, test } from 'vitest'
import { endings, readKept } from './endings.svelte'

const toWin = { id: 'xiangqi-1', position: '', moves: 3, method: 'search' }
const toHold = { ...toWin, id: 'xiangqi-draw-1', aim: 'draw', losing: 2 }

test('a game is known by its ending, and won only then', () => {
  endings.ended('other', 'won')
  endings.begun('game', toWin)
  expect(endings.of('game')).toBe('xiangqi-1')
  endings.ended('game', 'drawn')
  expect(endings.isDone('xiangqi-1')).toBe(false)
  endings.ended('game', 'won')
  expect(endings.isDone('xiangqi-1')).toBe(true)
  expect(endings.of('other')).toBe('')
})

test('an ending to hold is done by a draw, not by a loss', () => {
  endings.begun('held', toHold)
  expect([endings.holds('held'), endings.holds('game')]).toEqual([true, false])
  endings.ended('held', 'lost')
  expect(endings.isDone('xiangqi-draw-1')).toBe(false)
  endings.ended('held', 'drawn')
  expect(endings.isDone('xiangqi-draw-1')).toBe(true)
})

test('what is stored is read, and what is invalid is left out', () => {
  expect(readKept('{"won":["a",7],"games":[["g","a"],["g"],3]}')).toEqual({
    won: ['a'],
    games: [['g', 'a']],
    drawn: [],
  })
  expect(readKept('[')).toEqual({ won: [], games: [], drawn: [] })
})
