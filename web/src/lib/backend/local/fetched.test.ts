import { afterEach, expect, test, vi } from 'vitest'
import { fetchedBytes, follow, NotFetched } from './fetched'

afterEach(() => void vi.unstubAllGlobals())

/** A file in two parts; in place of the second the network may fail. */
const inParts = (fails: boolean) =>
  new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array([1, 2])),
    pull: (stream) => {
      if (fails) return stream.error(new Error('cut'))
      stream.enqueue(new Uint8Array([3]))
      stream.close()
    },
  })

test('how much of a file has come is told, and that no more is coming', async () => {
  const told: number[][] = []
  follow((_, bytes, size) => told.push([bytes, size]))
  let fails = false
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(inParts(fails))))
  expect([...(await fetchedBytes('a', 3))]).toEqual([1, 2, 3])
  expect(told).toEqual([
    [2, 3],
    [3, 3],
    [0, 0],
  ])
  fails = true
  await expect(fetchedBytes('a', 3)).rejects.toThrow(NotFetched)
  expect(told.at(-1)).toEqual([0, 0])
})
