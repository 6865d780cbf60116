import { describe, expect, it } from 'vitest'
import { parseRoute } from './router.svelte'

describe('addresses', () => {
  it('lead to views and games', () => {
    expect(parseRoute('')).toEqual({ name: 'play' })
    expect(parseRoute('#/')).toEqual({ name: 'play' })
    expect(parseRoute('#/games')).toEqual({ name: 'games' })
    expect(parseRoute('#/game')).toEqual({ name: 'games' })
    expect(parseRoute('#/game/a%20b')).toEqual({ name: 'game', id: 'a b' })
    expect(parseRoute('#/game/a/17')).toEqual({ name: 'game', id: 'a', ply: 17 })
    expect(parseRoute('#/game/a/x')).toEqual({ name: 'game', id: 'a' })
    const [variant, text] = ['some', 'r3/4 w - - 0 1']
    expect(parseRoute(`#/position/some/${encodeURIComponent(text)}`)).toEqual({
      name: 'position',
      variant,
      text,
    })
    // Links from other programs keep the strokes.
    expect(parseRoute('#/position/some/r3/4%20w%20-%20-%200%201')).toEqual({
      name: 'position',
      variant,
      text,
    })
    expect(parseRoute(`#/games/position/some/${encodeURIComponent(text)}`)).toEqual({
      name: 'games',
      position: { variant, text },
    })
    expect(parseRoute('#/studies')).toEqual({ name: 'studies' })
    expect(parseRoute('#/study')).toEqual({ name: 'studies' })
    expect(parseRoute('#/study/s1')).toEqual({ name: 'study', id: 's1', node: null })
    expect(parseRoute('#/study/s1/17')).toEqual({ name: 'study', id: 's1', node: 17 })
    expect(parseRoute('#/study/s1/x')).toEqual({ name: 'study', id: 's1', node: null })
  })

  it('that mean nothing are said to be unknown, and never throw', () => {
    for (const hash of [
      '#/game/%',
      '#/game/%E0%A4',
      '#/study/%',
      '#/nonsense',
      '#/%',
      '#/position/x',
      '#/games/x/y/z',
    ]) {
      expect(parseRoute(hash)).toEqual({ name: 'unknown', address: hash })
    }
    expect(parseRoute('', '/foo/bar')).toEqual({ name: 'unknown', address: '/foo/bar' })
    expect(parseRoute('#/games', '/foo/bar')).toEqual({ name: 'games' })
  })
})
