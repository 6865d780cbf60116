import { afterEach, expect, test, vi } from 'vitest'
import { Searcher } from './searcher'

afterEach(() => void vi.unstubAllGlobals())

// Here is no page that starts them.
vi.mock('./search-workers', () => ({
  SearchWorker: class {
    constructor() {
      return new Worker('')
    }
  },
}))

/** The worker of a searcher: what it was told. */
class Listener {
  static told: { kind: string; stop?: unknown }[] = []
  postMessage(message: { kind: string }) {
    Listener.told.push(message)
  }
  terminate() {}
}

test('a page that is isolated and has no shared memory searches without it', async () => {
  Listener.told = []
  vi.stubGlobal('Worker', Listener)
  vi.stubGlobal('crossOriginIsolated', true)
  vi.stubGlobal('SharedArrayBuffer', undefined)
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer')
  const code = () => Promise.resolve({} as WebAssembly.Module)
  const searcher = new Searcher(code, () => Promise.resolve([]))
  await searcher.prepare()
  expect(Listener.told).toEqual([{ kind: 'begin', module: {}, stop: null }])
})
