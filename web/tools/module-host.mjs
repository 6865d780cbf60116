// An instance of a module of the hall (`crates/local-hall`), for tools.

/** The length of a helper's stack. */
const STACK = 8 << 20

/** Becomes a helper of the instance that searches in this memory, for ever. */
export function help(bytes, memory, { stack, own }) {
  const nothing = () => 0
  const host = { host_now: nothing, host_stops: nothing, host_report: nothing }
  const host_failed = (at, length) =>
    console.error(Buffer.from(memory.buffer, at, length).toString())
  const module = new WebAssembly.Module(bytes)
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    host: { ...host, host_failed },
  })
  exports.__stack_pointer.value = stack
  exports.__wasm_init_tls(own)
  exports.help()
}

/** What the functions of a module are called for, as its worker in the page does. */
export class Instance {
  #exports
  #memory
  #reports = []
  failed = ''

  /**
   * `memory`: a shared one, or that of another instance, which this one goes on with; `lacking`: what is not in that;
   * `stops`: whether a search is to end.
   */
  constructor(bytes, memory, lacking = [], stops = () => 0) {
    const isShared = memory instanceof WebAssembly.Memory
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
      env: isShared ? { memory } : {},
      host: {
        host_now: () => performance.now(),
        host_stops: stops,
        host_report: (at, length) => this.#reports.push(JSON.parse(this.#read(at, length))),
        host_failed: (at, length) => (this.failed = this.#read(at, length)),
      },
    })
    this.#exports = exports
    this.#memory = isShared ? memory : exports.memory
    if (!memory || isShared) return void exports.start()
    this.memory.grow((memory.length - this.memory.buffer.byteLength) / 65_536)
    const all = new Uint8Array(this.memory.buffer)
    all.set(memory)
    for (const [at, bytes] of lacking) {
      for (const [n, byte] of bytes.entries()) if (byte) all[at + n] = byte
    }
  }

  /** Its memory as it is now. */
  copy = () => new Uint8Array(this.memory.buffer.slice(0))

  get memory() {
    return this.#memory
  }

  #read(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length).slice())
  }

  #write(bytes) {
    const at = this.#exports.room(bytes.length)
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes)
  }

  #call(text, answer) {
    this.#write(Buffer.from(text))
    const length = this.#exports[answer]()
    return this.#read(this.#exports.answer_at(), length)
  }

  ask = (question) => JSON.parse(this.#call(JSON.stringify(question), 'ask'))

  /** What a search finds, and its reports. */
  search(question) {
    this.#reports = []
    const found = JSON.parse(this.#call(JSON.stringify(question), 'search'))
    return { found, reports: this.#reports }
  }

  supply(name, bytes) {
    this.#write(Buffer.concat([Buffer.from(`${name}\n`), bytes]))
    this.#exports.supply()
  }

  /** The places of a helper: the end of its stack, and what belongs to its thread. */
  place() {
    const { place, __tls_size } = this.#exports
    return { stack: place(STACK) + STACK, own: place(__tls_size.value) }
  }

  /** Depth and nodes of the bench. */
  bench = (variant) => this.#call(variant, 'bench').split(' ').map(Number)
}
