// An instance of a module of the hall (`crates/local-hall`), for tools.

/** What the functions of a module are called for, as its worker in the page does. */
export class Instance {
  #exports
  #reports = []
  failed = ''

  /** `memory`: that of another instance, which this one goes on with; `lacking`: what is not in that. */
  constructor(bytes, memory, lacking = []) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
      host: {
        host_now: () => performance.now(),
        host_stops: () => 0,
        host_report: (at, length) => this.#reports.push(JSON.parse(this.#read(at, length))),
        host_failed: (at, length) => (this.failed = this.#read(at, length)),
      },
    })
    this.#exports = exports
    if (!memory) return void exports.start()
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
    return this.#exports.memory
  }

  #read(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length))
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

  /** Depth and nodes of the bench. */
  bench = (variant) => this.#call(variant, 'bench').split(' ').map(Number)
}
