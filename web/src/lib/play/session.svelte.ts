// One game on the screen: the server's state, the unconfirmed move, and the shown ply.

import { gameOf } from '../games/registry'
import { givenGame } from '../given'
import { whyIdle } from './idle'
import { openingOf, shownAnswer } from './opening'
import { moved } from '../board/boards'
import { api, ApiError } from '../api'
import { afterMove, boardAt, lostAt } from './changes'
import { problemText, t } from '../i18n/index.svelte'
import { isBetweenPersons, isRefused, openSeat, ownTakeBack } from '../people/seats'
import { me } from '../people/me.svelte'
import { pendingMove, sayWhy } from './say'
import { remember, seen } from './seen'
import { outbox } from '../kept'
import { notationOf } from '../prefs.svelte'
import { Live, liveUrl, randomId, type Connection, type Socket } from '../live'
import type { Outbox, Unsent } from '../outbox.svelte'
import {
  sideIndex,
  type Board,
  type BoardMove,
  type Command,
  type Event,
  type Game,
  type Mark,
  type Moved,
  type OpeningAnswer,
} from '../types'
import type { Fault, Problem, RuleWarning, Side, Thinking } from '../types'

export interface Hint {
  readonly ply: number
  readonly text: string
  readonly notations: Readonly<Record<string, string>>
  readonly score: { cp?: number | null; mate?: number | null }
}

/** The codes of a machine's search that failed. */
const STALLS = /^(engine-failed|part-not-fetched)/
/** Milliseconds without an answer after which a move is shown as unsent. */
const LATE = 800
/** The codes of a refusal of a move that was based on an outdated state. */
const OVERTAKEN = ['wrong-ply', 'changed-elsewhere', 'game-over', 'not-found']
export class GameSession {
  game = $state.raw<Game | null>(null)
  connection = $state<Connection>('connecting')
  /** The game was deleted while it was shown. */
  deleted = $state(false)
  thinking = $state.raw<Thinking | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** The last error or answer, in words. */
  notice = $state('')
  /** Whether the machine's search failed: it can be asked again. */
  stalled = $state(false)
  /** The shown ply; `null`: the current position. */
  looking = $state<number | null>(null)
  /** Whether a requested hint is still missing. */
  hinting = $state(false)
  /** The last choice in the opening, until the next move. */
  answer = $state.raw<OpeningAnswer | null>(null)
  /** A move that is seen but not played yet, because the teacher looks at it. */
  held = $state.raw<{ readonly move: BoardMove; readonly way: readonly string[] } | null>(null)
  /** What the teacher shows in place of the board after that move. */
  demonstrated = $state.raw<Board | null>(null)
  /** A move of this page that the server has not confirmed; the outbox keeps it. */
  pending = $state.raw<Unsent | null>(null)
  /** The move that waits for its answer, even if the state already contains it or another move. */
  #asked: Unsent | null = null
  /** The request that asks why a move is not allowed. */
  #asking = ''
  /** This browser ends the request for consent itself. */
  #withdraws = false
  /** The machine has declined a draw: the text stays until the person's next move. */
  #declined = false
  /** The evidence that the last tried move is not allowed. */
  reason = $state.raw<Fault | null>(null)
  /** Whether the answer to the pending move takes long. */
  #late = $state(false)
  #timer: ReturnType<typeof setTimeout> | null = null
  /** Whether the shown game is from before the connection was lost. */
  #stale = false
  /** The connection was lost: the next state is the server's, even if it is older (a hall that was restored). */
  #rejoins = false
  /** The path of the user's last move, if the move has several possible paths. */
  #way: { ply: number; way: readonly string[] } | null = null
  /** The time the state arrived, for clocks that run between states. */
  received = $state.raw(0)

  /** Who is connected, and what can be claimed, as it was told at a time; `null`: it is not told. */
  presence = $state.raw<(Extract<Event, { type: 'presence' }> & { at: number }) | null>(null)
  /** Since when the present position is known here. */
  #known = performance.now()

  readonly #live: Live
  /** The threats of moves that were played in this view: ply → `open-three`, … */
  // It changes only together with the game, and effects watch the game.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #made = new Map<number, string>()
  #onchange: (game: Game, before: Game | null) => void

  constructor(
    readonly id: string,
    onchange: (game: Game, before: Game | null) => void = () => {},
    socket?: (url: string) => Socket,
    readonly box: Outbox = outbox,
  ) {
    this.#onchange = onchange
    box.opened(id)
    this.#live = new Live({
      url: liveUrl(id),
      onevent: (event) => this.#receive(event),
      onconnection: (state) => this.#connected(state),
      ...(socket ? { socket } : {}),
    })
    const given = givenGame()
    if (given?.id === id && !seen.has(id)) this.#show(given)
    const kept = box.of(id)
    if (kept) this.#send(kept)
  }

  close() {
    if (this.#timer) clearTimeout(this.#timer)
    this.#live.close()
    this.box.closed(this.id)
  }

  wake = () => this.#live.wake()

  #connected(state: Connection) {
    this.connection = state
    if (state === 'lost') {
      this.#rejoins = true
      if (this.game) void this.#lookFor()
    }
    const known = state === 'lost' && this.game === null ? seen.get(this.id) : undefined
    if (known) this.#show(known)
  }

  /** A connection that is lost can mean that the game is no longer there. */
  async #lookFor() {
    try {
      await api.game(this.id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'not-found') return
      this.deleted = true
      this.thinking = null
      this.hinting = false
      this.notice = ''
      seen.delete(this.id)
      const kept = this.#asked ?? this.box.of(this.id)
      if (kept) this.box.settle(this.id, kept.id)
      this.pending = this.#asked = null
      this.#live.close()
    }
  }

  /** Shows the last known state until the server sends the present one. */
  #show(known: Game) {
    this.#stale = true
    this.game = known
    this.received = performance.now()
  }

  /** Sends a move that is kept until it is answered. */
  #send(unsent: Unsent) {
    this.pending = unsent
    this.#asked = unsent
    this.#late = false
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#late = true), LATE)
    // What the clock counts beyond it was spent on the way.
    const { game } = this
    const timed =
      game && !['none', 'days'].includes(game.clock.setting.kind) && isBetweenPersons(game)
    const thought = timed ? { thought_ms: Math.round(performance.now() - this.#known) } : {}
    this.#live.send(
      { type: 'move', ply: unsent.ply, text: unsent.move.text, ...thought },
      unsent.id,
    )
  }

  /** Handles the answer to a request; returns the move if the request was one. */
  #answered(id: string): Unsent | null {
    const asked = this.#asked
    if (!asked || asked.id !== id) return null
    this.#asked = null
    this.pending = null
    this.box.settle(this.id, id)
    return asked
  }

  #receive(event: Event) {
    switch (event.type) {
      case 'state':
        this.#take(event.game)
        break
      case 'moved':
        this.#moved(event.moved)
        break
      case 'thinking':
        this.stalled = false
        if (event.thinking.ply === this.game?.moves.length) this.thinking = event.thinking
        break
      case 'hint':
        this.hinting = false
        this.thinking = null
        if (event.ply === this.game?.moves.length) this.hint = event
        break
      case 'presence':
        this.presence = { ...event, at: performance.now() }
        break
      case 'draw_declined':
        this.notice = t().play.drawDeclined
        this.#declined = true
        break
      case 'error':
        this.#refused(event.id, event.problem)
        break
      case 'done':
        this.#answered(event.id)
        break
      case 'pong':
        break
    }
  }

  #refused(id: string, problem: Problem) {
    this.hinting = false
    if (id && id === this.#asking) {
      const fault = problem.faults?.[0]
      this.reason = fault ?? null
      this.notice =
        fault && this.game
          ? sayWhy(t(), this.game, fault)
          : problemText({ ...problem, message: '' })
      return
    }
    const move = this.#answered(id)
    // If another player was faster, the following states must not remove the message.
    if (move && OVERTAKEN.includes(problem.code)) this.box.refused(move, problem)
    else {
      this.notice = problemText(problem)
      const waits = this.pending !== null || !this.isPerson(this.game!.turn)
      this.stalled ||= STALLS.test(problem.code) && waits
    }
  }

  /** Applies a move's changes. After a gap the client joins again. */
  #moved(moved: Moved) {
    const game = this.game
    if (game && moved.version <= game.version) return
    const next = game && afterMove(game, moved)
    if (next) this.#take(next)
    else this.#live.rejoin()
  }

  #take(game: Game) {
    const before = this.#stale ? null : this.game
    this.#stale = false
    remember(game)
    if (before && game.version < before.version && !this.#rejoins) return
    this.#rejoins = false
    const moves = game.moves.length
    if (before?.moves.length !== moves) this.#known = performance.now()
    if (before?.moves.length !== moves || game.end) {
      this.thinking = null
      this.hint = null
      this.hinting = false
      this.release()
    }
    if (before && before.moves.length !== moves) {
      this.stalled = false
      for (const ply of this.#made.keys()) if (ply > moves) this.#made.delete(ply)
      if (!this.#declined || !this.#isMachines(game, before)) this.notice = ''
      this.#declined = false
      this.reason = null
      // A new move returns to the current position; other changes keep the shown ply.
      if (moves > before.moves.length || (this.looking ?? 0) >= moves) this.looking = null
    }
    if (before && isRefused(before, game) && !this.#withdraws) this.notice = t().people.refused
    if (!game.consent) this.#withdraws = false
    // An earlier error is irrelevant after the end.
    if (game.end && !before?.end) this.notice = ''
    this.answer = shownAnswer(this.answer, game, before)
    if (game.thinking === null || game.thinking === undefined) {
      if (!this.hinting) this.thinking = null
    }
    if (this.pending && moves >= this.pending.ply) this.pending = null
    const last = game.moves[moves - 1]
    if (last && before?.moves.length === moves - 1) {
      const made = before.board.threats?.find((x) => x.at === last.to && x.side === last.side)
      if (made) this.#made.set(moves, made.kind)
    }
    this.game = game
    this.received = performance.now()
    this.#onchange(game, before)
  }

  /** Whether the one new move is the machine's. */
  #isMachines(game: Game, before: Game): boolean {
    const last = game.moves.at(-1)
    return game.moves.length === before.moves.length + 1 && !!last && !this.isPerson(last.side)
  }

  /** The threat of a ply's move; '' if there is none or it is unknown. */
  made(ply: number): string {
    return this.#made.get(ply) ?? ''
  }

  /** The shown ply. */
  get ply(): number {
    return this.looking ?? this.game?.moves.length ?? 0
  }

  get atEnd(): boolean {
    return this.looking === null
  }

  /** The unconfirmed move, if it follows the known state. */
  get shown(): Unsent | null {
    const { game, pending } = this
    return pending && game?.moves.length === pending.ply - 1 ? pending : null
  }

  /** The unconfirmed move, if its answer takes so long that the page must show it. */
  get unsent(): Unsent | null {
    return this.connection !== 'open' || this.#late ? this.shown : null
  }

  /** The shown board: the current one, an earlier one, or the one after the unconfirmed move. */
  get board(): Board | null {
    const game = this.game
    if (!game) return null
    if (this.looking !== null) return boardAt(game, this.looking)
    const shown = this.shown ?? this.held
    if (this.demonstrated) return this.demonstrated
    if (!shown) return game.board
    const { move } = shown
    const { openings, dropped } = gameOf(game.variant)
    const opening = openingOf(game)
    const side = (opening && openings?.puts(opening)) ?? game.turn
    const board = moved(game.board, move, { side, kind: dropped ?? '' })
    const marks: Mark[] = move.from ? [{ at: move.from, kind: 'last_from' }] : []
    return { ...board, marks: [...marks, { at: move.to, kind: 'last_to' }] }
  }

  /** The last move on the shown board, with its path, if there is one. */
  get last(): { from: string; path: readonly string[]; to: string; captured: string[] } | null {
    if (this.demonstrated) return null
    const shown = this.shown ?? this.held
    if (shown && this.looking === null) {
      const { move, way } = shown
      if (!move.from) return null
      return { from: move.from, path: way, to: move.to, captured: move.captures ?? [] }
    }
    const move = this.game?.moves[this.ply - 1]
    if (!move?.from) return null
    const path = this.#way?.ply === move.ply ? this.#way.way : (move.path ?? [])
    return { from: move.from, path, to: move.to, captured: move.captured_at ?? [] }
  }

  get lost(): string[][] {
    const game = this.game
    if (!game) return [[], []]
    return this.looking === null ? game.lost : lostAt(game, this.looking)
  }

  isPerson(side: Side): boolean {
    return this.game?.players[sideIndex(side)]?.kind === 'person'
  }

  /** Whether a side is played by the person at this browser. */
  isMine(side: Side): boolean {
    return me.has(this.game?.players[sideIndex(side)], this.game?.maker)
  }

  /** The person's side, if there is exactly one. */
  get mySide(): Side | null {
    const [first, second] = [this.isMine('first'), this.isMine('second')]
    return first === second ? null : first ? 'first' : 'second'
  }

  /** Whether the person at this browser plays, and does not only watch. */
  get plays(): boolean {
    return this.isMine('first') || this.isMine('second')
  }

  /** Joins the game again, as the person whom the browser is now. */
  rejoin() {
    this.#live.rejoin()
  }

  /** The side whose pieces can be moved in this view now. */
  get mover(): Side | null {
    const game = this.game
    if (!game || game.end || this.deleted || this.looking !== null) return null
    if (this.pending || this.held) return null
    if (openSeat(game) >= 0 || game.paused) return null
    return this.isMine(game.turn) ? game.turn : null
  }

  /** A move waits for its answer, and a person at this board plays the reply. */
  get waits(): boolean {
    const over = !this.game || !!this.game.end || this.looking !== null
    return !over && this.pending !== null && this.isMine('first') && this.isMine('second')
  }

  /** Whether a hint can be requested; an opening that settles the colours allows none. */
  get canHint(): boolean {
    if (!this.game || this.mover === null || isBetweenPersons(this.game)) return false
    if (this.game.rated) return false
    return !this.hinting && openingOf(this.game) === null
  }

  warning(move: BoardMove): RuleWarning | undefined {
    return this.game?.warnings.find((w) => w.text === move.text)
  }

  /** The move that is held is not held any longer. */
  release() {
    this.held = null
    this.demonstrated = null
  }

  play(move: BoardMove, way: readonly string[] = move.path ?? []) {
    this.release()
    const game = this.game
    if (!game || this.mover === null) return
    const ply = game.moves.length + 1
    this.silence()
    this.hint = null
    this.#way = { ply, way }
    const written = pendingMove(game, move, notationOf(game.variant))
    const unsent: Unsent = { game: this.id, id: randomId(), ply, move, way, written }
    this.box.keep(unsent)
    this.#send(unsent)
  }

  /**
   * Asks the server why a move is not allowed: it sends the move, and the server refuses it with a
   * reason. The text is stored in `notice`.
   */
  why(from: string | null, to: string) {
    const game = this.game
    if (!game || this.mover === null || this.connection !== 'open') return
    const ply = game.moves.length + 1
    this.notice = ''
    this.#asking = this.#live.send({
      type: 'move',
      ply,
      text: from === null ? to : `${from}-${to}`,
    })
  }

  command(command: Command) {
    this.silence()
    if (command.type === 'refuse_consent') this.#withdraws = true
    if (command.type === 'hint') {
      this.hinting = true
      this.hint = null
    }
    this.#live.send(command)
  }

  /** The number of moves after one take-back, which goes back to the person's last turn. */
  get takeBackTo(): number | null {
    const { game } = this
    if (this.pending || this.deleted || !game || !this.plays) return null
    if (game.rated || game.tournament) return null
    return isBetweenPersons(game) ? ownTakeBack(game, this.mySide) : (game.take_back ?? null)
  }

  /** Ends what was said about the last try. */
  silence() {
    this.notice = ''
    this.stalled = false
    this.reason = null
  }

  /** Says why nothing can be moved on the shown board; '' if a move can be made. */
  get idle(): string {
    return whyIdle(this)
  }

  look(ply: number) {
    const game = this.game
    if (!game) return
    if (this.notice === t().play.notHere) this.silence()
    const to = Math.max(0, Math.min(ply, game.moves.length))
    this.looking = to === game.moves.length ? null : to
  }
}
