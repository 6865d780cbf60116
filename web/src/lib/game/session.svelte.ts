// One game on the screen: the server's state, what waits to be confirmed, what is looked at.

import { boardAt, lostAt } from '../board/replay'
import { squarePlace } from '../board/squares'
import { answerBetween, backInOpening, openingOf, personBegan } from '../gomoku/opening'
import type { Answer } from '../gomoku/opening'
import { moved } from '../board/fen'
import { problemText, t } from '../i18n/index.svelte'
import { Live, liveUrl, type Connection, type Socket } from '../live'
import {
  sideIndex,
  type Board,
  type BoardMove,
  type Command,
  type Event,
  type Game,
} from '../types'
import type { RuleWarning, Side, Thinking } from '../types'

export interface Hint {
  readonly ply: number
  readonly text: string
  readonly notations: Readonly<Record<string, string>>
  readonly score: { cp?: number | null; mate?: number | null }
}

export class GameSession {
  game = $state.raw<Game | null>(null)
  connection = $state<Connection>('connecting')
  thinking = $state.raw<Thinking | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** The last thing that went wrong or was answered, in words. */
  notice = $state('')
  /** The ply looked at; `null`: the game as it stands. */
  looking = $state<number | null>(null)
  /** A hint was asked for and has not come. */
  hinting = $state(false)
  /** What was answered last in the opening, until the next stone. */
  answer = $state.raw<Answer | null>(null)
  /** What was chosen here and has not come back yet. */
  #chosen: string | null = null
  /** Whether the person began the opening the machine played in; `null`: unknown. */
  #began: boolean | null = null
  /** A move that was made here and is not confirmed yet. */
  pending = $state.raw<{
    move: BoardMove
    way: readonly string[]
    ply: number
    id: string
  } | null>(null)
  /** The way one's own last move took, where it could go in several. */
  #way: { ply: number; way: readonly string[] } | null = null
  /** The moment the state arrived, for clocks that run between states. */
  received = $state.raw(0)

  readonly #live: Live
  /** What stones made that were put while one looked on: ply → `open-three`, … */
  readonly #made = new Map<number, string>()
  #onchange: (game: Game, before: Game | null) => void

  constructor(
    readonly id: string,
    onchange: (game: Game, before: Game | null) => void = () => {},
    socket?: (url: string) => Socket,
  ) {
    this.#onchange = onchange
    this.#live = new Live({
      url: liveUrl(id),
      onevent: (event) => this.#receive(event),
      onconnection: (state) => (this.connection = state),
      ...(socket ? { socket } : {}),
    })
  }

  close = () => this.#live.close()
  wake = () => this.#live.wake()

  #receive(event: Event) {
    switch (event.type) {
      case 'state':
        this.#take(event.game)
        break
      case 'thinking':
        if (event.thinking.ply === this.game?.moves.length) this.thinking = event.thinking
        break
      case 'hint':
        this.hinting = false
        this.thinking = null
        if (event.ply === this.game?.moves.length) this.hint = event
        break
      case 'draw_declined':
        this.notice = t().play.drawDeclined
        break
      case 'error':
        this.hinting = false
        this.notice = problemText(event.problem)
        if (this.pending?.id === event.id) this.pending = null
        break
      case 'done':
        if (this.pending?.id === event.id) this.pending = null
        break
      case 'pong':
        break
    }
  }

  #take(game: Game) {
    const before = this.game
    if (before && game.version < before.version) return
    const moves = game.moves.length
    if (before?.moves.length !== moves || game.end) {
      this.thinking = null
      this.hint = null
      this.hinting = false
    }
    if (before && before.moves.length !== moves) {
      for (const ply of this.#made.keys()) if (ply > moves) this.#made.delete(ply)
      this.notice = ''
      // A new move brings one back to the game; looking back survives everything else.
      if (moves > before.moves.length || (this.looking ?? 0) >= moves) this.looking = null
    }
    // What was wrong before the end is no matter after it.
    if (game.end && !before?.end) this.notice = ''
    this.#settle(game, before)
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

  /** What an opening settled between two states. */
  #settle(game: Game, before: Game | null) {
    this.#began = personBegan(game) ?? this.#began
    const answer = before && answerBetween(before, game, this.#chosen)
    if (answer) this.answer = answer
    else if (!before || !this.#keepsAnswer(game, before)) this.answer = null
    if (answer) this.#chosen = null
  }

  /** What the machine answered stands until the person puts a stone: the machine is quick. */
  #keepsAnswer(game: Game, before: Game): boolean {
    if (game.moves.length === before.moves.length) return true
    const byMachine = before.players[sideIndex(this.answer?.has ?? 'first')]?.kind === 'machine'
    const put = before.players[sideIndex(before.turn)]?.kind === 'machine'
    return byMachine && put && game.moves.length > before.moves.length
  }

  /** What the stone of a ply made, where it was a threat; '' where it was none or is unknown. */
  made(ply: number): string {
    return this.#made.get(ply) ?? ''
  }

  /** The ply on the screen. */
  get ply(): number {
    return this.looking ?? this.game?.moves.length ?? 0
  }

  get atEnd(): boolean {
    return this.looking === null
  }

  /** The board on the screen: as it stands, as it stood, or as a move in flight leaves it. */
  get board(): Board | null {
    const game = this.game
    if (!game) return null
    if (this.looking !== null) return boardAt(game, this.looking)
    if (!this.pending) return game.board
    const { move } = this.pending
    const place = squarePlace(game.board, move.to)
    if (!place) return game.board
    const stone = { side: openingOf(game)?.stone ?? game.turn, kind: 'stone' }
    const board = moved(game.board, move.from, move.to, move.captures ?? [], place, stone)
    const from = move.from ? [{ at: move.from, kind: 'last_from' }] : []
    return { ...board, marks: [...from, { at: move.to, kind: 'last_to' }] }
  }

  /** The last move on the screen, with its path, if there is one. */
  get last(): { from: string; path: readonly string[]; to: string; captured: string[] } | null {
    if (this.pending) {
      const { move, way } = this.pending
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

  /** The side the person plays, where there is exactly one person. */
  get mySide(): Side | null {
    const [first, second] = [this.isPerson('first'), this.isPerson('second')]
    return first === second ? null : first ? 'first' : 'second'
  }

  /** The side whose pieces may be moved here and now. */
  get mover(): Side | null {
    const game = this.game
    if (!game || game.end || this.pending || this.looking !== null) return null
    return this.isPerson(game.turn) ? game.turn : null
  }

  warning(move: BoardMove): RuleWarning | undefined {
    return this.game?.warnings.find((w) => w.text === move.text)
  }

  play(move: BoardMove, way: readonly string[] = move.path ?? []) {
    const game = this.game
    if (!game || this.mover === null) return
    const ply = game.moves.length + 1
    this.notice = ''
    this.hint = null
    const id = this.#live.send({ type: 'move', ply, text: move.text })
    this.pending = { move, way, ply, id }
    this.#way = { ply, way }
  }

  command(command: Command) {
    this.notice = ''
    if (command.type === 'choose') this.#chosen = command.choice
    if (command.type === 'hint') {
      this.hinting = true
      this.hint = null
    }
    this.#live.send(command)
  }

  /** How many moves remain after one take-back: to the person's last turn. */
  get takeBackTo(): number | null {
    const game = this.game
    if (!game) return null
    const me = this.mySide
    // The last fifth move offered: no stone goes with it.
    const { opening } = game
    const mine = opening?.stage === 'offer' && (me === null || game.turn === me)
    if (mine && opening.offered.length > 0) return game.moves.length
    if (game.moves.length === 0) return null
    if (me === null) return game.moves.length - 1
    for (let i = game.moves.length - 1; i >= 0; i--) {
      if (game.moves[i]!.side !== me) continue
      return this.#began === false ? backInOpening(game, me, i) : i
    }
    return null
  }

  look(ply: number) {
    const game = this.game
    if (!game) return
    const to = Math.max(0, Math.min(ply, game.moves.length))
    this.looking = to === game.moves.length ? null : to
  }
}
