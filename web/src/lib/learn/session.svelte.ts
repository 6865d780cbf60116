// An exercise that is being done. The hall plays its moves; which ones are right stands in the exercise.

import { api, ApiError } from '../api'
import { moved } from '../board/boards'
import { gameOf } from '../games/registry'
import { problemText, t } from '../i18n/index.svelte'
import { pendingMove, sideName, speakMove, writtenMove } from '../play/say'
import { notationOf } from '../prefs.svelte'
import { sound } from '../sound/sound'
import { otherSide, type Board, type BoardMove, type Game, type MovePlayed } from '../types'
import type { PositionReport, Side } from '../types'
import { lackOf, marksOf } from './lacks'
import { progress } from './progress.svelte'
import type { Exercise, ExerciseWords, Goal, Step } from './types'
import { joined, l } from './words'

export type Stage = 'loading' | 'asking' | 'checking' | 'right' | 'wrong' | 'done'

/** Milliseconds for which a move is seen before its answer, and for which a wrong one stays on the board. */
const PAUSE = 650
const WRONG = 1400

const empty: Board = {
  grid: 'points',
  files: 1,
  ranks: 1,
  names: [],
  pieces: [],
  moves: [],
  marks: [],
}

export class LessonSession {
  stage = $state<Stage>('loading')
  board = $state.raw<Board>(empty)
  /** How many moves were found. */
  found = $state(0)
  /** Hints that were shown: 0, 1 (in words) or 2 (the move). */
  hints = $state(0)
  /** What is said of the last move. */
  said = $state('')
  /** The text of the live region. */
  spoken = $state('')
  failed = $state('')
  last = $state.raw<MovePlayed | null>(null)
  side = $state<Side>('first')
  #moves: string[] = []
  #report: PositionReport | null = null
  #first: PositionReport | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly variant: string,
    readonly exercise: Exercise,
    /** The texts in the language of the page. */
    readonly words: () => ExerciseWords,
  ) {
    void this.#begin()
  }

  close() {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  get step(): Step | undefined {
    return this.exercise.steps[this.found]
  }

  get goal(): Goal {
    return this.step?.goal ?? {}
  }

  /** Whether a move can be made. */
  get open(): boolean {
    return this.stage === 'asking' || this.stage === 'right' || this.stage === 'wrong'
  }

  /** Whether a point is asked for and not a move. */
  get asksPoint(): boolean {
    return this.open && this.goal.foul !== undefined
  }

  /** The move that the second hint shows. */
  get shown(): { from: string | null; to: string } | null {
    if (this.hints < 2 || !this.open || this.asksPoint) return null
    const move = this.board.moves.find((one) => this.step?.accept.includes(one.text))
    return move ? { from: move.from ?? null, to: move.to } : null
  }

  /** The marked squares: those of the exercise, and of a hint for a point. */
  get marked(): readonly string[] {
    if (this.hints >= 2 && this.asksPoint) return this.step?.accept ?? []
    return this.found === 0 && this.open ? (this.exercise.marks ?? []) : []
  }

  async #ask(moves: readonly string[]): Promise<PositionReport> {
    const { position, pieces, turn = 'first', before = [] } = this.exercise
    const asked = position
      ? { text: position }
      : {
          turn,
          pieces: (pieces ?? []).flatMap(([side, kind, names]) =>
            names.split(' ').map((at) => ({ at, side, kind })),
          ),
        }
    return api.checkPosition(this.variant, asked, [...before, ...moves])
  }

  async #begin() {
    try {
      const report = await this.#ask([])
      if (this.#closed) return
      if (!report.board || !report.turn) throw new Error(report.faults[0]?.message ?? '')
      this.#first = report
      this.side = report.turn
      this.#start(report)
    } catch (error) {
      this.#fail(error)
    }
  }

  #start(report: PositionReport) {
    clearTimeout(this.#timer)
    this.#moves = []
    this.#report = report
    this.found = 0
    this.hints = 0
    this.said = ''
    this.failed = ''
    this.last = report.last ?? null
    this.stage = 'asking'
    this.board = this.#shownBoard(report)
    this.spoken = this.words().task
  }

  /** The board of a position; forbidden points are not shown where they are to be found. */
  #shownBoard(report: PositionReport): Board {
    const board = report.board ?? empty
    if (this.goal.foul === undefined) return board
    return { ...board, marks: board.marks.filter((mark) => mark.kind !== 'forbidden') }
  }

  #fail(error: unknown) {
    if (this.#closed) return
    this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
    if (this.#report) {
      this.board = this.#shownBoard(this.#report)
      this.stage = 'asking'
    }
  }

  /** Begins again. */
  again() {
    if (this.#first) this.#start(this.#first)
    else void this.#begin()
  }

  hint() {
    this.hints = Math.min(2, this.hints + 1)
    if (this.hints === 1) this.spoken = this.words().hint
  }

  /** A point that was chosen where a point is asked for. */
  choose(at: string) {
    const { step } = this
    if (!step || !this.asksPoint) return
    if (step.accept.includes(at)) {
      const marks = [...this.board.marks, { at, kind: 'forbidden' as const, why: this.goal.foul! }]
      this.board = { ...(this.#report?.board ?? this.board), marks }
      this.#done()
      return
    }
    this.stage = 'wrong'
    this.said = this.words().others?.[at] ?? this.words().wrong
    this.spoken = this.said
  }

  /** Tries a move on the board. */
  async play(move: BoardMove) {
    const { step } = this
    const before = this.#report
    if (!step || !before?.board || !this.open) return
    this.stage = 'checking'
    this.failed = ''
    // It is seen at once; its effects come with the answer.
    this.board = moved(before.board, move, { side: this.side, kind: this.#dropped })
    const right = step.accept.includes(move.text)
    const isLast = this.found + 1 === this.exercise.steps.length
    const tried = [...this.#moves, move.text]
    try {
      const [own, answer] = await Promise.all([
        this.#ask(tried),
        right && !isLast && step.reply ? this.#ask([...tried, step.reply]) : null,
      ])
      if (this.#closed) return
      this.#show(own)
      if (!right) this.#wrong(move, own)
      else if (!answer) this.#done()
      else this.#timer = setTimeout(() => this.#answered(answer, [...tried, step.reply!]), PAUSE)
    } catch (error) {
      this.#fail(error)
    }
  }

  get #dropped(): string {
    return gameOf(this.variant).dropped ?? ''
  }

  /** Shows a position without its moves. */
  #show(report: PositionReport) {
    const { board, last } = report
    if (!board || !last) return
    const kept = board.marks.filter((mark) => mark.kind === 'winning')
    this.last = last
    this.board = { ...board, moves: [], threats: [], marks: [...marksOf(last), ...kept] }
    sound.play(last.check ? 'check' : last.captured.length > 0 ? 'capture' : 'move')
  }

  #answered(report: PositionReport, moves: string[]) {
    this.#moves = moves
    this.#report = report
    this.found += 1
    this.hints = 0
    this.#show(report)
    this.board = this.#shownBoard(report)
    this.stage = 'right'
    const { last } = report
    const side = sideName(t(), this.variant, otherSide(this.side))
    this.said = last ? l().reply(side, this.#written(last)) : l().right
    this.spoken = this.said
  }

  #written(move: MovePlayed): string {
    return writtenMove(this.variant, move, notationOf(this.variant))
  }

  #wrong(move: BoardMove, after: PositionReport) {
    const words = this.words()
    const lack = after.last ? lackOf(this.goal, after.last, after) : null
    const own = words.others?.[move.text]
    this.stage = 'wrong'
    this.said = own ?? joined(lack ? this.#lackText(lack, after) : '', words.wrong)
    const notation = notationOf(this.variant)
    const tried = after.last ? speakMove(t(), this.#asGame(after), after.last, notation) : ''
    this.spoken = joined(tried, this.said)
    const reply = lack && 'reply' in lack ? lack.reply : null
    const back = () => {
      if (!this.#report) return
      this.last = this.#report.last ?? null
      this.board = this.#shownBoard(this.#report)
    }
    // The board is shown as it was before the next try; the wrong move and what it allows are seen first.
    const shown = after.board
    this.stage = 'checking'
    const settle = () => {
      back()
      this.stage = 'wrong'
    }
    if (reply && shown) {
      this.#timer = setTimeout(() => {
        this.board = moved(shown, reply, { side: otherSide(this.side), kind: this.#dropped })
        this.#timer = setTimeout(settle, WRONG)
      }, PAUSE)
    } else this.#timer = setTimeout(settle, WRONG)
  }

  #lackText(lack: NonNullable<ReturnType<typeof lackOf>>, after: PositionReport): string {
    const { lacks } = l()
    switch (lack.kind) {
      case 'taken':
      case 'lets':
      case 'loses':
        return lacks[lack.kind](
          pendingMove(this.#asGame(after), lack.reply, notationOf(this.variant)),
        )
      case 'replies':
      case 'turns':
        return lacks[lack.kind](lack.count)
      default:
        return lacks[lack.kind]
    }
  }

  #done() {
    this.found = this.exercise.steps.length
    this.stage = 'done'
    this.said = this.words().done
    this.spoken = this.said
    this.board = { ...this.board, moves: [] }
    progress.add(this.exercise.id)
  }

  /** A position as a game, for sentences about its moves. */
  #asGame(report: PositionReport): Game {
    return {
      id: '',
      version: 0,
      variant: this.variant,
      rules: '',
      players: [
        { kind: 'person', name: '' },
        { kind: 'person', name: '' },
      ],
      created_at: '',
      updated_at: '',
      start: '',
      position: report.text ?? '',
      turn: report.turn ?? this.side,
      moves: report.last ? [report.last] : [],
      board: report.board ?? empty,
      lost: [[], []],
      clock: { setting: { kind: 'none' }, left_ms: [0, 0], running: null },
      paused: false,
      warnings: [],
    }
  }
}
