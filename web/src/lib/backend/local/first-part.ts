// The hall of a family before all of its module is there. `web/tools/modules.mjs` writes a module as two files. The first
// part has the functions that games need, and in the place of the others nothing; both have the same memory. When one is
// called that is missing, the question is asked again of the whole module, which goes on with the memory from before it.

import { fetchedBytes } from './fetched'
import { joined, lacking } from './joined'
import { bytesNow, Module, QUIET } from './module'

/** The time before the rest is fetched, in milliseconds: what the first board needs comes first. */
const LATER = 3000

export class PartedModule {
  #module: Module
  /** The first part as a file and compiled, until the whole module takes its place. */
  #first: { bytes: Uint8Array; code: WebAssembly.Module } | null
  /** The rest as a file, when the whole is there and has not taken the place of the first part yet. */
  #rest: Uint8Array | null = null
  #code: WebAssembly.Module | null = null
  #coming: Promise<WebAssembly.Module> | null = null

  /** `rest`: the address of all else, and its size. */
  constructor(
    bytes: Uint8Array,
    code: WebAssembly.Module,
    readonly rest: string,
    readonly size: number,
  ) {
    this.#module = new Module(code, QUIET)
    this.#first = { bytes, code }
    setTimeout(() => void this.code().catch(() => {}), LATER)
  }

  /** The code of the whole module. */
  code = (): Promise<WebAssembly.Module> => {
    if (this.#code) return Promise.resolve(this.#code)
    this.#coming ??= this.#whole()
    // The next one who asks tries again.
    this.#coming.catch(() => (this.#coming = null))
    return this.#coming
  }

  /** The hall's answer to a question, both in JSON. A question that needs what cannot be fetched has no effect. */
  ask = (question: string): string => {
    if (!this.#first) return this.#module.ask(question)
    const before = this.#module.copy()
    if (!this.#code) {
      try {
        return this.#module.ask(question)
      } catch {
        this.#module = new Module(this.#first.code, QUIET, before)
      }
    }
    this.#goOn(before)
    return this.#module.ask(question)
  }

  /** Gives the hall a data file; the first part knows of none. */
  supply(name: string, bytes: ArrayBuffer) {
    if (this.#first) this.#goOn(this.#module.copy())
    this.#module.supply(name, bytes)
  }

  /** The whole module goes on with the memory of the first part. */
  #goOn(memory: Uint8Array) {
    if (!this.#first) return
    this.#rest ??= bytesNow(this.rest, this.size)
    this.#code ??= new WebAssembly.Module(joined(this.#first.bytes, this.#rest))
    this.#module = new Module(this.#code, QUIET, memory, lacking(this.#first.bytes, this.#rest))
    this.#first = this.#rest = null
  }

  async #whole(): Promise<WebAssembly.Module> {
    const rest = await fetchedBytes(this.rest, this.size)
    // A question may have been faster.
    if (this.#first && !this.#code) {
      const code = await WebAssembly.compile(joined(this.#first.bytes, rest))
      this.#code ??= code
    }
    if (this.#first) this.#rest ??= rest
    return this.#code!
  }
}
