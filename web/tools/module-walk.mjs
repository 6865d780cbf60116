// What a hall in a browser is asked before and during games, without anything else: the walk by which `modules.mjs`
// learns which functions of a module the first part needs. It is always the same.

import { createHash } from 'node:crypto'

const NOBODY = { kind: 'person', name: '' }
const SOMEBODY = { kind: 'person', name: 'Ann "A" 弈' }
const MACHINE = { kind: 'machine', level: 1 }
const CLOCKS = [
  { kind: 'none' },
  { kind: 'increment', base_ms: 300_000, increment_ms: 3_000 },
  { kind: 'byo_yomi', base_ms: 60_000, period_ms: 10_000, periods: 3 },
  { kind: 'per_move', ms: 30_000 },
]
const MOST_MOVES = 70

/** A game in a hall without a browser: what a step says to store is stored, and searches run at once. */
class Walk {
  #number = 0
  /** The game as it is shown. */
  shown = null
  at = 1

  constructor(hall, searcher, luck) {
    Object.assign(this, { hall, searcher, luck })
  }

  begin(game) {
    const asked = { ask: 'begin', id: 'a', game, swap: false, now: 1000 }
    const { value, problem } = this.hall.ask(asked)
    if (problem) return false
    this.stored = value.made.game
    this.hall.ask({ ask: 'show', game: this.stored })
    this.join()
    return true
  }

  join() {
    this.ask({ ask: 'join', game: this.stored })
  }

  ask(question) {
    // The clock of a page has fractions.
    this.at += 700.1
    const answer = this.hall.ask({ ...question, at: this.at })
    if (question.ask === 'join') this.shown = answer.value?.game
    for (const step of answer.steps ?? []) this.#perform(step)
    return answer
  }

  #perform(step) {
    if (step.step === 'store') {
      const { stored } = this
      const { request } = step
      for (const change of step.changes) {
        const version = ++stored.version
        stored.log.push({ version, at: 2000, ...(request ? { request } : {}), change })
      }
      this.ask({ ask: 'stored', id: 'a', version: stored.version, now: 2000 })
    } else if (step.step === 'search') {
      const { number } = step.job
      this.hall.ask({ ask: 'data_files', variant: this.stored.setup.variant })
      if (this.fails) {
        // Its module is not kept: the machine is asked again.
        this.fails = false
        this.ask({ ask: 'found', id: 'a', number, found: { Err: 'part-not-fetched' } })
        this.command({ type: 'move_now' })
        return
      }
      const asked = { of: 'game', game: this.stored, job: step.job, now: this.at }
      const { found, reports } = this.searcher.search(asked)
      for (const info of reports.slice(0, 3)) {
        this.ask({ ask: 'progressed', id: 'a', number, info })
      }
      this.at += 1000
      this.ask({ ask: 'found', id: 'a', number, found })
    }
  }

  command(command) {
    const answer = this.ask({
      ask: 'command',
      id: 'a',
      request: { ...command, id: `${++this.#number}` },
    })
    this.shown = this.hall.ask({ ask: 'view', id: 'a', at: this.at }).value ?? this.shown
    return !answer.problem
  }

  get moves() {
    return this.shown?.board?.moves ?? []
  }

  get isOver() {
    return Boolean(this.shown?.verdict)
  }

  /** Plays a move; whether there was one. */
  play() {
    if (this.shown?.choices?.length > 0) {
      const { id } = this.shown.choices[this.luck() % this.shown.choices.length]
      if (this.command({ type: 'choose', choice: id })) return true
    }
    if (this.isOver || this.moves.length === 0) return false
    const { text } = this.moves[this.luck() % this.moves.length]
    return this.command({
      type: 'move',
      ply: this.shown.moves.length + 1,
      text,
      thought_ms: 1200,
    })
  }

  close() {
    this.hall.ask({ ask: 'close', id: 'a' })
  }
}

/** Numbers that look random and are always the same. */
function numbers() {
  let state = 12_345
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) >> 8
}

/**
 * Asks a hall, as an instance of a module, all that games of these variants need; `searcher`: another instance. What it
 * says of moves, as one number.
 */
export function walk(instance, searcher, variants) {
  const luck = numbers()
  const said = createHash('sha256')
  const hall = {
    ask(question) {
      const answer = instance.ask(question)
      said.update(JSON.stringify(answer.value?.board ?? answer.problem ?? null))
      return answer
    },
  }
  for (const { id: variant, rule_sets: rules = [], openings = [], presets = [] } of variants) {
    const begun = (players, more = {}) => {
      const game = new Walk(hall, searcher, luck)
      return game.begin({ variant, players, clock: CLOCKS[0], ...more }) ? game : null
    }
    const machines = [MACHINE, ...presets.slice(0, 1).map(({ id }) => ({ ...MACHINE, preset: id }))]
    for (const clock of CLOCKS) {
      const game = begun([NOBODY, SOMEBODY], { clock })
      const most = clock === CLOCKS[0] ? MOST_MOVES : 16
      for (let n = 0; n < most && game?.play(); n++) {
        if (n === 5) game.command({ type: 'take_back', ply: game.shown.moves.length - 1 })
        if (n === 8) game.command({ type: 'pause' })
        if (n === 8) game.command({ type: 'resume' })
        if (n === 9) game.join()
        if (n === 10) game.command({ type: 'move', ply: 1, text: 'zz' })
        if (n === 11) game.ask({ ask: 'replaced', game: game.stored })
        if (n === 12) game.ask({ ask: 'passed', id: 'a' })
      }
      game?.command({ type: 'offer_draw', side: 'first' })
      game?.command({ type: 'accept_draw', side: 'second' })
      game?.command({ type: 'restart' })
      game?.play()
      game?.command({ type: 'resign' })
      game?.close()
    }
    for (const machine of machines) {
      for (const players of [
        [NOBODY, machine],
        [machine, NOBODY],
      ]) {
        const game = begun(players, { clock: CLOCKS[1] })
        if (game) game.fails = true
        for (let n = 0; n < 12 && game?.play(); n++) {
          if (n === 3) game.command({ type: 'take_back', ply: game.shown.moves.length - 1 })
          if (n === 4) game.command({ type: 'hint' })
          if (n === 5) game.command({ type: 'offer_draw' })
        }
        game?.command({ type: 'swap_sides' })
        game?.play()
        game?.command({ type: 'resign' })
        game?.close()
      }
    }
    for (const { id } of rules) {
      const game = begun([NOBODY, NOBODY], { rules: id })
      for (let n = 0; n < 30 && game?.play(); n++);
      game?.command({ type: 'abort' })
      game?.close()
    }
    for (const { id } of openings) {
      for (let n = 0; n < 4; n++) {
        const game = begun([NOBODY, n === 3 ? MACHINE : NOBODY], { opening: id })
        for (let m = 0; m < 16 && game?.play(); m++);
        game?.close()
      }
    }
  }
  return said.digest('hex')
}

/** Whether a game that the first part of a module began goes on in the whole one, with the memory of the part. */
export function goesOn(part, whole, variant) {
  const game = { variant, players: [NOBODY, NOBODY], clock: CLOCKS[0] }
  const { value } = part.ask({ ask: 'begin', id: 'a', game, swap: false, now: 1000 })
  const begun = part.ask({ ask: 'join', game: value.made.game, at: 1 })
  const { text } = begun.value.game.board.moves[0]
  const request = { id: '1', type: 'move', ply: 1, text }
  part.ask({ ask: 'command', id: 'a', request, at: 2 })
  part.ask({ ask: 'stored', id: 'a', version: 1, now: 2000, at: 3 })
  const memory = part.copy()
  try {
    // The games of the module are nothing that a game needs.
    part.ask({ ask: 'catalogue' })
    return false
  } catch {
    const after = whole(memory).ask({ ask: 'view', id: 'a', at: 4 })
    return after.value?.moves.length === 1
  }
}
