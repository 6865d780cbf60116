import { afterEach, expect, test, vi } from 'vitest'
import { NotFetched } from './fetched'
import { Modules } from './modules'

afterEach(() => void vi.unstubAllGlobals())

test('a data file is fetched once for all that need it, and again after a failure', async () => {
  const asked: string[] = []
  let isThere = false
  vi.stubGlobal('fetch', (url: string) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    if (name === 'catalogue.json') {
      const index = { sizes: {}, data: { 'a.patterns': 'a-1.patterns' }, later: ['ends'] }
      return Promise.resolve(new Response(JSON.stringify(index)))
    }
    asked.push(name)
    return isThere ? Promise.resolve(new Response('abc')) : Promise.reject(new Error('no network'))
  })
  const modules = new Modules('http://local/')
  const files = () => modules.files(['a.patterns', 'ends'], 'first')
  await expect(files()).rejects.toThrow(NotFetched)
  isThere = true
  const [[first], [second]] = await Promise.all([files(), files()])
  expect(asked).toEqual(['a-1.patterns', 'a-1.patterns'])
  expect(first).toEqual(second)
  expect(first![0]).toBe('a.patterns')
  expect(first![1].byteLength).toBe(3)
})
