// The teacher of a game against the machine: a move that loses much is held back before the machine answers.

import { api } from '../api'
import { endings } from '../endings/endings.svelte'
import { t } from '../i18n/index.svelte'
import { browserStorage } from '../storage'
import type { BoardMove, Game, JudgedMove, Player } from '../types'
import { sideIndex } from '../types'
import { forwards } from './changes'
import { openingOf } from './opening'
import { presetOf } from './presets'
import type { GameSession } from './session.svelte'

const KEY = 'yiqi.teaching'
/** The highest level with a teacher where nobody has chosen. */
const PATIENT = 3
/** Milliseconds after which a move is played unjudged: nobody waits for the teacher for long. */
const LONGEST = 5000
/** Milliseconds from one shown move to the next. */
const PACE = 900
/** How many moves are shown at most. */
const SHOWN = 4

/** The level of a machine as far as the teacher is concerned: sparring partners are for beginners. */
const levelOf = (player: Player): number =>
  player.kind === 'machine' && !presetOf(player) ? player.level : 1

/** The loss of expected score from which a move is held back: less against stronger machines. */
export const threshold = (level: number): number => Math.max(0.1, 0.3 - 0.025 * level)

class Choice {
  #chosen = $state<string | null>(browserStorage()?.getItem(KEY) ?? null)

  /** Whether a person is taught against this level. */
  at(level: number): boolean {
    return this.#chosen === null ? level <= PATIENT : this.#chosen === 'on'
  }

  choose(on: boolean) {
    this.#chosen = on ? 'on' : 'off'
    try {
      browserStorage()?.setItem(KEY, this.#chosen)
    } catch {
      // The storage is full or forbidden: it holds while the page is open.
    }
  }

  /** What was chosen does not count any longer. */
  forget() {
    this.#chosen = null
    try {
      browserStorage()?.removeItem(KEY)
    } catch {
      // As above.
    }
  }
}

const choice = new Choice()

/** The machine's level in a game that can have a teacher; `null` for all others. */
export function taughtLevel(game: Game): number | null {
  const machines = game.players.filter((player) => player.kind === 'machine')
  const [machine] = machines
  return machines.length === 1 && machine ? levelOf(machine) : null
}

/** Whether the teacher looks at the moves of a game. */
export function isTaught(game: Game): boolean {
  // Nothing helps in a rated game.
  if (game.rated) return false
  // Whoever plays an ending is told when the win or the draw is gone.
  if (endings.of(game.id)) return true
  const level = taughtLevel(game)
  return level !== null && choice.at(level)
}

export const teach = (on: boolean) => choice.choose(on)

/** The teacher looks at the moves of beginners again. */
export const teachBeginners = () => choice.forget()

export class Teacher {
  /** What was found of the move that is held; `null` while it is looked at, or nothing is. */
  judged = $state.raw<JudgedMove | null>(null)
  /** How many moves of the answer are shown. */
  shown = $state(0)
  /** A move was kept though the teacher held it back: what an ending had to give is gone. */
  gaveAway = false
  #asked = 0
  /** How many moves there were before one that was played without being looked at. */
  #unjudged = -9
  #timer: ReturnType<typeof setTimeout> | undefined

  /** From where to where the threat of the weakest level goes, once it has moved. */
  threatened = $state.raw<readonly string[]>([])

  constructor(readonly session: GameSession) {}

  /** Looks for a threat when the weakest level has moved: who plays a first game does not see it yet. */
  async watch(game: Game) {
    this.threatened = []
    const since = game.moves.length - this.#unjudged
    if (since > 0 && since < 3 && !game.end) this.session.notice ||= t().play.unjudged
    const { variant, rules, start, end } = game
    if (end || !isTaught(game) || taughtLevel(game) !== 1 || openingOf(game) !== null) return
    if (game.turn !== this.session.mySide) return
    const moves = game.moves.map(({ text }) => text)
    const found = await api.threat({ variant, rules, start, moves }).catch(() => null)
    const now = this.session.game
    if (now?.id !== game.id || now.moves.length !== moves.length || now.end) return
    const [move] = found?.line ?? []
    if (!move) return
    // Its words come with those of the lessons.
    const { threatText } = await import('./threat')
    this.session.notice = threatText(game, move)
    this.threatened = [...(move.from ? [move.from] : []), move.to]
  }

  close() {
    this.#asked++
    clearTimeout(this.#timer)
  }

  /** Plays a move, or holds it back. */
  async play(move: BoardMove, way: readonly string[]) {
    const { session } = this
    const { game } = session
    if (!game || session.mover === null) return
    if (!isTaught(game) || openingOf(game) !== null) {
      session.play(move, way)
      return
    }
    if (session.connection !== 'open') {
      this.#playUnjudged(move, way)
      return
    }
    const mine = ++this.#asked
    clearTimeout(this.#timer)
    this.judged = null
    this.shown = 0
    session.held = { move, way }
    const judged = await this.#judge(game, move)
    if (mine !== this.#asked || session.held?.move !== move) return
    const level = taughtLevel(game) ?? 1
    if (judged === null) {
      this.#asked++
      session.release()
      this.#playUnjudged(move, way)
    } else if (judged.loss >= threshold(level)) this.judged = judged
    else this.keep()
  }

  /** Whoever relies on the teacher is told that a move was not looked at, until the next one. */
  #playUnjudged(move: BoardMove, way: readonly string[]) {
    this.session.play(move, way)
    this.#unjudged = this.session.game?.moves.length ?? -1
    this.session.notice = t().play.unjudged
  }

  /** `null` where the hall does not answer in time. */
  async #judge(game: Game, move: BoardMove): Promise<JudgedMove | null> {
    const { variant, rules, start } = game
    const moves = [...game.moves.map(({ text }) => text), move.text]
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST))
    const judged = api.judge({ variant, rules, start, moves }).catch(() => null)
    return Promise.race([judged, late])
  }

  /** Plays the move that is held. */
  keep() {
    const { held } = this.session
    this.gaveAway ||= this.judged !== null
    this.close()
    this.judged = null
    this.session.release()
    if (held) this.session.play(held.move, held.way)
  }

  takeBack() {
    this.close()
    this.judged = null
    this.session.release()
  }

  /** Shows what would follow, one move after another. */
  see() {
    clearTimeout(this.#timer)
    this.session.demonstrated = null
    this.shown = 0
    this.#next()
  }

  #next() {
    const { session, judged } = this
    const move = judged?.answer[this.shown]
    const before = session.board
    if (!move || !before || !session.held || this.shown >= SHOWN) return
    this.shown += 1
    session.demonstrated = {
      ...before,
      pieces: forwards(before.pieces, move),
      moves: [],
      threats: [],
      marks: [
        { at: move.to, kind: 'last_to' },
        ...(move.from ? [{ at: move.from, kind: 'last_from' as const }] : []),
        ...(move.check_at ? [{ at: move.check_at, kind: 'check' as const }] : []),
      ],
    }
    this.#timer = setTimeout(() => this.#next(), PACE)
  }

  /** Whether the held move is the side's own; the teacher is silent about others. */
  get asks(): boolean {
    const { game, held } = this.session
    return (
      !!held && !!this.judged && !!game && game.players[sideIndex(game.turn)]?.kind === 'person'
    )
  }
}
