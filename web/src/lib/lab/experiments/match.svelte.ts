// A match of two machines: one game of the hall after another. It belongs to the page and goes on while other views
// are looked at; the hall keeps the games.

import { api, ApiError } from '../../api'
import { Live, liveUrl } from '../../live'
import type { Event, Game, Player, Side } from '../../types'
import type { LabPosition } from '../types'
import type { Setting } from './setting'
import type { Tally } from './elo'

/** A game with so many plies is drawn. */
export const LONGEST = 300

export interface MatchPlan {
  readonly variant: string
  readonly sides: readonly [Setting, Setting]
  readonly games: number
  /** Where the games begin: each with both colours, in turn. */
  readonly from: readonly Partial<Omit<LabPosition, 'variant'>>[]
}

export interface MatchGame {
  /** The number of its opening, from 0. */
  readonly opening: number
  /** The side of the player A. */
  readonly side: Side
  readonly id: string
  plies: number
  /** How it ended for the player A: 1, 0.5 or 0; `null` while it is played. */
  points: number | null
  /** Whether its length ended it. */
  long: boolean
}

const playerOf = ({ level, preset, depth, ms }: Setting): Player => ({
  kind: 'machine',
  level,
  ...(preset ? { preset } : {}),
  ...(depth > 0 ? { depth } : {}),
  ...(ms > 0 ? { move_time_ms: ms } : {}),
})

/** How the hall's side of it is reached; tests have another. */
export interface Hall {
  create(plan: MatchPlan, number: number): Promise<Game>
  remove(id: string): Promise<unknown>
  /** Follows a game until `close` is called. */
  follow(id: string, onevent: (event: Event) => void): { close(): void }
}

/** The opening and the side of player A in a game of a match. */
export const placeOf = (plan: MatchPlan, number: number): { opening: number; side: Side } => ({
  opening: Math.floor(number / 2) % plan.from.length,
  side: number % 2 === 0 ? 'first' : 'second',
})

const hall: Hall = {
  create(plan, number) {
    const { opening, side } = placeOf(plan, number)
    const [a, b] = plan.sides
    const { rules, position, moves } = plan.from[opening]!
    return api.create({
      variant: plan.variant,
      ...(rules ? { rules } : {}),
      players: [playerOf(side === 'first' ? a : b), playerOf(side === 'first' ? b : a)],
      draw_lots: false,
      clock: { kind: 'none' },
      ...(position ? { position } : {}),
      moves: [...(moves ?? [])],
    })
  },
  remove: (id) => api.remove(id),
  follow: (id, onevent) => new Live({ url: liveUrl(id), onevent, onconnection: () => {} }),
}

export class Match {
  plan = $state.raw<MatchPlan | null>(null)
  games = $state<MatchGame[]>([])
  running = $state(false)
  /** Why it ended before its end; '' for the person's wish. */
  failed = $state.raw<{ code: string; message: string } | null>(null)
  #live: { close(): void } | null = null
  /** Counts the matches: what comes late of one that was ended is not heard. */
  #number = 0

  constructor(private readonly hall_: Hall = hall) {}

  get tally(): Tally {
    const count = (points: number) => this.games.filter((game) => game.points === points).length
    return { won: count(1), drawn: count(0.5), lost: count(0) }
  }

  get done(): number {
    return this.games.filter((game) => game.points !== null).length
  }

  begin(plan: MatchPlan) {
    void this.stop()
    this.plan = plan
    this.games = []
    this.failed = null
    this.running = true
    void this.#next(++this.#number)
  }

  /** Ends it. The game under way is given up and not kept. */
  async stop() {
    const last = this.games.at(-1)
    const open = this.running && last?.points === null ? last.id : ''
    this.#end()
    if (!open) return
    this.games = this.games.filter((game) => game.id !== open)
    await this.hall_.remove(open).catch(() => {})
  }

  #end() {
    this.#number++
    this.running = false
    this.#live?.close()
    this.#live = null
  }

  async #next(match: number) {
    const { plan } = this
    if (!plan || match !== this.#number) return
    const number = this.games.length
    if (number >= plan.games) return this.#end()
    try {
      const game = await this.hall_.create(plan, number)
      if (match !== this.#number) {
        await this.hall_.remove(game.id).catch(() => {})
        return
      }
      const own: MatchGame = {
        ...placeOf(plan, number),
        id: game.id,
        plies: game.moves.length,
        points: null,
        long: false,
      }
      this.games.push(own)
      this.#live = this.hall_.follow(game.id, (event) => {
        if (match === this.#number) this.#hear(match, number, event)
      })
    } catch (error) {
      if (match !== this.#number) return
      this.#fail(
        error instanceof ApiError ? error.problem : { code: 'server', message: String(error) },
      )
    }
  }

  #fail(problem: { code: string; message: string }) {
    this.#end()
    this.games = this.games.filter((game) => game.points !== null)
    this.failed = problem
  }

  #hear(match: number, number: number, event: Event) {
    const game = this.games[number]
    if (!game || game.points !== null) return
    let end
    if (event.type === 'state') {
      game.plies = event.game.moves.length
      end = event.game.end
    } else if (event.type === 'moved') {
      game.plies = event.moved.played.ply
      end = event.moved.end
    } else {
      // Joining a game that was deleted is refused.
      if (event.type === 'error') this.#fail(event.problem)
      return
    }
    if (end) {
      game.points = end.winner ? (end.winner === game.side ? 1 : 0) : 0.5
    } else if (game.plies >= LONGEST) {
      game.points = 0.5
      game.long = true
      // It would be played on for nobody.
      void this.hall_.remove(game.id).catch(() => {})
    } else return
    this.#live?.close()
    this.#live = null
    void this.#next(match)
  }
}

/** The match of this page. */
export const match = new Match()
