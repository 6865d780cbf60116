// A worker that searches. While it does, it hears nothing: whoever holds it says through shared memory that it has to end,
// or ends the worker.

import type { FromSearcher, ToSearcher } from './messages'
import { Module } from './module'

let module: Module | null = null
let stop: Int32Array | null = null

const tell = (message: FromSearcher) => postMessage(message)

onmessage = ({ data }: MessageEvent<ToSearcher>) => {
  if (data.kind === 'begin') {
    stop = data.stop ? new Int32Array(data.stop) : null
    module = new Module(data.module, {
      stops: () => stop !== null && Atomics.load(stop, 0) !== 0,
      report: (info) => tell({ kind: 'report', info }),
    })
    return
  }
  if (!module) return
  if (data.kind === 'supply') return module.supply(data.name, data.bytes)
  try {
    tell({ kind: 'found', found: module.search(data.request) })
  } catch (error) {
    tell({ kind: 'failed', why: module.failed || String(error) })
  }
}
