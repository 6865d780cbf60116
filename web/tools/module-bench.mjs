// The search of the modules for browsers: the node counts of the benches, which `test` pins for the native program, and
// the speed, beside that of the native program if `YIQI_BIN` names it. Runs alternate; the fastest of each counts.
//
//   npm run module-bench [-- FAMILY…]     RUNS=5

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { joined } from './joined.mjs'
import { Instance } from './module-host.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const modules = path.join(root, 'web/modules')
const runs = Number(process.env.RUNS ?? 3)
const NODES = { xiangqi: 395_739, draughts: 1_985_888, gomoku: 100_445, reversi: 169_876 }
const named = process.argv.slice(2)
const { parts, data, memory } = JSON.parse(
  fs.readFileSync(path.join(modules, 'catalogue.json'), 'utf8'),
)

/** Nodes and nodes per second of the native program. */
function native(family) {
  const { stdout } = spawnSync(process.env.YIQI_BIN, ['bench', family], { encoding: 'utf8' })
  const [, nodes, speed] = /nodes (\d+) .*nps (\d+)/s.exec(stdout) ?? []
  return { nodes: Number(nodes), speed: Number(speed) }
}

const read = (name) => fs.readFileSync(path.join(modules, name))

/** An instance with the files of its engines: the bench of draughts searches several variants. */
function supplied(family, instance) {
  for (const [name, file] of Object.entries(data)) {
    if (name.startsWith(family)) instance.supply(name, read(file))
  }
  return instance
}

/** Nodes per second of an instance. */
function speedOf(family, instance) {
  const start = performance.now()
  const nodes = instance.bench(family)[1]
  if (nodes === NODES[family]) return (1000 * nodes) / (performance.now() - start)
  console.error(`${family}: ${nodes} nodes, not ${NODES[family]}`)
  process.exit(1)
}

for (const family of named.length > 0 ? named : Object.keys(NODES)) {
  const { first, rest, threads } = parts[family]
  const alone = supplied(family, new Instance(joined(read(first), read(rest))))
  const shared = threads && new WebAssembly.Memory({ ...memory, shared: true })
  const threaded = threads && supplied(family, new Instance(read(threads), shared))
  const [of, ofThreads, ofNative] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    of.push(speedOf(family, alone))
    if (threads) ofThreads.push(speedOf(family, threaded))
    if (process.env.YIQI_BIN) ofNative.push(native(family).speed)
  }
  const fastest = Math.max(...of)
  const said = [`${family}: ${NODES[family]} nodes, ${Math.round(fastest)} nodes/s`]
  if (ofNative.length > 0) said.push(`${(fastest / Math.max(...ofNative)).toFixed(2)} of native`)
  if (threads)
    said.push(`with memory to share ${(Math.max(...ofThreads) / fastest).toFixed(2)} of that`)
  console.log(said.join(', '))
}
