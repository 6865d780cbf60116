// A worker that searches. While it does, it hears nothing: whoever holds it says through shared memory which
// searches have to end,
// or ends the worker.

import type { FromSearcher, ToSearcher } from './messages'
import { Module } from './module'

let code: WebAssembly.Module | null = null
let module: Module | null = null
/** What the engines are supplied with. An engine looks for it when it begins. */
const files = new Map<string, ArrayBuffer>()
let stop: Int32Array | null = null
/** The number of the search. */
let number = 0

const tell = (message: FromSearcher) => postMessage(message)

/** The instance that searches, with all files. */
function begun(code: WebAssembly.Module): Module {
  const made = new Module(code, {
    stops: () => stop !== null && Atomics.load(stop, 0) >= number,
    report: (info) => tell({ kind: 'report', number, info }),
  })
  for (const [name, bytes] of files) made.supply(name, bytes)
  return made
}

onmessage = ({ data }: MessageEvent<ToSearcher>) => {
  if (data.kind === 'begin') {
    stop = data.stop ? new Int32Array(data.stop) : null
    code = data.module
    return
  }
  if (data.kind === 'supply') {
    files.set(data.name, data.bytes)
    module = null
    return
  }
  if (!code) return
  number = data.number
  try {
    module ??= begun(code)
    tell({ kind: 'found', number, found: module.search(data.request) })
  } catch (error) {
    tell({ kind: 'failed', number, why: module?.failed || String(error) })
  }
}
