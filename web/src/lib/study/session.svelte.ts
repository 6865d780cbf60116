// One study on the screen: its tree, the shown node, and the requests that change it.

import { ApiError, json } from '../api'
import { problemText } from '../i18n/index.svelte'
import { Live, liveUrl, type Connection, type Socket } from '../live'
import { studyGone } from '../people/gone'
import { otherSide, type Board, type BoardMove, type MovePlayed } from '../types'
import { Analyses } from './analysis.svelte'
import { studyPath } from './api'
import { Aside, type AsideLine } from './aside.svelte'
import { StudySearches } from './searching'
import {
  boardAfter,
  changedTree,
  endOf,
  isMain,
  mainFrom,
  movesOn,
  nearestKnown,
  pathTo,
  ROOT,
  sibling,
  treeOf,
  type Tree,
} from './tree'
import { s } from './words'
import type {
  NewReview,
  Review,
  Shape,
  Study,
  StudyChange,
  StudyCommand,
  StudyEvent,
  StudyNode,
  StudyPosition,
} from './types'

/** The faults of a server that could store the same edit later. */
const NOT_STORED = ['disk-full', 'disk-failed', 'data-gone', 'busy', 'closing']

/** The positions that are kept for a return to their nodes. */
const KEPT = 64

export interface StudyOptions {
  readonly socket?: (url: string) => Socket
  /** Called after a move that was entered on the board. */
  readonly onplayed?: (move: MovePlayed) => void
  /** Called when the shown node changes by any cause. */
  readonly onlook?: (node: StudyNode) => void
  /** Called when the server has carried out a command. */
  readonly ondone?: (command: StudyCommand) => void
}

export class StudySession {
  /** The study without its nodes, which are in `tree`. */
  study = $state.raw<Study | null>(null)
  tree = $state.raw<Tree>(treeOf([]))
  connection = $state<Connection>('connecting')
  /** The shown node. */
  at = $state(ROOT)
  review = $state.raw<Review | null>(null)
  /** Whether the visitor's processor reviews it now. */
  reviewsHere = $state(false)
  /** The last error, in words. */
  notice = $state('')
  /** Edits that the server could not store, for another try. */
  refused = $state.raw<readonly StudyCommand[]>([])
  /** Whether a deletion can be undone with the button that follows it. */
  deleted = $state(false)
  /** The study itself was deleted elsewhere. */
  gone = $state(false)
  position = $state.raw<StudyPosition | null>(null)
  readonly analyses: Analyses
  /** A line on the board that the study does not have. */
  readonly aside = new Aside()

  readonly #searches = new StudySearches({
    hall: (command) => this.#live.tell(command),
    place: (node) => this.#place(node),
    engines: () => this.study?.engines ?? [],
    event: (event) => this.#receive(event),
  })
  readonly #live: Live<StudyCommand, StudyEvent>
  readonly #options: StudyOptions
  /** Positions by node, for a board that is complete at once on return. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read only together with `at`
  readonly #known = new Map<number, StudyPosition>()
  /** Requests that wait for their answer, and whether it names the node to show. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never read by an effect
  readonly #sent = new Map<string, { command: StudyCommand; follow?: 'look' | 'played' }>()
  /** A node to show as soon as the tree has it. */
  #wanted: { node: number; follow: 'look' | 'played' } | null = null
  #path: readonly number[] = [ROOT]
  #asked = -1
  #closed = false

  constructor(
    readonly id: string,
    first: number | null = null,
    options: StudyOptions = {},
  ) {
    this.#options = options
    if (first !== null) this.at = first
    this.#live = new Live<StudyCommand, StudyEvent>({
      url: liveUrl(id, location, 'studies'),
      onevent: (event) => this.#receive(event),
      onconnection: (state) => {
        if (state === 'lost' && this.study) void this.#lookFor()
        if (this.#closed) return
        this.connection = state
        this.#asked = -1
        if (state === 'open') this.analyses.again()
        else this.analyses.lost()
      },
      ...(options.socket ? { socket: options.socket } : {}),
    })
    this.analyses = new Analyses((command) => this.#searches.send(command))
  }

  /** The view is left: what was entered is still sent, and nothing more is shown. */
  close() {
    this.analyses.close()
    this.#searches.close()
    this.aside.close()
    this.#closed = true
    // A comment that is being written is entered by the same change of view.
    queueMicrotask(() => this.#live.finish())
  }

  /** Whether the server has not yet answered everything that was entered. */
  get busy(): boolean {
    return !this.gone && this.#live.busy
  }

  /** A connection that is lost can mean that the study is no longer there: then nothing more is sent. */
  async #lookFor() {
    try {
      await json(studyPath(this.id))
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'not-found') return
      this.gone = true
      this.notice = ''
      this.refused = []
      this.#sent.clear()
      this.analyses.turn(false)
      this.#live.close()
    }
  }

  wake = () => this.#live.wake()

  /** A node as a module is asked for it. */
  #place(node: number) {
    if (!this.study) return null
    const { variant, rules, start: position } = this.study
    return { variant, rules, position, moves: movesOn(pathTo(this.tree, node)).map((m) => m.text) }
  }

  /** Reviews the main line on the visitor's processor. */
  async reviewHere(effort: NewReview): Promise<void> {
    const before = this.review
    this.reviewsHere = true
    try {
      await this.#searches.review(this.id, effort)
    } catch (error) {
      this.review = before
      throw error
    } finally {
      this.reviewsHere = false
    }
  }

  /** Ends such a review; `false`: there is none. */
  endReviewHere = (): boolean => this.#searches.cancel()

  #receive(event: StudyEvent) {
    if (this.#closed) return
    switch (event.type) {
      case 'state':
        this.#take(event.study)
        break
      case 'changed':
        this.#change(event)
        break
      case 'position':
        this.#placed(event.position)
        break
      case 'analysis':
        this.analyses.take(event.analysis)
        break
      case 'values':
        this.analyses.takeValues(event.values)
        break
      case 'review':
        this.review = event.review
        break
      case 'done':
        this.#done(event.id, event.node ?? null)
        break
      case 'error':
        this.#refuse(event.id, event.problem.code)
        this.analyses.refused(event.id)
        this.notice = problemText(event.problem)
        break
      case 'pong':
        break
    }
  }

  #take(study: Study) {
    const isFirst = this.study === null
    this.tree = treeOf(study.nodes)
    this.study = study
    this.analyses.offered = (study.engines ?? []).map((engine) => engine.id)
    this.review = study.review ?? null
    this.#known.clear()
    this.#asked = -1
    const start = isFirst && this.tree.has(this.at) ? this.at : nearestKnown(this.tree, this.#path)
    this.look(start, true)
  }

  #change(change: StudyChange) {
    const study = this.study
    if (!study || change.version <= study.version) return
    if (change.after !== study.version) {
      this.#live.rejoin()
      return
    }
    this.tree = changedTree(this.tree, change)
    for (const id of change.gone) this.#known.delete(id)
    const { version, updated_at, can_undo, can_redo } = change
    const title = change.title ?? study.title
    this.study = { ...study, version, updated_at, can_undo, can_redo, title }
    if (!this.tree.has(this.at)) this.look(nearestKnown(this.tree, this.#path))
    this.#arrive()
  }

  #placed(position: StudyPosition) {
    this.#known.set(position.node, position)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest)
    if (position.node !== this.at) return
    this.position = position
    this.analyses.placed(position)
  }

  #done(id: string, node: number | null) {
    const sent = this.#sent.get(id)
    this.#sent.delete(id)
    if (!sent) return
    this.deleted = sent.command.type === 'delete'
    this.#options.ondone?.(sent.command)
    const { follow } = sent
    if (!follow || node === null) return
    this.#wanted = { node, follow }
    this.#arrive()
  }

  #refuse(id: string, code: string) {
    const sent = this.#sent.get(id)
    this.#sent.delete(id)
    if (sent && NOT_STORED.includes(code)) this.refused = [...this.refused, sent.command]
  }

  /** Sends what could not be stored once more. */
  again() {
    const { refused } = this
    this.refused = []
    for (const command of refused) this.#send(command)
  }

  /** The comment of a node, also where it could not be stored. */
  commentOf(id: number): string {
    const kept = this.refused.findLast((x) => x.type === 'comment' && x.node === id)
    return kept?.type === 'comment' ? kept.text : (this.tree.get(id)?.comment ?? '')
  }

  /** Shows the wanted node, if the change that holds it is here. */
  #arrive() {
    const wanted = this.#wanted
    const node = wanted && this.tree.get(wanted.node)
    if (!wanted || !node) return
    this.#wanted = null
    this.look(wanted.node)
    if (wanted.follow === 'played' && node.played) this.#options.onplayed?.(node.played)
  }

  #send(command: StudyCommand, follow?: 'look' | 'played') {
    if (this.gone) {
      this.notice = studyGone(s().gone)
      return
    }
    this.notice = ''
    this.deleted = false
    const id = this.#live.send(command)
    this.#sent.set(id, follow ? { command, follow } : { command })
  }

  /** Shows a node. */
  look(id: number, again = false) {
    const node = this.tree.get(id)
    if (!node) return
    this.aside.close()
    if (id === this.at && !again && this.#asked === id) return
    this.at = id
    this.#path = pathTo(this.tree, id).map((x) => x.id)
    this.position = this.#known.get(id) ?? null
    this.notice = ''
    if (!this.position && this.#asked !== id) {
      this.#asked = id
      this.#live.tell({ type: 'look', node: id })
    }
    this.analyses.show(id)
    if (this.position) this.analyses.placed(this.position)
    this.#options.onlook?.(node)
  }

  get node(): StudyNode | null {
    return this.tree.get(this.at) ?? null
  }

  /** The nodes from the root to the shown one. */
  readonly path = $derived.by(() => pathTo(this.tree, this.at))

  /** The board of the shown node. Legal moves are missing until the server has sent the position. */
  readonly ground = $derived.by<Board | null>(() => {
    const { study, position } = this
    if (!study) return null
    if (position?.node === this.at) return position.board
    if (this.at === ROOT) return { ...study.board, moves: [] }
    return boardAfter(study.board, movesOn(this.path))
  })

  /** The shown board: that of the node, or of the line beside it. */
  readonly board = $derived.by<Board | null>(() => {
    const { moves } = this.aside
    return this.ground && moves.length > 0 ? boardAfter(this.ground, moves) : this.ground
  })

  /** The move that led to the shown board. */
  get last(): MovePlayed | null {
    return this.aside.last ?? this.node?.played ?? null
  }

  /** The side to move on the shown board. */
  get turn() {
    const { study, position } = this
    if (!this.aside.last && position?.node === this.at) return position.turn
    return this.last ? otherSide(this.last.side) : (study?.turn ?? 'first')
  }

  // Steps.

  next() {
    const { line, step } = this.aside
    if (line) return this.aside.go(step + 1)
    const [main] = this.node?.children ?? []
    if (main !== undefined) this.look(main)
  }

  previous() {
    const { step } = this.aside
    if (step > 0) return this.aside.go(step - 1)
    const parent = this.node?.parent
    if (parent !== null && parent !== undefined) this.look(parent)
  }

  first() {
    if (this.aside.step > 0) this.aside.go(0)
    else this.look(ROOT)
  }

  end() {
    const { line } = this.aside
    if (line) this.aside.go(line.moves.length)
    else this.look(endOf(this.tree, this.at))
  }

  /** The variation before or after the shown one, at the nearest branch on the way back. */
  beside(step: 1 | -1) {
    for (const node of [...this.path].reverse()) {
      const other = sibling(this.tree, node.id, step)
      if (other !== node.id) {
        this.look(other)
        return
      }
    }
  }

  /** Jumps to the node of the main line with this ply. */
  ply(ply: number) {
    const node = mainFrom(this.tree, ROOT)[ply]
    if (node) this.look(node.id)
  }

  isMain(id = this.at): boolean {
    return isMain(this.tree, id)
  }

  // Edits.

  play(move: Pick<BoardMove, 'text'>) {
    const known = this.node?.children.find((id) => this.tree.get(id)?.played?.text === move.text)
    if (known !== undefined) {
      this.look(known)
      const played = this.tree.get(known)?.played
      if (played) this.#options.onplayed?.(played)
    } else this.#send({ type: 'play', node: this.at, text: move.text }, 'played')
  }

  /** Enters moves as a variation below a node, and shows the last of them. */
  insert(node: number, moves: readonly string[]) {
    this.#send({ type: 'insert', node, moves: [...moves] }, 'look')
  }

  /** Enters the line that is shown beside the study. The board stays as it is. */
  keep() {
    const { line } = this.aside
    if (!line) return
    this.#send({ type: 'insert', node: line.node, moves: line.moves.map((move) => move.text) })
  }

  /** Shows a line that the study does not have, with the position before it. */
  showLine(line: AsideLine) {
    this.look(line.node)
    this.aside.begin(line)
  }

  /** Goes back from such a line to where it was asked for. */
  leaveLine() {
    const { line } = this.aside
    if (line) this.look(line.back)
  }

  comment(node: number, text: string) {
    if ((this.tree.get(node)?.comment ?? '') !== text) this.#send({ type: 'comment', node, text })
  }

  /** Sets or removes a glyph. The six glyphs of a move's quality exclude each other. */
  glyph(node: number, glyph: number) {
    const now = this.tree.get(node)?.glyphs ?? []
    const rest = now.filter((g) => g !== glyph && !(glyph <= 6 && g <= 6))
    const glyphs = now.includes(glyph) ? now.filter((g) => g !== glyph) : [...rest, glyph]
    this.#send({ type: 'glyphs', node, glyphs })
  }

  /** Adds a shape to the shown node, or removes the same one. */
  shape(shape: Shape) {
    const same = (x: Shape) => x.from === shape.from && (x.to ?? null) === (shape.to ?? null)
    const now = this.node?.shapes ?? []
    const there = now.find(same)
    const rest = now.filter((x) => !same(x))
    const shapes = there?.color === shape.color ? rest : [...rest, shape]
    this.#send({ type: 'shapes', node: this.at, shapes })
  }

  clearShapes() {
    if (this.node?.shapes.length) this.#send({ type: 'shapes', node: this.at, shapes: [] })
  }

  promote = (node: number) => node !== ROOT && this.#send({ type: 'promote', node })
  demote = (node: number) => node !== ROOT && this.#send({ type: 'demote', node })
  makeMain = (node: number) => node !== ROOT && this.#send({ type: 'make_main', node })

  remove(node: number) {
    if (node === ROOT) return
    this.#send({ type: 'delete', node })
  }

  undo() {
    if (this.study?.can_undo) this.#send({ type: 'undo' })
  }

  redo() {
    if (this.study?.can_redo) this.#send({ type: 'redo' })
  }

  collapse(node: number, collapsed: boolean) {
    this.#send({ type: 'collapse', node, collapsed })
  }

  title(title: string) {
    if (title.trim() && title !== this.study?.title) this.#send({ type: 'title', title })
  }
}
