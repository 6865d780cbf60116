// A worker that searches. While it does, it hears nothing: whoever holds it says through shared memory which
// searches have to end,
// or ends the worker. It may have helpers: workers whose instances of the module have the same memory.

import type { FromSearcher, Shared, ToSearcher } from './messages'
import { help, Module } from './module'

let code: WebAssembly.Module | null = null
let module: Module | null = null
/** What the engines are supplied with. An engine looks for it when it begins. */
const files = new Map<string, ArrayBuffer>()
let stop: Int32Array | null = null
let shared: Shared | undefined
/** The number of the search. */
let number = 0

/** Where whoever needs it listens, if that is not who has started it. */
let port: MessagePort | null = null

const tell = (message: FromSearcher) => (port ?? self).postMessage(message)

/** The instance that searches, with all files. */
function begun(code: WebAssembly.Module): Module {
  const host = {
    stops: () => stop !== null && Atomics.load(stop, 0) >= number,
    report: (info: string) => tell({ kind: 'report', number, info }),
  }
  const made = new Module(code, host, shared?.memory)
  for (const [name, bytes] of files) made.supply(name, bytes)
  return made
}

/** Memory that helpers have is for one instance only: it begins at once. */
function beginShared(code: WebAssembly.Module, { helpers }: Shared) {
  const made = begun(code)
  module = made
  tell({ kind: 'places', places: Array.from({ length: helpers }, () => made.place()) })
}

function hear({ data }: MessageEvent<ToSearcher>) {
  if (data.kind === 'port') {
    port = data.port
    port.onmessage = hear
    return
  }
  if (data.kind === 'help') return help(data.module, data.memory, data.place)
  if (data.kind === 'begin') {
    stop = data.stop ? new Int32Array(data.stop) : null
    code = data.module
    shared = data.shared
    if (shared) beginShared(code, shared)
    return
  }
  if (data.kind === 'supply') {
    files.set(data.name, data.bytes)
    if (shared) module?.supply(data.name, data.bytes)
    else module = null
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

onmessage = hear
