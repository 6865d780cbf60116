// The analyses that one client of a study sees: one for each engine, and the values of all moves.

import { MISSING, NOTHING_FETCHED } from './fetched'
import { put, putText, type ModuleAnswer } from './ask'
import type { FamilyModule } from './modules'
import { Searcher } from './searcher'
import { threadsHere } from '../threads'

/** Time between two reports to the client, in milliseconds. */
const REPORTS = 200

/** The engine that searches with several threads: a level, and the values of all moves, are the same each time. */
const SEVERAL = 'own'

/** A request of a client. */
export interface AnalysisRequest {
  readonly type: string
  readonly engine?: string
  readonly node?: number
  /** How many threads may search in all. */
  readonly threads?: number
}

/** Numbers all analyses of this hall. */
let count = 0

/** A search and what it has found. */
class Analysis {
  readonly number = ++count
  #reports: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  /** What is searched, and by how many threads. */
  #search: object | null = null
  #threads = 1

  constructor(
    readonly module: FamilyModule,
    readonly searcher: Searcher,
    readonly tell: (event: unknown) => void,
    /** What the client is told in place of an event of the module. */
    readonly shown: (event: unknown) => unknown,
  ) {}

  /** Begins; the answer says what is known at once. */
  begin(study: string, request: object, threads: number): ModuleAnswer {
    const { number, module } = this
    const answer = put(module, {
      ask: 'study',
      of: { what: 'analyse', id: study, number, request },
    })
    this.#search = answer.search ?? null
    this.#start(threads)
    return answer
  }

  #start(threads: number) {
    if (!this.#search) return
    this.#threads = threads
    this.searcher.start(JSON.stringify({ of: 'position', ...this.#search, threads }), {
      report: (info) => {
        this.#reports.push(info)
        this.#timer ??= setTimeout(() => this.#told(null), REPORTS)
      },
      found: (found) => this.#told(found),
    })
  }

  /** Goes on with no more than so many threads; what the engine has found is kept in its table. */
  within(threads: number) {
    if (!this.#ended && this.#threads > threads) this.#start(threads)
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
  begin(request: AnalysisRequest, shown = (event: unknown): unknown => event): ModuleAnswer {
    const { threads: wanted, ...asked } = request
    const name = request.type === 'values' ? request.type : (request.engine ?? '')
    this.#running.get(name)?.stop()
    const most = Math.min(threadsHere(), wanted ?? Infinity)
    const searcher = this.#searcher(name, most)
    const analysis = new Analysis(this.module, searcher, this.tell, shown)
    this.#running.set(name, analysis)
    // Searches beside each other share the processors: the others have one thread each.
    const others = [...this.#running.keys()].filter((one) => one !== SEVERAL).length
    const left = Math.max(1, most - others)
    if (name !== SEVERAL) this.#running.get(SEVERAL)?.within(left)
    return analysis.begin(this.study, asked, name === SEVERAL ? left : 1)
  }

  /** The searcher of a name, which may have so many threads. */
  #searcher(name: string, most: number): Searcher {
    const count = name === SEVERAL ? most : 1
    const known = this.#searchers.get(name)
    if (known && (known.threads?.count ?? 1) >= count) return known
    known?.close()
    const threads = { count, code: this.module.threaded }
    const made = new Searcher(this.module.hall.code, this.data, undefined, threads)
    this.#searchers.set(name, made)
    return made
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
