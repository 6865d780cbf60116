import { afterEach, expect, test, vi } from 'vitest'
import { localBackend } from './client'
import type { FromWorker, ToWorker } from './messages'
import { VisitorEngine } from '../visitor'
import { PageSearchers } from './page-searchers'

afterEach(() => void vi.unstubAllGlobals())

/** The worker of the hall: what it was told. */
class Quiet {
  static all: Quiet[] = []
  readonly heard: ToWorker[] = []
  ended = false
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    Quiet.all.push(this)
  }
  postMessage(message: ToWorker) {
    this.heard.push(message)
  }
  terminate() {
    this.ended = true
  }
}

test('a hall whose worker cannot be fetched says so, and the next request begins another one', async () => {
  Quiet.all = []
  vi.stubGlobal('Worker', Quiet)
  const backend = localBackend()
  const asked = backend.fetch('/api/games')
  const socket = backend.socket('ws://local/api/live')
  const closed = new Promise<void>((resolve) => (socket.onclose = resolve))
  Quiet.all[0]!.onerror!()
  const answer = await asked
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'part-not-fetched' }])
  await closed
  expect(Quiet.all[0]!.ended).toBe(true)
  const again = backend.fetch('/api/games')
  const [, second] = Quiet.all
  second!.onmessage!({ data: { kind: 'answer', n: 1, answer: { status: 200, body: [] } } })
  expect((await again).status).toBe(200)
  // What fails in a worker that has begun does not end it.
  second!.onerror!()
  expect(second!.ended).toBe(false)
})

test('the browser is asked once to keep what is stored, when something is', async () => {
  vi.stubGlobal('Worker', Quiet)
  const persist = vi.fn(() => Promise.resolve(true))
  vi.stubGlobal('navigator', { storage: { persist } })
  const backend = localBackend()
  void backend.fetch('/api/games')
  expect(persist).not.toHaveBeenCalled()
  void backend.fetch('/api/games', { method: 'POST', body: '{}' })
  void backend.fetch('/api/games', { method: 'POST', body: '{}' })
  await Promise.resolve()
  expect(persist).toHaveBeenCalledTimes(1)
})

test('a search on the visitor’s processor whose worker cannot be fetched is refused', () => {
  Quiet.all = []
  vi.stubGlobal('Worker', Quiet)
  const refused: string[] = []
  const engine = new VisitorEngine({ event: () => {}, refused: (id) => refused.push(id) })
  const place = { variant: 'a', rules: 'r', position: 'p', moves: [] }
  const id = engine.search(place, { type: 'analyse', node: 0 })
  Quiet.all[0]!.onerror!()
  expect(refused).toEqual([id])
  engine.search(place, { type: 'analyse', node: 0 })
  expect(Quiet.all).toHaveLength(2)
})

test('the page starts the workers that search, says that one has failed, and ends them', () => {
  const made: { port?: unknown; ended: boolean; onerror?: (event: object) => void }[] = []
  class Started {
    ended = false
    port: unknown
    constructor() {
      made.push(this)
    }
    postMessage({ port }: { port: unknown }) {
      this.port = port
    }
    terminate() {
      this.ended = true
    }
  }
  vi.stubGlobal('Worker', Started)
  const told: object[] = []
  const searchers = new PageSearchers((message) => told.push(message))
  const port = {} as MessagePort
  for (const searcher of [1, 2, 3]) searchers.receive({ kind: 'start-searcher', searcher, port })
  expect(made.every((one) => one.port === port)).toBe(true)
  made[1]!.onerror!({ message: 'unreachable' })
  expect(told).toEqual([{ kind: 'searcher-failed', searcher: 2, why: 'unreachable' }])
  searchers.receive({ kind: 'end-searcher', searcher: 2 })
  expect(made.map(({ ended }) => ended)).toEqual([false, true, false])
  searchers.end()
  expect(made.every(({ ended }) => ended)).toBe(true)
})
