// A puzzle that is being solved. The server judges every move; here is only what was shown of it.

import { ApiError } from '../api'
import { forwards } from '../play/changes'
import { writtenMove, sideName, speakMove } from '../play/say'
import { problemText, t } from '../i18n/index.svelte'
import { notationOf } from '../prefs.svelte'
import { sound } from '../sound/sound'
import type { Board, BoardMove, Game, Mark, MovePlayed } from '../types'
import { puzzles } from './api'
import { progress, type Change } from './progress.svelte'
import { solved } from './solved.svelte'
import type { Puzzle, PuzzleAnswer, PuzzleOther, PuzzlePosition } from './types'
import { z } from './words'

export type Stage = 'asking' | 'checking' | 'right' | 'wrong' | 'solved' | 'shown'

/** Milliseconds for which a move is seen before the next one follows, or before a wrong one is taken back. */
const PAUSE = 650
/** How many points are marked by the first hint where no piece moves. */
const PLACES = 5

/** The marks of a move that was played. */
function marksOf(move: MovePlayed): Mark[] {
  const marks: Mark[] = [{ at: move.to, kind: 'last_to' }]
  if (move.from) marks.push({ at: move.from, kind: 'last_from' })
  if (move.check_at) marks.push({ at: move.check_at, kind: 'check' })
  return marks
}

/** A board after a move, before its legal moves are known. */
const after = (board: Board, move: MovePlayed): Board => ({
  ...board,
  pieces: forwards(board.pieces, move),
  moves: [],
  marks: marksOf(move),
  refused: [],
  threats: [],
})

export class PuzzleSession {
  stage = $state<Stage>('asking')
  /** The moves that were played in it. */
  played = $state.raw<readonly MovePlayed[]>([])
  /** Hints for the move that is to be found: 0, 1 (where it begins) or 2 (the move). */
  hints = $state(0)
  /** What failed: no answer, an error. */
  failed = $state('')
  /** The text of the live region. */
  spoken = $state('')
  /** The board that is seen. */
  board = $state.raw<Board>()!
  /** The last move that was wrong. */
  wrong = $state.raw<MovePlayed | null>(null)
  #position = $state.raw<PuzzlePosition>()!
  #solution = $state.raw<readonly MovePlayed[] | null>(null)
  /** The solver's moves that are right. */
  #found: string[] = []
  /** Once it is over: after how many moves the shown position stands. */
  at = $state(0)
  /** The move that solved it though the puzzle did not know it, and what it does. */
  #other = $state.raw<{ move: MovePlayed; does: PuzzleOther } | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #helped = false
  /** Whether its first result was noted. */
  #noted = false
  /** What the result has changed in the rating. */
  change = $state.raw<Change | null>(null)

  constructor(readonly puzzle: Puzzle) {
    this.#position = puzzle.position
    this.board = puzzle.position.board
    this.#speak(this.question)
  }

  close() {
    clearTimeout(this.#timer)
  }

  /** Whether a move can be made. */
  get open(): boolean {
    return this.stage === 'asking' || this.stage === 'right' || this.stage === 'wrong'
  }

  /** Whether it has ended. */
  get over(): boolean {
    return this.stage === 'solved' || this.stage === 'shown'
  }

  /** The move before the position that is seen. */
  get last(): MovePlayed | null {
    const seen = this.over && this.at > 0 ? this.played.slice(0, this.at) : this.played
    return (this.over && this.at === 0 ? null : seen.at(-1)) ?? this.puzzle.last ?? null
  }

  written(move: Pick<MovePlayed, 'text' | 'notations'>): string {
    return writtenMove(this.puzzle.variant, move, notationOf(this.puzzle.variant))
  }

  /** What is to be found. */
  get question(): string {
    const { side, variant, kind, wins_in, to_find, last } = this.puzzle
    const equal = this.puzzle.right
    const words = z()
    const n = wins_in ?? null
    const parts = [
      last ? words.played(sideName(t(), variant, last.side), this.written(last)) : '',
      words.find(sideName(t(), variant, side)),
      this.#aim(kind, n, equal),
      words.moves(to_find),
    ]
    return parts.filter(Boolean).join(t().code === 'en' ? ' ' : '')
  }

  #aim(kind: Puzzle['kind'], n: number | null, right: number): string {
    if (kind === 'mate' && n !== null) return z().mate(n, right)
    return kind === 'save' ? z().save(right) : z().win(n, right)
  }

  /** What came of the last move. */
  get feedback(): string {
    const words = z()
    switch (this.stage) {
      case 'asking':
        return ''
      case 'checking':
        return words.checking
      case 'right': {
        const reply = this.played.at(-1)
        if (!reply) return words.right
        return words.reply(sideName(t(), this.puzzle.variant, reply.side), this.written(reply))
      }
      case 'wrong':
        return this.wrong ? words.wrong(this.written(this.wrong)) : ''
      case 'solved':
        return this.#solvedWords
      case 'shown':
        return words.shown((this.#solution ?? []).map((move) => this.written(move)).join(' '))
    }
  }

  get #solvedWords(): string {
    const other = this.#other
    return other ? z().other(this.written(other.move), other.does) : z().solved
  }

  #speak(text: string) {
    this.spoken = text
  }

  /** Tries a move on the board. */
  async play(move: Pick<BoardMove, 'text'>) {
    if (!this.open) return
    this.stage = 'checking'
    this.failed = ''
    try {
      const answer = await puzzles.attempt(this.puzzle.id, [...this.#found, move.text])
      if (answer.right) this.#right(move.text, answer)
      else this.#wrong(answer.played[0] ?? null)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown) {
    this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
    this.stage = this.#found.length > 0 ? 'right' : 'asking'
    this.board = this.#position.board
  }

  #right(text: string, answer: PuzzleAnswer) {
    const [own, reply] = answer.played
    this.#found.push(text)
    this.hints = 0
    this.#position = answer.position
    if (!own) return
    this.#show(own)
    if (!reply) {
      this.stage = 'solved'
      this.#other = answer.other ? { move: own, does: answer.other } : null
      this.board = answer.position.board
      if (!this.#helped) solved.add(this.puzzle.id)
      this.#note(!this.#helped)
      this.#speak(`${this.#solvedWords} ${speakMove(t(), this.asGame(), own, this.#notation)}`)
      // How it goes on, so that one sees what the moves were for.
      this.#timer = setTimeout(() => this.#playOut(answer.after ?? [], null), PAUSE)
      return
    }
    this.#timer = setTimeout(() => {
      this.#show(reply)
      this.board = answer.position.board
      this.stage = 'right'
      this.#speak(`${z().right} ${speakMove(t(), this.asGame(), reply, this.#notation)}`)
    }, PAUSE)
  }

  /** Notes the first result: only the first try counts. */
  #note(isSolved: boolean) {
    if (this.#noted) return
    this.#noted = true
    const { variant, id, rating } = this.puzzle
    this.change = progress.add(variant, { id, rating }, isSolved)
  }

  #wrong(move: MovePlayed | null) {
    this.wrong = move
    this.#note(false)
    const before = this.#position.board
    if (move) this.board = after(before, move)
    this.#timer = setTimeout(() => {
      this.board = before
      this.stage = 'wrong'
      this.#speak(this.feedback)
    }, PAUSE)
  }

  #show(move: MovePlayed) {
    this.board = after(this.board, move)
    this.played = [...this.played, move]
    this.at = this.played.length
    sound.play(move.check ? 'check' : move.captured.length > 0 ? 'capture' : 'move')
  }

  get #notation(): string {
    return notationOf(this.puzzle.variant)
  }

  /** Fetches the solution for a hint. */
  async #solve(): Promise<readonly MovePlayed[]> {
    this.#solution ??= (await puzzles.solution(this.puzzle.id)).moves
    return this.#solution
  }

  /** The move that is to be found now, if a hint asked for it. */
  get wanted(): MovePlayed | null {
    return this.#solution?.[2 * this.#found.length] ?? null
  }

  async hint() {
    try {
      await this.#solve()
    } catch (error) {
      this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
      return
    }
    this.hints = Math.min(2, this.hints + 1)
    if (this.hints === 2) this.#helped = true
  }

  /** The points that the first hint marks where no piece moves: some legal ones, the right one among them. */
  get places(): string[] {
    const { wanted } = this
    if (!wanted || wanted.from || this.hints !== 1) return []
    const squares = this.#position.board.moves.map((move) => move.to)
    const all = squares.filter((at, i) => squares.indexOf(at) === i)
    const at = all.indexOf(wanted.to)
    const from = Math.max(0, Math.min(at - (at % PLACES), all.length - PLACES))
    return all.slice(from, from + PLACES)
  }

  /** Gives up: plays the rest of the solution. */
  async show() {
    clearTimeout(this.#timer)
    this.failed = ''
    this.#helped = true
    this.#note(false)
    try {
      const { moves, position } = await puzzles.solution(this.puzzle.id)
      this.#solution = moves
      this.#position = position
      this.stage = 'shown'
      this.#speak(this.feedback)
      this.#playOut(moves.slice(this.played.length), position)
    } catch (error) {
      this.#fail(error)
    }
  }

  #playOut(moves: readonly MovePlayed[], position: PuzzlePosition | null) {
    const [next, ...rest] = moves
    if (!next) {
      if (position) this.board = { ...position.board, moves: [] }
      this.at = this.played.length
      return
    }
    this.#show(next)
    this.#timer = setTimeout(() => this.#playOut(rest, position), PAUSE)
  }

  /** Begins again from its position. */
  again() {
    clearTimeout(this.#timer)
    this.stage = 'asking'
    this.hints = 0
    this.played = []
    this.at = 0
    this.#other = null
    this.#found = []
    this.#position = this.puzzle.position
    this.board = this.puzzle.position.board
    this.#speak(this.question)
  }

  /** Shows the position after so many moves of what was played. */
  look(at: number) {
    if (!this.over) return
    clearTimeout(this.#timer)
    this.at = Math.max(0, Math.min(this.played.length, at))
    const first: Board = { ...this.puzzle.position.board, moves: [] }
    this.board = this.played.slice(0, this.at).reduce(after, first)
  }

  /** The moves before the puzzle with those that are shown, for a study of it. */
  get line(): string[] {
    return this.played.map((move) => move.text)
  }

  /** The puzzle as a game, for sentences about moves: they need the variant, the board and the moves. */
  asGame(): Game {
    const { puzzle } = this
    return {
      id: puzzle.game ?? '',
      version: 0,
      variant: puzzle.variant,
      rules: puzzle.rules,
      players: [
        { kind: 'person', name: '' },
        { kind: 'person', name: '' },
      ],
      created_at: '',
      updated_at: '',
      start: '',
      position: puzzle.position.text,
      turn: puzzle.side,
      moves: [...this.played],
      board: this.board,
      lost: [[], []],
      clock: { setting: { kind: 'none' }, left_ms: [0, 0], running: null },
      paused: false,
      warnings: [],
    }
  }
}
