// Several threads for one search: where the page is isolated, its workers may share memory.

import type { Shared } from './local/messages'

/** A module whose instances share their memory, and how many pages it has at first and at most. */
export interface ThreadedCode {
  readonly code: WebAssembly.Module
  readonly memory: { readonly initial: number; readonly maximum: number }
}

/** More threads than these give little, and each takes memory. */
const MOST = 8

/** How many threads may search at once here: one processor is left for the page. WebKitGTK isolates a page, and shares no memory. */
export function threadsHere(): number {
  const shares = globalThis.crossOriginIsolated && 'SharedArrayBuffer' in globalThis
  const processors = shares ? navigator.hardwareConcurrency : 1
  return Math.max(1, Math.min(MOST, processors - 1))
}

/** The memory for a search by so many threads; nothing where the browser does not give it. */
export function sharedBy(threads: number, { memory }: ThreadedCode): Shared | undefined {
  try {
    return { memory: new WebAssembly.Memory({ ...memory, shared: true }), helpers: threads - 1 }
  } catch {
    return undefined
  }
}
