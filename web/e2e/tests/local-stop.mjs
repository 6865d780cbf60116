// How soon a search in the page stops: in the worker that searches, with shared memory and without.

import fs from 'node:fs'
import path from 'node:path'
import { assert, openPage, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'
import { joined } from '../../tools/joined.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

const STOPS = 20
/**
 * The longest time, in milliseconds: of 19 in 20 stops with YIQI_E2E_STOP_MS, for a quiet machine. Beside other tests a stop waits
 * for a processor, too: there the median is held.
 */
const LONGEST = Number(process.env.YIQI_E2E_STOP_MS ?? 100)
const HELD = process.env.YIQI_E2E_STOP_MS ? 0.95 : 0.5

const script = () =>
  fs.readdirSync(path.join(folder, 'assets')).find((name) => /^search-worker-.*\.js$/.test(name))

/**
 * The times of the stops of an endless search. With shared memory until the worker has answered; without, the worker is
 * ended, and it is the time until a new one reports.
 */
const stopped = (page, of) =>
  page.evaluate(async ({ script, code, data, request, shared, stops }) => {
    const fetched = (name) => fetch(`modules/${name}`).then((answer) => answer.arrayBuffer())
    const module = await WebAssembly.compile(await (await fetch(code)).arrayBuffer())
    const files = await Promise.all(data.map(async ([name, at]) => [name, await fetched(at)]))
    const stop = shared ? new SharedArrayBuffer(4) : null
    const heard = (worker, kind) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          if (data.kind === kind) resolve(data)
          else if (data.kind === 'failed') reject(new Error(data.why))
        }
      })
    const begun = () => {
      const worker = new Worker(`assets/${script}`, { type: 'module' })
      worker.postMessage({ kind: 'begin', module, stop })
      for (const [name, bytes] of files) worker.postMessage({ kind: 'supply', name, bytes })
      return worker
    }
    let worker = begun()
    const times = []
    for (let number = 1; number <= stops; number++) {
      worker.postMessage({ kind: 'search', number, request })
      await heard(worker, 'report')
      await new Promise((resolve) => setTimeout(resolve, 50 + 13 * number))
      const at = performance.now()
      if (stop) {
        Atomics.store(new Int32Array(stop), 0, number)
        await heard(worker, 'found')
      } else {
        worker.terminate()
        worker = begun()
        worker.postMessage({ kind: 'search', number, request })
        await heard(worker, 'report')
        worker.terminate()
        worker = begun()
      }
      times.push(performance.now() - at)
    }
    worker.terminate()
    return times.sort((a, b) => a - b)
  }, of)

for (const variant of ['xiangqi', 'draughts', 'gomoku', 'reversi']) {
  test(`local: a search of ${variant} stops within ${LONGEST} ms`, async ({ t }) => {
    test.setTimeout(300_000)
    const hall = await staticHall(t)
    const page = await openPage(t)
    await front(hall, page)
    // The service worker isolates the page from its second visit on.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    assert.ok(await page.evaluate(() => crossOriginIsolated))
    const index = JSON.parse(fs.readFileSync(path.join(folder, 'modules/catalogue.json'), 'utf8'))
    const { family } = index.variants.find(({ id }) => id === variant)
    const person = { kind: 'person', name: '' }
    const made = { variant, players: [person, person], clock: { kind: 'none' } }
    const { id } = await askPage(page, 'POST', '/api/games', made)
    const game = await askPage(page, 'GET', `/api/games/${id}/raw`)
    const limits = { only: [], except: [], lines: 0, seed: 0 }
    const task = { kind: 'move', limits }
    const job = { number: 1, task, table_mb: 16, forgets: false, deadline: null }
    const request = JSON.stringify({ of: 'game', game, job, now: 0 })
    const data = Object.entries(index.data).filter(([name]) => name.includes(family))
    const { first, rest } = index.parts[family]
    const read = (name) => fs.readFileSync(path.join(folder, 'modules', name))
    const whole = Buffer.from(joined(read(first), read(rest))).toString('base64')
    const code = `data:application/wasm;base64,${whole}`
    const of = { script: script(), code, data, request, stops: STOPS }
    const share = (times, part) => times[Math.ceil(part * times.length) - 1]
    const shared = await stopped(page, { ...of, shared: true })
    const alone = await stopped(page, { ...of, shared: false, stops: 5 })
    const said = `${variant}: median ${share(shared, 0.5).toFixed(1)}, p95 ${share(shared, 0.95).toFixed(1)} ms with shared memory, a new worker reports after ${alone[2].toFixed(0)} ms`
    console.log(said)
    assert.ok(share(shared, HELD) < LONGEST, said)
  })
}
