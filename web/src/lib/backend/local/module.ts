// A module of the hall (`crates/local-hall`): texts go into its memory and come out of it.

import { NotFetched } from './fetched'
import type { Patch } from './joined'

interface Exports {
  start(): void
  room(length: number): number
  answer_at(): number
  ask(): number
  search(): number
  supply(): void
}

/** What a module has besides whose instances share their memory. */
interface SharedExports {
  place(length: number): number
  help(): void
  __stack_pointer: WebAssembly.Global<'i32'>
  __tls_size: WebAssembly.Global<'i32'>
  __wasm_init_tls(at: number): void
}

/** What the module asks of whoever holds it. */
export interface Host {
  /** Whether the search is to end. */
  stops(): boolean
  /** A report of the search, in JSON. */
  report(info: string): void
}

/** The places of a helper in the memory: the end of its stack, and what belongs to its thread. */
export interface HelperPlace {
  readonly stack: number
  readonly own: number
}

/** The length of a helper's stack, as that of the module itself (`web/tools/modules.mjs`). */
const STACK = 8 << 20

/** The unit in which memory grows. */
const PAGE = 65_536

/** Of an instance that does not search. */
export const QUIET: Host = { stops: () => false, report: () => {} }

/** The functions of an instance, and its memory: the one that is given, or its own. `fail` is told the words of a panic. */
function instantiated(
  module: WebAssembly.Module,
  host: Host,
  fail: (words: string) => void,
  shared?: WebAssembly.Memory,
): [exports: WebAssembly.Exports, memory: WebAssembly.Memory] {
  const read = (at: number, length: number) => textOf(memory, at, length)
  const { exports } = new WebAssembly.Instance(module, {
    env: shared ? { memory: shared } : {},
    host: {
      host_now: () => performance.now(),
      host_stops: () => (host.stops() ? 1 : 0),
      host_report: (at: number, length: number) => host.report(read(at, length)),
      host_failed: (at: number, length: number) => fail(read(at, length)),
    },
  })
  const memory = shared ?? (exports.memory as WebAssembly.Memory)
  return [exports, memory]
}

/** A text in a memory. Of one that is shared it is copied first: browsers read no text out of it. */
const textOf = ({ buffer }: WebAssembly.Memory, at: number, length: number): string =>
  new TextDecoder().decode(new Uint8Array(buffer, at, length).slice())

/** Becomes a helper of the instance of the module that searches in this memory, for ever: it ends with its worker. */
export function help(module: WebAssembly.Module, memory: WebAssembly.Memory, place: HelperPlace) {
  let failed = ''
  const [exports] = instantiated(module, QUIET, (words) => (failed = words), memory)
  const own = exports as unknown as SharedExports
  own.__stack_pointer.value = place.stack
  own.__wasm_init_tls(place.own)
  try {
    own.help()
  } catch (error) {
    throw failed ? new Error(failed) : error
  }
}

export class Module {
  readonly #exports: Exports
  readonly #memory: WebAssembly.Memory
  /** The words of the panic that ended it; ''. */
  failed = ''

  /**
   * `memory`: one that helpers share, or the bytes of that of another instance, which this one goes on with; `lacking`:
   * what is not in that.
   */
  constructor(
    module: WebAssembly.Module,
    host: Host,
    memory?: WebAssembly.Memory | Uint8Array,
    lacking: readonly Patch[] = [],
  ) {
    const isCopy = memory instanceof Uint8Array
    const fail = (words: string) => (this.failed = words)
    const made = instantiated(module, host, fail, isCopy ? undefined : memory)
    this.#exports = made[0] as unknown as Exports
    this.#memory = made[1]
    if (isCopy) this.#takeOver(memory, lacking)
    else this.#exports.start()
  }

  /** Its memory as it is now. */
  copy = (): Uint8Array => new Uint8Array(this.#memory.buffer.slice(0))

  /** The places of one more helper. */
  place(): HelperPlace {
    const own = this.#exports as unknown as SharedExports
    return { stack: own.place(STACK) + STACK, own: own.place(own.__tls_size.value) }
  }

  #takeOver(memory: Uint8Array, lacking: readonly Patch[]) {
    const own = this.#memory
    own.grow((memory.length - own.buffer.byteLength) / PAGE)
    const all = new Uint8Array(own.buffer)
    all.set(memory)
    for (const [address, bytes] of lacking) {
      for (let n = 0; n < bytes.length; n++) if (bytes[n]) all[address + n] = bytes[n]!
    }
  }

  /** The hall's answer to a question, both in JSON. */
  ask = (question: string): string => this.#call(question, this.#exports.ask)

  /** The result of a search, both in JSON. It blocks until the search ends. */
  search = (request: string): string => this.#call(request, this.#exports.search)

  /** Gives the engines a data file. */
  supply(name: string, bytes: ArrayBuffer) {
    const head = new TextEncoder().encode(`${name}\n`)
    const whole = new Uint8Array(head.length + bytes.byteLength)
    whole.set(head)
    whole.set(new Uint8Array(bytes), head.length)
    this.#write(whole)
    this.#exports.supply()
  }

  #write(bytes: Uint8Array) {
    const at = this.#exports.room(bytes.length)
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes)
  }

  #call(question: string, answer: () => number): string {
    this.#write(new TextEncoder().encode(question))
    const length = answer()
    return textOf(this.#memory, this.#exports.answer_at(), length)
  }
}

/** The content of a file of this size at once: nothing else is done until it is there. Only a worker may do this. */
export function bytesNow(url: string, size: number): Uint8Array {
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.responseType = 'arraybuffer'
  try {
    request.send()
  } catch (error) {
    throw new NotFetched(`${url}: ${String(error)}`)
  }
  if (request.status !== 200) throw new NotFetched(`${url}: HTTP ${request.status}`)
  const bytes = new Uint8Array(request.response as ArrayBuffer)
  if (size > 0 && bytes.length !== size) throw new NotFetched(`${url}: ${bytes.length} of ${size}`)
  return bytes
}
