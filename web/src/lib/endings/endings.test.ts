import { expect, test } from 'vitest'
import { endings, readKept } from './endings.svelte'

test('a game is known by its ending, and won only then', () => {
  endings.won('other')
  endings.begun('game', 'xiangqi-1')
  expect(endings.of('game')).toBe('xiangqi-1')
  expect(endings.isWon('xiangqi-1')).toBe(false)
  endings.won('game')
  expect(endings.isWon('xiangqi-1')).toBe(true)
  expect(endings.of('other')).toBe('')
})

test('what is stored is read, and what is invalid is left out', () => {
  expect(readKept('{"won":["a",7],"games":[["g","a"],["g"],3]}')).toEqual({
    won: ['a'],
    games: [['g', 'a']],
  })
  expect(readKept('[')).toEqual({ won: [], games: [] })
})
