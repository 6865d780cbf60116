import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotFetched } from './fetched'
import { PartedModule } from './first-part'
import { joined } from './joined'
// @ts-expect-error: a tool without types
import * as tool from '../../../../tools/module-parts.mjs'

interface Tool {
  part(bytes: Buffer, functions: Set<number>, zeros: [number, number][]): Buffer
  rest(whole: Buffer, part: Buffer): Buffer
}
const { part, rest } = tool as Tool

const section = (id: number, ...content: number[]) => [id, content.length, ...content]
const exported = (name: string, kind: number, at: number) => [
  name.length,
  ...Buffer.from(name),
  kind,
  at,
]
const body = (...code: number[]) => [code.length + 2, 0, ...code, 0x0b]
/** `i32.const`: the letter of an answer, the count of questions, the first letter of a question, a place with data. */
const ANSWER = [0x41, 0]
const COUNT = [0x41, 4]
const QUESTION = [0x41, 0x80, 8]
const PLACE = [0x41, 0xd0, 0x0f]
const load = [0x2d, 0, 0]
const store = [0x3a, 0, 0]
/** What is done when the question begins with a letter. */
const when = (letter: string, ...code: number[]) => [
  ...[...QUESTION, ...load, 0x41, 0x80 + letter.charCodeAt(0), 0, 0x46],
  ...[0x04, 0x40, ...code, 0x0b],
]

/** It counts questions: the answer is their number; to "x" it is "X", by a function of its own, to "d" a letter out of the data. */
const whole = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 3, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
  ...section(3, 5, 0, 1, 2, 2, 0),
  ...section(5, 1, 0, 1),
  ...section(
    7,
    5,
    ...exported('memory', 2, 0),
    ...exported('start', 0, 0),
    ...exported('room', 0, 1),
    ...exported('answer_at', 0, 2),
    ...exported('ask', 0, 3),
  ),
  ...section(
    10,
    5,
    ...body(),
    ...body(...QUESTION),
    ...body(...ANSWER),
    ...body(
      ...[...COUNT, ...COUNT, ...load, 0x41, 1, 0x6a, ...store],
      ...[...ANSWER, ...COUNT, ...load, 0x41, 0x30, 0x6a, ...store],
      ...when('x', 0x10, 4),
      ...when('d', ...ANSWER, ...PLACE, ...load, ...store),
      ...[0x41, 1],
    ),
    ...body(...ANSWER, 0x41, 0xd8, 0, ...store),
  ),
  ...section(11, 1, 0, ...PLACE, 0x0b, 1, 'W'.charCodeAt(0)),
])
const first = part(whole, new Set([0, 1, 2, 3]), [[2000, 1]])
const others = rest(whole, first)

/** Whether the network gives the rest. */
let isThere = false
class Request {
  status = 0
  response = new ArrayBuffer(0)
  open() {}
  send() {
    if (!isThere) throw new Error('no network')
    this.status = 200
    this.response = new Uint8Array(others).buffer
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('fetch', () =>
    isThere
      ? Promise.resolve(new Response(new Uint8Array(others)))
      : Promise.reject(new Error('no network')),
  )
  isThere = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const begun = () =>
  new PartedModule(first, new WebAssembly.Module(new Uint8Array(first)), 'rest', others.length)

test('both files together are the whole module', () => {
  expect(Buffer.from(joined(first, others)).equals(whole)).toBe(true)
  expect(others.length).toBeLessThan(whole.length)
})

test('a question that needs what is missing has no effect, and is answered when that is there', () => {
  const module = begun()
  expect([module.ask('a'), module.ask('a')]).toEqual(['1', '2'])
  expect(() => module.ask('x')).toThrow(NotFetched)
  expect(module.ask('a')).toBe('3')
  isThere = true
  expect(module.ask('x')).toBe('X')
  // It goes on with the memory of the first part, and with data that this has not.
  expect([module.ask('a'), module.ask('d')]).toEqual(['5', 'W'])
})

test('a rest that was cut off is none', async () => {
  const module = begun()
  isThere = true
  const cut = new Uint8Array(others).slice(0, -1)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(cut)))
  await expect(module.code()).rejects.toThrow(NotFetched)
  Request.prototype.send = function () {
    this.status = 200
    this.response = cut.buffer
  }
  expect(() => module.ask('x')).toThrow(NotFetched)
  expect(module.ask('a')).toBe('1')
  expect(() => joined(first, cut.slice(0, 9))).toThrow('cut off')
})

test('the rest comes by itself, and is asked for again after a failure', async () => {
  const module = begun()
  await vi.advanceTimersByTimeAsync(5000)
  await expect(module.code()).rejects.toThrow(NotFetched)
  isThere = true
  expect(await module.code()).toBeInstanceOf(WebAssembly.Module)
  expect([module.ask('a'), module.ask('d')]).toEqual(['1', 'W'])
})
