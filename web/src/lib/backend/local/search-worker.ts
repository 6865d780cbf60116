// A worker that searches. While it does, it hears nothing: whoever holds it says through shared memory which
// searches have to end,
// or ends the worker.

import type { FromSearcher, ToSearcher } from './messages'
import { Module } from './module'

let module: Module | null = null
let stop: Int32Array | null = null
/** The number of the search. */
let number = 0

const tell = (message: FromSearcher) => postMessage(message)

onmessage = ({ data }: MessageEvent<ToSearcher>) => {
  if (data.kind === 'begin') {
    stop = data.stop ? new Int32Array(data.stop) : null
    module = new Module(data.module, {
      stops: () => stop !== null && Atomics.load(stop, 0) >= number,
      report: (info) => tell({ kind: 'report', number, info }),
    })
    return
  }
  if (!module) return
  if (data.kind === 'supply') return module.supply(data.name, data.bytes)
  number = data.number
  try {
    tell({ kind: 'found', number, found: module.search(data.request) })
  } catch (error) {
    tell({ kind: 'failed', number, why: module.failed || String(error) })
  }
}
