// The machine beside the board: what it is asked to search, and the last result of each engine.

import type { Analysis, AnalysisLine, MoveValues, StudyCommand, StudyPosition } from './types'

/** The choices of the panel, kept in the browser. */
export interface Choices {
  /** The ids of the engines, at most three. */
  engines: string[]
  lines: number
  arrows: boolean
  /** Whether the value of each point is shown, in games whose moves are points. */
  heat: boolean
  /** The unit of scores. */
  unit: 'score' | 'chance'
}

const KEY = 'yiqi.analysis'
const usual: Choices = {
  engines: ['own'],
  lines: 3,
  arrows: true,
  heat: false,
  unit: 'score',
}
export const MOST_ENGINES = 3
export const MOST_LINES = 5

/** The choices in a text; what is invalid is replaced by the default. */
export function readChoices(text: string | null): Choices {
  let given: Partial<Record<keyof Choices, unknown>> = {}
  try {
    given = (JSON.parse(text ?? 'null') ?? {}) as typeof given
  } catch {
    // The defaults are used.
  }
  const engines = Array.isArray(given.engines)
    ? given.engines.filter((x): x is string => typeof x === 'string').slice(0, MOST_ENGINES)
    : []
  const lines = Number(given.lines)
  return {
    engines: engines.length > 0 ? engines : usual.engines,
    lines: Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES ? lines : usual.lines,
    arrows: typeof given.arrows === 'boolean' ? given.arrows : usual.arrows,
    heat: typeof given.heat === 'boolean' ? given.heat : usual.heat,
    unit: given.unit === 'chance' ? 'chance' : 'score',
  }
}

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

/** Calls a function before the next frame, or soon where there are no frames. */
const beforeFrame = (work: () => void): number =>
  document.visibilityState === 'visible'
    ? requestAnimationFrame(work)
    : (setTimeout(work, 100) as unknown as number)

/** Milliseconds between two requests while one steps quickly through the moves. */
const PAUSE = 150
/** Milliseconds for which a probe waits beyond its own time, because the server may be busy with games. */
const PATIENCE = 8000

/**
 * A report with the lines to show. The first report of a new search has no lines yet, and one that has only found that
 * the best move is worse than thought has no more than its beginning: the earlier lines of that position stay.
 */
export function keptLines<R extends Pick<Analysis, 'node' | 'threat' | 'lines'>>(
  before: R | undefined,
  now: R,
): R {
  if (!before || before.node !== now.node || before.threat !== now.threat) return now
  if (before.lines.length === 0) return now
  const isUnsure = now.lines.length === 0 || now.lines[0]?.bound === 'upper'
  return isUnsure ? { ...now, lines: before.lines } : now
}

export class Analyses {
  choices = $state<Choices>(readChoices(stored()))
  /** The ids of the engines that can analyse this game; all when empty. */
  offered = $state.raw<readonly string[]>([])
  /** The chosen engines that can analyse this game. */
  readonly engines = $derived.by<readonly string[]>(() => {
    if (this.offered.length === 0) return this.choices.engines
    const here = this.choices.engines.filter((id) => this.offered.includes(id))
    return here.length > 0 ? here : usual.engines
  })
  on = $state(false)
  threat = $state(false)
  /** The moves that are searched; all when empty. They hold for one node. */
  only = $state.raw<readonly string[]>([])
  /** The last result of each engine for the shown node. */
  results = $state.raw<Readonly<Record<string, Analysis>>>({})
  /** The value of each point at the shown node. */
  values = $state.raw<MoveValues | null>(null)
  /** Whether the moves of the shown position are points. */
  points = $state(false)
  /** The number of moves of the shown position. */
  #moves = 0
  /** The node whose values were asked for. */
  #valued = -1

  /** Sends a command and returns the request's id. */
  readonly #send: (command: StudyCommand) => string
  /** The last requests for searches, one for each engine. */
  #asked: string[] = []
  #probe: {
    id: string
    node: number
    move: string
    online: ((line: AnalysisLine) => void) | undefined
    end: (line: AnalysisLine | null) => void
  } | null = null
  #node = 0
  /** Results that wait for the next frame: only the last of each engine is drawn. */
  #waiting: Record<string, Analysis> = {}
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #sent = -Infinity
  /** The result of each node and engine, shown at once on return. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- copied into `results`
  readonly #kept = new Map<string, Analysis>()

  constructor(send: (command: StudyCommand) => string) {
    this.#send = send
  }

  close() {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#frame) cancelAnimationFrame(this.#frame)
    if (this.on) this.#send({ type: 'stop' })
  }

  /** The key of a kept result; other conditions give other results. */
  #key = (engine: string, node: number, threat: boolean, only: readonly string[]) =>
    `${node} ${engine} ${threat} ${only.join(' ')}`

  /** The shown node has changed. */
  show(node: number) {
    const isNew = node !== this.#node
    this.#node = node
    if (isNew) {
      this.#valued = -1
      this.values = null
      this.only = []
      this.threat = false
    }
    this.#restore()
    if (this.on) this.#ask()
  }

  /** Shows the kept results of the node. */
  #restore() {
    const found = this.engines.flatMap((engine) => {
      const kept = this.#kept.get(this.#key(engine, this.#node, this.threat, this.only))
      return kept ? [[engine, kept] as const] : []
    })
    this.#waiting = {}
    this.results = Object.fromEntries(found)
  }

  /** Requests the search of the shown node, at once or after a pause. */
  #ask() {
    if (this.#timer) clearTimeout(this.#timer)
    const wait = Math.max(0, this.#sent + PAUSE - performance.now())
    if (wait === 0) this.#request()
    else this.#timer = setTimeout(() => this.#request(), wait)
  }

  #request() {
    this.#timer = null
    this.#sent = performance.now()
    this.#asked = this.engines.map((engine) =>
      this.#send({
        type: 'analyse',
        node: this.#node,
        engine,
        lines: this.choices.lines,
        only: [...this.only],
        threat: this.threat,
      }),
    )
  }

  /** The connection is new, so the server searches nothing for this page. */
  again() {
    this.#valued = -1
    if (this.on) this.#ask()
    this.#askValues()
  }

  /** Somebody else searches from now on. */
  anew() {
    if (!this.on) return
    this.#send({ type: 'stop' })
    this.again()
  }

  /** The position of the shown node has come. */
  placed(position: StudyPosition) {
    this.points = position.points ?? false
    this.#moves = position.board.moves.length
    this.#askValues()
  }

  #askValues() {
    if (!this.on || !this.choices.heat || !this.points || this.#valued === this.#node) return
    this.#valued = this.#node
    this.#send({ type: 'values', node: this.#node })
  }

  takeValues(values: MoveValues) {
    if (values.node !== this.#node) return
    // The first reports know a part of the moves: the others would look as if they were worth nothing.
    if (values.done || values.values.length >= this.#moves) this.values = values
  }

  turn(on: boolean) {
    this.on = on
    if (on) {
      this.#ask()
      this.#askValues()
    } else {
      this.#valued = -1
      if (this.#timer) clearTimeout(this.#timer)
      this.#send({ type: 'stop' })
    }
  }

  choose(change: Partial<Choices>) {
    const gone = change.engines ? this.engines.filter((x) => !change.engines!.includes(x)) : []
    // Engines of other games stay chosen for them.
    const elsewhere = this.choices.engines.filter((id) => !this.engines.includes(id))
    Object.assign(this.choices, change)
    if (change.engines)
      this.choices.engines = [...change.engines, ...elsewhere].slice(0, MOST_ENGINES)
    try {
      localStorage.setItem(KEY, JSON.stringify($state.snapshot(this.choices)))
    } catch {
      // The choice lasts while the page is open.
    }
    if (change.heat) this.#askValues()
    if (!change.engines && change.lines === undefined) return
    for (const engine of gone) if (this.on) this.#send({ type: 'stop', engine })
    this.#restore()
    if (this.on) this.#ask()
  }

  /** Searches what the other side would do if the side to move passed. */
  setThreat(threat: boolean) {
    this.threat = threat
    this.only = []
    this.#restore()
    this.on = true
    this.#ask()
  }

  /** Searches these moves only. */
  setOnly(only: readonly string[]) {
    this.only = only
    this.threat = false
    this.#restore()
    this.on = true
    this.#ask()
  }

  /**
   * Searches one move for a short time. `null` if that was not done: the move cannot be searched, the request was
   * refused, the connection was lost, or the server did not come to it. `online`: called with the first line found.
   */
  probe(
    node: number,
    move: string,
    ms: number,
    online?: (line: AnalysisLine) => void,
  ): Promise<AnalysisLine | null> {
    this.#probe?.end(null)
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(null), ms + PATIENCE)
      const end = (line: AnalysisLine | null) => {
        clearTimeout(timer)
        this.#probe = null
        resolve(line)
      }
      const only = [move]
      const wanted = { type: 'analyse' as const, node, engine: 'own', lines: 1 }
      const id = this.#send({ ...wanted, only, threat: false, ms })
      this.#probe = { id, node, move, online, end }
    })
  }

  #probed({ node, only, lines, state }: Analysis) {
    const probe = this.#probe
    if (!probe || node !== probe.node || only?.[0] !== probe.move) return
    const line = lines[0]
    if (line) {
      probe.online?.(line)
      probe.online = undefined
    }
    if (state === 'done' || state === 'kept') probe.end(line ?? null)
    else if (state === 'failed') probe.end(null)
  }

  /** The connection is lost: a probe gets no answer. */
  lost() {
    this.#probe?.end(null)
  }

  take(analysis: Analysis) {
    const { node, engine, threat, only = [] } = analysis
    this.#probed(analysis)
    if (analysis.lines.length > 0) {
      this.#kept.delete(this.#key(engine, node, threat, only))
      this.#kept.set(this.#key(engine, node, threat, only), analysis)
      const [oldest] = this.#kept.keys()
      if (this.#kept.size > 500 && oldest !== undefined) this.#kept.delete(oldest)
    }
    const isShown =
      node === this.#node &&
      threat === this.threat &&
      only.join(' ') === this.only.join(' ') &&
      this.engines.includes(engine)
    if (!isShown) return
    this.#waiting[engine] = analysis
    if (!this.#frame) this.#frame = beforeFrame(() => this.#draw())
  }

  #draw() {
    this.#frame = 0
    const next = { ...this.results }
    for (const [engine, analysis] of Object.entries(this.#waiting)) {
      const before = next[engine]
      next[engine] = keptLines(before, analysis)
    }
    this.#waiting = {}
    this.results = next
  }

  /** A request was refused: the switch does not stay on without a search. */
  refused(id: string) {
    if (this.#asked.includes(id)) this.on = false
    if (this.#probe?.id === id) this.#probe.end(null)
  }

  /** The first result with lines: that of the first engine in the list. */
  readonly best = $derived.by<Analysis | null>(() => {
    const found = this.engines.map((engine) => this.results[engine])
    return found.find((x) => x && x.lines.length > 0) ?? null
  })
}
