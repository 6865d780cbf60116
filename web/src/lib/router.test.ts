import { describe, expect, it } from 'vitest'
import { parseRoute } from './router.svelte'

describe('addresses', () => {
  it('lead to views and games', () => {
    expect(parseRoute('')).toEqual({ name: 'play' })
    expect(parseRoute('#/')).toEqual({ name: 'play' })
    expect(parseRoute('#/games')).toEqual({ name: 'games' })
    expect(parseRoute('#/game')).toEqual({ name: 'games' })
    expect(parseRoute('#/game/a%20b')).toEqual({ name: 'game', id: 'a b' })
  })

  it('that mean nothing are said to be unknown, and never throw', () => {
    for (const hash of ['#/game/%', '#/game/%E0%A4', '#/nonsense', '#/%']) {
      expect(parseRoute(hash)).toEqual({ name: 'unknown', address: hash })
    }
    expect(parseRoute('', '/foo/bar')).toEqual({ name: 'unknown', address: '/foo/bar' })
    expect(parseRoute('#/games', '/foo/bar')).toEqual({ name: 'games' })
  })
})
