import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Analyses } from './analyses'
import type { FromSearcher, ToSearcher } from './messages'
import type { FamilyModule } from './modules'
import { Searcher } from './searcher'
import { threadsHere } from '../threads'

// Here is no page that starts them.
vi.mock('./search-workers', () => ({
  SearchWorker: class {
    constructor() {
      return new Worker('')
    }
  },
}))

/** Workers that do nothing by themselves. */
class Quiet {
  static all: Quiet[] = []
  readonly heard: ToSearcher[] = []
  ended = false
  onmessage: ((event: { data: FromSearcher }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  constructor() {
    Quiet.all.push(this)
  }
  postMessage(message: ToSearcher) {
    this.heard.push(message)
  }
  terminate() {
    this.ended = true
  }
  kinds = () => this.heard.map(({ kind }) => kind)
}

beforeEach(() => {
  Quiet.all = []
  vi.stubGlobal('Worker', Quiet)
})
afterEach(() => void vi.unstubAllGlobals())

const one = { name: 'one thread' } as unknown as WebAssembly.Module
const several = { name: 'several threads' } as unknown as WebAssembly.Module
const memory = { initial: 1, maximum: 2 }
const place = { stack: 1, own: 2 }
const none = () => Promise.resolve([])
const begun = (count: number, code = () => Promise.resolve({ code: several, memory })) =>
  new Searcher(() => Promise.resolve(one), none, none, { count, code })

/** What a search found, when it has. */
function searched(searcher: Searcher) {
  const found: string[] = []
  searcher.start('{}', { report: () => {}, found: (text) => found.push(text) })
  return found
}

test('helpers begin in the memory of the worker that searches, and end with it', async () => {
  const searcher = begun(3)
  await searcher.prepare()
  const main = Quiet.all[0]!
  const begin = main.heard[0]!
  if (begin.kind !== 'begin') throw new Error(begin.kind)
  expect([begin.module, begin.shared?.helpers]).toEqual([several, 2])
  main.onmessage!({ data: { kind: 'places', places: [place, place] } })
  const helpers = Quiet.all.slice(1)
  expect(helpers.map((helper) => helper.kinds())).toEqual([['help'], ['help']])
  for (const { heard } of helpers) expect(heard[0]).toMatchObject({ module: several, place })
  expect(
    helpers.every(({ heard }) => 'memory' in heard[0]! && heard[0].memory === begin.shared?.memory),
  ).toBe(true)
  searcher.close()
  expect(Quiet.all.every(({ ended }) => ended)).toBe(true)
})

test('one thread searches where there is no other module, or it is not wanted', async () => {
  const missing = () => Promise.reject(new Error('no network'))
  for (const searcher of [begun(1), begun(4, missing)]) {
    await searcher.prepare()
    const main = Quiet.all.at(-1)!
    expect(main.heard[0]).toMatchObject({ kind: 'begin', module: one })
    expect(main.heard[0]).toHaveProperty('shared', undefined)
  }
})

test('a helper that fails ends the search with an error, and the next one has new workers', async () => {
  const searcher = begun(2)
  await searcher.prepare()
  const found = searched(searcher)
  Quiet.all[0]!.onmessage!({ data: { kind: 'places', places: [place] } })
  Quiet.all[1]!.onerror!({ message: 'unreachable' })
  expect(found).toEqual(['{"Err":"unreachable"}'])
  expect(Quiet.all.map(({ ended }) => ended)).toEqual([true, true])
  await searcher.prepare()
  // Also when nobody waits for a search: the main worker would wait for the helper for ever.
  Quiet.all[2]!.onmessage!({ data: { kind: 'places', places: [place] } })
  Quiet.all[3]!.onerror!({ message: 'unreachable' })
  expect(Quiet.all.every(({ ended }) => ended)).toBe(true)
})

test('one processor is left for the page, and a page that is not isolated has one thread', () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 })
  expect(threadsHere()).toBe(1)
  vi.stubGlobal('crossOriginIsolated', true)
  expect(threadsHere()).toBe(3)
  vi.stubGlobal('navigator', { hardwareConcurrency: 64 })
  expect(threadsHere()).toBe(8)
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 })
  expect(threadsHere()).toBe(1)
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 })
  vi.stubGlobal('SharedArrayBuffer', undefined)
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer')
  expect(threadsHere()).toBe(1)
})

/** The threads of the searches that a worker was asked for. */
const threadsOf = (worker: Quiet | undefined) =>
  (worker?.heard ?? []).flatMap((told) =>
    told.kind === 'search' ? [(JSON.parse(told.request) as { threads: number }).threads] : [],
  )

test('engines that analyse beside each other take no more threads than there are, or were chosen', async () => {
  vi.stubGlobal('crossOriginIsolated', true)
  vi.stubGlobal('navigator', { hardwareConcurrency: 5 })
  const hall = {
    code: () => Promise.resolve(one),
    ask: (question: string) => {
      const { of } = JSON.parse(question) as { of: { what: string } }
      return JSON.stringify(of.what === 'analyse' ? { status: 200, search: {} } : { status: 200 })
    },
  }
  const threaded = () => Promise.resolve({ code: several, memory })
  const module = { hall, threaded } as unknown as FamilyModule
  const analyses = new Analyses('s', module, none, () => {})
  const begin = async (engine: string, threads?: number) => {
    analyses.begin({ type: 'analyse', engine, ...(threads ? { threads } : {}) })
    await new Promise((resolve) => setTimeout(resolve))
  }
  await begin('own')
  const own = Quiet.all[0]
  expect(own?.heard[0]).toMatchObject({ kind: 'begin', shared: { helpers: 3 } })
  expect(threadsOf(own)).toEqual([4])
  // Another engine begins: the first one goes on with what is left.
  await begin('level-3')
  await begin('level-5')
  expect(threadsOf(own)).toEqual([4, 3, 2])
  expect(Quiet.all.slice(1).map(threadsOf)).toEqual([[1], [1]])
  // At the next node it begins so.
  await begin('own')
  expect(threadsOf(own)).toEqual([4, 3, 2, 2])
  analyses.stop('level-3')
  await begin('own', 2)
  expect(threadsOf(own)).toEqual([4, 3, 2, 2, 1])
  analyses.stop()
  await begin('own')
  expect(threadsOf(own)).toEqual([4, 3, 2, 2, 1, 4])
  expect(Quiet.all).toHaveLength(3)
  analyses.close()
  // A page in which one thread was chosen fetches no other module.
  await begin('own', 1)
  expect(Quiet.all[3]?.heard[0]).toMatchObject({ module: one })
  await begin('own', 3)
  expect(Quiet.all[3]?.ended).toBe(true)
  expect(Quiet.all[4]?.heard[0]).toMatchObject({ module: several, shared: { helpers: 2 } })
})
