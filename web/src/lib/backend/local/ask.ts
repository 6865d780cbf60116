// Questions to the module of a family, and answers that need searches before they are there.

import { NOTHING_FETCHED, NotFetched } from './fetched'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { ok } from './routes'
import { Searcher } from './searcher'

export interface Problem {
  readonly code: string
  readonly message: string
}

/** An answer of the module, as `local_hall::Answer` has it. */
export interface ModuleAnswer<Step = unknown> {
  readonly value?: unknown
  readonly status: number
  readonly problem?: Problem
  readonly steps?: readonly Step[]
  /** A search of a position that comes before the answer, as `local_hall::PositionSearch` has it. */
  readonly search?: object
  readonly deadline?: number
}

/** Asks the module; the answer is read. */
export const put = <Step = unknown>(module: FamilyModule, question: object): ModuleAnswer<Step> =>
  JSON.parse(module.hall.ask(JSON.stringify(question))) as ModuleAnswer<Step>

/** The same with a text of JSON as the last part of the question. */
export const putText = <Step = unknown>(
  module: FamilyModule,
  question: (text: string) => string,
  text: string,
): ModuleAnswer<Step> => JSON.parse(module.hall.ask(question(text))) as ModuleAnswer<Step>

/** The answer to a request. */
export const answerOf = ({ status, problem, value }: ModuleAnswer, done = 200): Answer =>
  problem ? { status, body: problem } : ok(value, done)

/** What was asked was refused. */
export class Refused extends Error {
  constructor(readonly answer: ModuleAnswer) {
    super(answer.problem?.message ?? 'refused')
  }
}

/** The value of an answer; a refusal is thrown. */
export function valueOf<T>(answer: ModuleAnswer): T {
  if (answer.problem) throw new Refused(answer)
  return answer.value as T
}

/** The searcher of a family: its engine is one of this variant, and has these data files. */
interface Known {
  readonly variant: string
  readonly files: readonly string[]
  readonly searcher: Searcher
}

/** Searches of positions, one after the other in each family. */
export class Searches {
  /** An engine of another variant, or one that needs more data files, begins in another worker. */
  readonly #families = new Map<FamilyModule, Known>()
  #turn: Promise<unknown> = Promise.resolve()
  /** Who waits for the search that runs. */
  #waiting: ((found: string) => void) | null = null

  /**
   * `hurry`: somebody waits, and a search has the data that its position needs, not those of a whole game. `begun`: a
   * searcher with this code, and what fetches its data.
   */
  constructor(
    readonly modules: Modules,
    readonly hurry: boolean,
    readonly begun = (...of: ConstructorParameters<typeof Searcher>) => new Searcher(...of),
  ) {}

  /** What was found, as a text of JSON: `Ok` with the move, or `Err` with words. */
  search(module: FamilyModule, variant: string, search: object): Promise<string> {
    const found = this.#turn.then(() => this.#search(module, variant, search))
    this.#turn = found.catch(() => {})
    return found
  }

  /** Ends the search in this family; it is answered with an error. */
  stop(module: FamilyModule) {
    this.#waiting?.('{"Err":"it was stopped"}')
    this.#families.get(module)?.searcher.stop()
  }

  #search(module: FamilyModule, variant: string, search: object): Promise<string> {
    const files = this.modules.needed(module, variant, this.hurry ? search : undefined)
    const searcher = this.#searcher(module, variant, files)
    return new Promise((resolve, reject) => {
      this.#waiting = resolve
      const request = JSON.stringify({ of: 'position', ...search })
      const found = (text: string) =>
        text === NOTHING_FETCHED ? reject(new NotFetched('the search')) : resolve(text)
      searcher.start(request, { report: () => {}, found })
    })
  }

  #searcher(module: FamilyModule, variant: string, files: readonly string[]): Searcher {
    const known = this.#families.get(module)
    if (known?.variant === variant && files.every((name) => known.files.includes(name))) {
      return known.searcher
    }
    known?.searcher.close()
    const searcher = this.begun(module.hall.code, () => this.modules.files(files))
    this.#families.set(module, { variant, files, searcher })
    return searcher
  }
}
