// What the page speaks to is chosen in one file, and nothing outside this folder knows which it is.

import { expect, test } from 'vitest'

const texts = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const outside = Object.entries(texts).filter(([path]) => !path.startsWith('/src/lib/backend/'))

/** The ways to know it: either backend itself, the mark of the page, a name for one of the two. */
const ways = [
  /backend\/(local|server)\b/,
  /yiqi-hall['"\]]/,
  /\b(localBackend|isLocal|isServer|inBrowser)\b/,
  /backend\s*[!=]==?/,
]

const known = (text: string) =>
  text.split('\n').filter((line) => ways.some((way) => way.test(line)))

test('the border of the backends sees what crosses it', () => {
  expect(outside.length).toBeGreaterThan(300)
  expect(known("import { isLocal } from './backend'\nlet x = 1")).toHaveLength(1)
  expect(known("const { server } = await import('../backend/server')")).toHaveLength(1)
  expect(known("document.querySelector('meta[name=yiqi-hall]')")).toHaveLength(1)
  expect(outside.some(([, text]) => /from '.*\/backend'/.test(text))).toBe(true)
})

test('nothing outside this folder knows which backend there is', () => {
  const found = outside.flatMap(([path, text]) => known(text).map((line) => `${path}: ${line}`))
  expect(found).toEqual([])
})

test('the mark of the page is read in one place', () => {
  const reads = Object.entries(texts).filter(
    ([path, text]) => !path.endsWith('.test.ts') && text.includes('name=yiqi-hall'),
  )
  expect(reads.map(([path]) => path)).toEqual(['/src/lib/backend/index.ts'])
})
