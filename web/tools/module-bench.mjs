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
const { parts, data } = JSON.parse(fs.readFileSync(path.join(modules, 'catalogue.json'), 'utf8'))

/** Nodes and nodes per second of the native program. */
function native(family) {
  const { stdout } = spawnSync(process.env.YIQI_BIN, ['bench', family], { encoding: 'utf8' })
  const [, nodes, speed] = /nodes (\d+) .*nps (\d+)/s.exec(stdout) ?? []
  return { nodes: Number(nodes), speed: Number(speed) }
}

let failed = false
for (const family of named.length > 0 ? named : Object.keys(NODES)) {
  const read = (name) => fs.readFileSync(path.join(modules, name))
  const instance = new Instance(joined(read(parts[family].first), read(parts[family].rest)))
  // The bench of draughts searches several variants.
  for (const [name, file] of Object.entries(data)) {
    if (name.startsWith(family)) instance.supply(name, read(file))
  }
  const [fastest, other] = [{ speed: 0 }, { speed: 0 }]
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    const nodes = instance.bench(family)[1]
    const speed = (1000 * nodes) / (performance.now() - start)
    if (nodes !== NODES[family]) {
      console.error(`${family}: ${nodes} nodes, not ${NODES[family]}`)
      failed = true
    }
    fastest.speed = Math.max(fastest.speed, speed)
    if (process.env.YIQI_BIN) other.speed = Math.max(other.speed, native(family).speed)
  }
  const ratio = other.speed > 0 ? `, ${(fastest.speed / other.speed).toFixed(2)} of native` : ''
  console.log(`${family}: ${NODES[family]} nodes, ${Math.round(fastest.speed)} nodes/s${ratio}`)
}
process.exit(failed ? 1 : 0)
