// A module of the hall (`crates/local-hall`): texts go into its memory and come out of it.

import { NotFetched } from './fetched'
import type { Patch } from './joined'

interface Exports {
  memory: WebAssembly.Memory
  start(): void
  room(length: number): number
  answer_at(): number
  ask(): number
  search(): number
  supply(): void
}

/** What the module asks of whoever holds it. */
export interface Host {
  /** Whether the search is to end. */
  stops(): boolean
  /** A report of the search, in JSON. */
  report(info: string): void
}

/** The unit in which memory grows. */
const PAGE = 65_536

export class Module {
  readonly #exports: Exports
  /** The words of the panic that ended it; ''. */
  failed = ''

  /** `memory`: that of another instance, which this one goes on with; `lacking`: what is not in that. */
  constructor(
    module: WebAssembly.Module,
    host: Host,
    memory?: Uint8Array,
    lacking: readonly Patch[] = [],
  ) {
    const read = (at: number, length: number) => this.#text(at, length)
    const instance = new WebAssembly.Instance(module, {
      host: {
        host_now: () => performance.now(),
        host_stops: () => (host.stops() ? 1 : 0),
        host_report: (at: number, length: number) => host.report(read(at, length)),
        host_failed: (at: number, length: number) => (this.failed = read(at, length)),
      },
    })
    this.#exports = instance.exports as unknown as Exports
    if (memory) this.#takeOver(memory, lacking)
    else this.#exports.start()
  }

  /** Its memory as it is now. */
  copy = (): Uint8Array => new Uint8Array(this.#exports.memory.buffer.slice(0))

  #takeOver(memory: Uint8Array, lacking: readonly Patch[]) {
    const own = this.#exports.memory
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
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes)
  }

  #call(question: string, answer: () => number): string {
    this.#write(new TextEncoder().encode(question))
    const length = answer()
    return this.#text(this.#exports.answer_at(), length)
  }

  #text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length))
  }
}

/** The content of a file at once: nothing else is done until it is there. Only a worker may do this. */
export function bytesNow(url: string): Uint8Array {
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.responseType = 'arraybuffer'
  try {
    request.send()
  } catch (error) {
    throw new NotFetched(`${url}: ${String(error)}`)
  }
  if (request.status !== 200) throw new NotFetched(`${url}: HTTP ${request.status}`)
  return new Uint8Array(request.response as ArrayBuffer)
}
