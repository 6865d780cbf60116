// The hall of a family before all of its module is there. `web/tools/modules.mjs` writes two forms of a module: the first
// part has the functions that games need, and in the place of the others nothing; both have the same memory. When one is called
// that is missing, the question is asked again of the whole module, which goes on with the memory from before it.

import { compiled, compiledNow, Module, type Hole } from './module'

/** The time before the rest is fetched, in milliseconds: what the first board needs comes first. */
const LATER = 3000

const QUIET = { stops: () => false, report: () => {} }

export class PartedModule {
  #module: Module
  #code: WebAssembly.Module | null = null
  #coming: Promise<WebAssembly.Module> | null = null
  #isWhole = false

  /** `url`: the whole module; `holes`: what is missing in the memory of the first part; null: this is the whole one. */
  constructor(
    part: WebAssembly.Module,
    readonly url: string,
    readonly holes: readonly Hole[] | null,
  ) {
    this.#module = new Module(part, QUIET)
    this.#isWhole = holes === null
    if (this.#isWhole) this.#code = part
    else setTimeout(() => void this.code().catch(() => {}), LATER)
  }

  /** The code of the whole module. */
  code = (): Promise<WebAssembly.Module> => {
    if (this.#code) return Promise.resolve(this.#code)
    this.#coming ??= compiled(this.url).then((code) => (this.#code ??= code))
    // The next one who asks tries again.
    this.#coming.catch(() => (this.#coming = null))
    return this.#coming
  }

  /** The hall's answer to a question, both in JSON. */
  ask = (question: string): string => {
    if (!this.#isWhole && this.#code) this.#goOn(this.#module.copy())
    if (this.#isWhole) return this.#module.ask(question)
    const before = this.#module.copy()
    try {
      return this.#module.ask(question)
    } catch {
      this.#goOn(before)
      return this.#module.ask(question)
    }
  }

  #goOn(memory: Uint8Array) {
    this.#code ??= compiledNow(this.url)
    this.#module = new Module(this.#code, QUIET, memory, this.holes ?? [])
    this.#isWhole = true
  }
}
