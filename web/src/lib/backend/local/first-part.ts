// The hall of a family before all of its module is there. `web/tools/modules.mjs` writes a module as two files. The first
// part has the functions that games need, and in the place of the others nothing; both have the same memory. When one is
// called that is missing, the question is asked again of the whole module, which goes on with the memory from before it.

import { fetched } from './fetched'
import { joined } from './joined'
import { bytesNow, Module, QUIET, type Hole } from './module'

/** The time before the rest is fetched, in milliseconds: what the first board needs comes first. */
const LATER = 3000

export class PartedModule {
  #module: Module
  /** The first part as a file and compiled, until the whole module takes its place. */
  #first: { bytes: Uint8Array; code: WebAssembly.Module } | null
  #code: WebAssembly.Module | null = null
  #coming: Promise<WebAssembly.Module> | null = null

  /** `rest`: the address of all else; `holes`: what is missing in the memory of the first part. */
  constructor(
    bytes: Uint8Array,
    code: WebAssembly.Module,
    readonly rest: string,
    readonly holes: readonly Hole[],
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
    this.#code ??= new WebAssembly.Module(joined(this.#first.bytes, bytesNow(this.rest)))
    this.#module = new Module(this.#code, QUIET, memory, this.holes)
    this.#first = null
  }

  async #whole(): Promise<WebAssembly.Module> {
    const rest = await (await fetched(this.rest)).arrayBuffer()
    // A question may have been faster.
    if (this.#first && !this.#code) {
      const whole = joined(this.#first.bytes, new Uint8Array(rest))
      const code = await WebAssembly.compile(whole)
      this.#code ??= code
    }
    return this.#code!
  }
}
