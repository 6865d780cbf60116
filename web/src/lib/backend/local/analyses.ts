// The analyses that one client of a study sees: one for each engine, and the values of all moves.

import { MISSING, NOTHING_FETCHED } from './fetched'
import { put, putText, type ModuleAnswer } from './ask'
import type { FamilyModule } from './modules'
import { Searcher } from './searcher'
import { threadsHere } from './threads'

/** Time between two reports to the client, in milliseconds. */
const REPORTS = 200

/** Numbers all analyses of this hall. */
let count = 0

/** A search and what it has found. */
class Analysis {
  readonly number = ++count
  #reports: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(
    readonly module: FamilyModule,
    readonly searcher: Searcher,
    readonly tell: (event: unknown) => void,
    /** What the client is told in place of an event of the module. */
    readonly shown: (event: unknown) => unknown,
  ) {}

  /** Begins; the answer says what is known at once. */
  begin(study: string, request: object): ModuleAnswer {
    const { number, module } = this
    const answer = put(module, {
      ask: 'study',
      of: { what: 'analyse', id: study, number, request },
    })
    if (answer.search) {
      const threads = this.searcher.threads?.count ?? 1
      this.searcher.start(JSON.stringify({ of: 'position', ...answer.search, threads }), {
        report: (info) => {
          this.#reports.push(info)
          this.#timer ??= setTimeout(() => this.#told(null), REPORTS)
        },
        found: (found) => this.#told(found),
      })
    }
    return answer
  }

  #told(found: string | null) {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#ended) return
    this.#ended = found !== null
    const { value } = this.#say(found)
    if (value) this.tell(this.shown(value))
    if (found === NOTHING_FETCHED) this.tell({ type: 'error', id: '', problem: MISSING })
  }

  /** Tells the module what the search has reported. */
  #say(found: string | null): ModuleAnswer {
    const reports = this.#reports.join(',')
    this.#reports = []
    const question = (text: string) =>
      `{"ask":"study","of":{"what":"analysed","number":${this.number},"reports":[${reports}],"found":${text}}}`
    return putText(this.module, question, found ?? 'null')
  }

  /** Ends; how it stood. */
  stop(): unknown {
    if (this.#ended) return null
    clearTimeout(this.#timer)
    this.#say(null)
    this.#ended = true
    this.searcher.stop()
    const { number } = this
    const { value } = put(this.module, { ask: 'study', of: { what: 'stop', number } })
    return value ? this.shown(value) : null
  }
}

export class Analyses {
  readonly #running = new Map<string, Analysis>()
  readonly #searchers = new Map<string, Searcher>()

  constructor(
    readonly study: string,
    readonly module: FamilyModule,
    readonly data: () => Promise<[string, ArrayBuffer][]>,
    readonly tell: (event: unknown) => void,
  ) {}

  /** Begins one in place of the one by the same engine. */
  begin(
    request: { type: string; engine?: string; node?: number },
    shown = (event: unknown): unknown => event,
  ): ModuleAnswer {
    const name = request.type === 'values' ? request.type : (request.engine ?? '')
    this.#running.get(name)?.stop()
    // The values of all moves are the same each time.
    const most = request.type === 'values' ? 1 : threadsHere()
    const searcher = this.#searchers.get(name) ?? this.#searcher(most)
    this.#searchers.set(name, searcher)
    const analysis = new Analysis(this.module, searcher, this.tell, shown)
    this.#running.set(name, analysis)
    return analysis.begin(this.study, request)
  }

  #searcher(count: number): Searcher {
    const threads = { count, code: this.module.threaded }
    return new Searcher(this.module.hall.code, this.data, undefined, threads)
  }

  /** Stops the one by an engine, or all; how they stood. */
  stop(engine?: string | null): unknown[] {
    const names = engine ? [engine] : [...this.#running.keys()]
    const ended = names.map((name) => this.#running.get(name)?.stop())
    for (const name of names) this.#running.delete(name)
    return ended.filter(Boolean)
  }

  close() {
    this.stop()
    for (const searcher of this.#searchers.values()) searcher.close()
    this.#searchers.clear()
  }
}
