import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Retries } from './retries'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that fails this many times, and how often it was tried. */
function failing(times: number) {
  const tried = { count: 0 }
  const work = () => (tried.count++ < times ? Promise.reject(new Error('no')) : Promise.resolve())
  return { tried, work }
}

test('what fails is tried again, and waits longer each time', async () => {
  const { tried, work } = failing(2)
  const done = new Retries().until(work)
  await vi.advanceTimersByTimeAsync(2000)
  expect(tried.count).toBe(1)
  await vi.advanceTimersByTimeAsync(3999)
  expect(tried.count).toBe(1)
  await vi.advanceTimersByTimeAsync(8001)
  expect(await done).toBe(true)
  expect(tried.count).toBe(3)
})

test('it is tried at once when the network is back, or when somebody asks', async () => {
  const { tried, work } = failing(1)
  const retries = new Retries()
  const done = retries.until(work)
  expect(retries.waiting).toBe(true)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(tried.count).toBe(1)
  retries.wake()
  expect(await done).toBe(true)
  expect(retries.waiting).toBe(false)
})

test('nothing is tried any more when it is closed', async () => {
  const { tried, work } = failing(9)
  const retries = new Retries()
  const done = retries.until(work)
  retries.close()
  expect(await done).toBe(false)
  expect(tried.count).toBe(0)
})
