import { afterEach, expect, test, vi } from 'vitest'
import { offline } from './offline.svelte'

afterEach(() => void vi.unstubAllGlobals())

const index = {
  variants: [
    { id: 'a', family: 'f' },
    { id: 'a-small', family: 'f' },
    { id: 'b', family: 'g' },
  ],
  parts: { f: { first: 'first-f', rest: 'rest-f' }, g: { first: 'first-g', rest: 'rest-g' } },
  needs: { a: ['a.weights'] },
  data: { 'a.weights': 'a-1.weights' },
  puzzles: { a: 'puzzles-a' },
  openings: {},
}

test('a game is kept with all that it needs, and is said to be when all of it is there', async () => {
  const kept = new Set<string>()
  const asked: string[] = []
  const missing = new Set(['a-1.weights'])
  const named = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', {
    match: (url: string) => Promise.resolve(kept.has(named(url)) ? {} : undefined),
  })
  vi.stubGlobal('fetch', (url: string) => {
    const name = named(url)
    if (name === 'catalogue.json') return Promise.resolve(new Response(JSON.stringify(index)))
    asked.push(name)
    if (missing.has(name)) return Promise.reject(new Error('no network'))
    kept.add(name)
    return Promise.resolve(new Response('x'))
  })
  await offline.look()
  expect(offline.variants).toEqual([])
  await offline.keep('a')
  expect(asked).toEqual(['first-f', 'rest-f', 'a-1.weights'])
  await offline.look()
  // The smaller board needs no weights.
  expect(offline.variants).toEqual(['a-small'])
  missing.clear()
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(offline.variants).toEqual(['a', 'a-small']))
  expect(asked.slice(3)).toEqual(['a-1.weights', 'puzzles-a'])
  // It is asked for once, and a size that is not listed is that of a listed variant.
  await offline.keep('a')
  await offline.keep('b-12')
  expect(asked.slice(5)).toEqual(['first-g', 'rest-g'])
  expect(offline.variants).toEqual(['a', 'a-small', 'b'])
})
