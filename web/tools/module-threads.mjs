// Searches by several threads over one memory, as in an isolated page: nodes per second of one and more, also per second
// of the processors (on a busy machine), and the time of a stop.
//
//   npm run module-threads [-- FAMILY…]     RUNS=5 THREADS=1,2 MS=2000

import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { help, Instance } from './module-host.mjs'

const modules = path.join(path.dirname(fileURLToPath(import.meta.url)), '../modules')
const read = (name) => fs.readFileSync(path.join(modules, name))

/** A worker: it searches, or it helps. */
function work({ file, memory, stop, place, data }) {
  if (place) return help(read(file), memory, place)
  const flag = new Int32Array(stop)
  const searches = new Instance(read(file), memory, [], () => Atomics.load(flag, 0))
  for (const [name, at] of data) searches.supply(name, read(at))
  parentPort.on('message', ({ question, helpers }) => {
    if (helpers !== undefined) {
      const places = Array.from({ length: helpers }, () => searches.place())
      return parentPort.postMessage({ places })
    }
    const { found, reports } = searches.search(question)
    parentPort.postMessage({ found, last: reports.at(-1) })
  })
}

const heard = (worker) =>
  new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))

/** Searches the first position for a while, and is stopped. */
async function measured(family, threads, ms) {
  const { parts, data: all, memory: pages, shown } = JSON.parse(read('catalogue.json'))
  const { catalogue } = JSON.parse(read(shown))
  const variant = catalogue.variants.find(({ id }) => id === family)
  const memory = new WebAssembly.Memory({ ...pages, shared: true })
  const [file, stop] = [parts[family].threads, new SharedArrayBuffer(4)]
  const data = Object.entries(all).filter(([name]) => name.startsWith(`${family}.`))
  const begun = (of) =>
    new Worker(fileURLToPath(import.meta.url), { workerData: { file, memory, stop, data, ...of } })
  const main = begun({})
  main.postMessage({ helpers: threads - 1 })
  const { places } = await heard(main)
  const helpers = places.map((place) => begun({ place }))
  await Promise.all(
    helpers.map((helper) => new Promise((resolve) => helper.once('online', resolve))),
  )
  const limits = { only: [], except: [], lines: 0, seed: 0 }
  const start = process.env.START ?? variant.start
  const question = { of: 'position', variant: family, rules: variant.rule_sets[0].id, start }
  const before = process.cpuUsage()
  main.postMessage({ question: { ...question, moves: [], limits, table_mb: 32, threads } })
  await new Promise((resolve) => setTimeout(resolve, ms))
  const at = performance.now()
  Atomics.store(new Int32Array(stop), 0, 1)
  const { found, last } = await heard(main)
  const stopped = Math.round(performance.now() - at)
  const { user, system } = process.cpuUsage(before)
  await Promise.all([main, ...helpers].map((worker) => worker.terminate()))
  const { best, info } = found.Ok
  const seconds = last.time.secs + last.time.nanos / 1e9
  const speed = Math.round(last.nodes / seconds)
  const ofProcessors = Math.round((1e6 * last.nodes) / (user + system))
  return { best, depth: info.depth, nodes: last.nodes, speed, ofProcessors, stopped }
}

if (!isMainThread) work(workerData)
else {
  const { THREADS = '1,2', RUNS = '3', MS = '2000' } = process.env
  const named = process.argv.slice(2)
  for (const family of named.length > 0 ? named : ['reversi']) {
    for (let run = 0; run < Number(RUNS); run++) {
      for (const threads of THREADS.split(',').map(Number)) {
        const found = await measured(family, threads, Number(MS))
        console.log(family, { threads, ...found })
      }
    }
  }
}
