// The lab of this browser: a module answers its clients and says which searches they want, each in a worker of its own.

import { answerOf, put, putText } from './ask'
import { MISSING, NOTHING_FETCHED, problemOf } from './fetched'
import type { Watcher } from './live'
import type { FamilyModule, Modules } from './modules'
import { ok, variantIn, type Route } from './routes'
import { Searcher } from './searcher'

type Command = { id: string; type: string; at?: { variant: string } }

/** What is done for a client, as `local_hall::lab` has it. */
interface LabAnswer {
  readonly events: readonly unknown[]
  readonly page?: string
  readonly stop: readonly string[]
  readonly start: readonly [role: string, search: object][]
}

const bytesOf = (base64: string): ArrayBuffer =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer

/** Numbers all clients of this hall. */
let count = 0

class LabClient {
  readonly #number = ++count
  /** The module of the position that is looked at. */
  #module: FamilyModule | null = null
  #variant = ''
  readonly #searchers = new Map<string, Searcher>()
  /** One thing after the other. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(
    readonly modules: Modules,
    readonly watcher: Watcher,
  ) {}

  said(text: string) {
    const command = JSON.parse(text) as Command
    this.#queue = this.#queue.then(() =>
      this.#command(command).catch((error: unknown) => {
        this.#tell({ type: 'error', id: command.id, problem: problemOf(error) })
      }),
    )
  }

  async #command(command: Command) {
    if (command.type === 'ping') {
      this.#tell({ type: 'pong' })
      return this.#tell({ type: 'done', id: command.id })
    }
    const variant = command.at?.variant
    if (variant && variant !== this.#variant) {
      const module = await this.modules.knowing(variant)
      if (module !== this.#module) this.close()
      // Engines of another variant need other data files.
      else this.#end()
      this.#module = module
      this.#variant = variant
    }
    this.#ask((own) => put(own, this.#of({ what: 'command', request: command })))
  }

  #of = (of: object) => ({ ask: 'lab', of: { client: this.#number, ...of } })

  /** Asks the module, if there is one, and does what it says. */
  #ask(question: (module: FamilyModule) => { value?: unknown }) {
    const { value } = this.#module ? question(this.#module) : { value: null }
    if (!value) return
    const { events, page, stop, start } = value as LabAnswer
    // What is to end ends before anybody is told, what begins begins after it.
    for (const role of stop) this.#searchers.get(role)?.stop()
    for (const [at, event] of events.entries()) {
      // A page comes before the word that it was sent.
      if (page !== undefined && at === events.length - 1) this.watcher.send(bytesOf(page))
      this.#tell(event)
    }
    for (const [role, search] of start) this.#start(role, search)
  }

  #tell(event: unknown) {
    this.watcher.send(JSON.stringify(event))
  }

  #start(role: string, search: object) {
    const { modules } = this
    const [module, variant] = [this.#module!, this.#variant]
    const searcher =
      this.#searchers.get(role) ??
      new Searcher(module.hall.code, () => modules.data(module, variant))
    this.#searchers.set(role, searcher)
    const told = (what: string, key: string, text: string) => {
      const head = JSON.stringify(this.#of({ what, role, at: performance.now() }))
      // Inside the brackets of the question and of what it is about.
      this.#ask((own) => putText(own, (text) => `${head.slice(0, -2)},"${key}":${text}}}`, text))
    }
    searcher.start(JSON.stringify({ of: 'lab', ...search }), {
      report: (text) => told('told', 'report', text),
      found: (text) => {
        told('ended', 'found', text)
        if (text === NOTHING_FETCHED) this.#tell({ type: 'error', id: '', problem: MISSING })
      },
    })
  }

  #end() {
    for (const searcher of this.#searchers.values()) {
      searcher.stop()
      searcher.close()
    }
    this.#searchers.clear()
  }

  close() {
    this.#end()
    if (this.#module) put(this.#module, this.#of({ what: 'close' }))
    this.#module = null
  }
}

export class Lab {
  readonly #clients = new Map<Watcher, LabClient>()

  constructor(readonly modules: Modules) {}

  readonly routes: Route[] = [
    ['GET', /^\/api\/lab$/, async () => ok((await this.modules.shown()).lab)],
    [
      'POST',
      /^\/api\/lab\/line$/,
      ({ body }) => this.#ask(variantIn(body), { what: 'line', at: body }),
    ],
    [
      'POST',
      /^\/api\/lab\/evaluation$/,
      ({ body }) =>
        this.#ask(variantIn((body as { at?: unknown } | null)?.at), {
          what: 'evaluation',
          asked: body,
        }),
    ],
  ]

  async #ask(variant: string, of: object) {
    return answerOf(put(await this.modules.knowing(variant), { ask: 'lab', of }))
  }

  /** A client comes. */
  join(watcher: Watcher): (text: string) => void {
    const client = new LabClient(this.modules, watcher)
    this.#clients.set(watcher, client)
    return (text) => client.said(text)
  }

  leave(watcher: Watcher) {
    this.#clients.get(watcher)?.close()
    this.#clients.delete(watcher)
  }
}
