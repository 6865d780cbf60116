// One recorded search on the screen: its tree, and what the server has said about it.

import type { MovePlayed } from '../types'
import { Decoder } from './decode'
import { learns, Orders } from './order'
import { SearchTree } from './tree'
import type { LabEvent, LabNode, LabPosition, LabRequest, Recording, Textbook } from './types'

/** The largest page of events. */
const PAGE = 32768
/** Boards that are kept for a return to their nodes. */
const KEPT = 400
/** Nodes in one request for names. */
const NAMED = 256

/** What a search begins with. */
export interface Wanted {
  readonly technique: string
  readonly depth: number
  /** The position; `null` for a textbook's tree. */
  readonly at: LabPosition | null
}

export class Run {
  readonly tree = new SearchTree()
  readonly orders = new Orders(this.tree, () => learns(this.parts))
  /** The number of steps that are here: it changes when the tree does. */
  loaded = $state(0)
  recording = $state.raw<Recording | null>(null)
  root = $state.raw<LabNode | null>(null)
  /** The parts of the search that are in use. */
  parts: readonly string[] = []
  /** The leaves that minimax would have looked at. */
  minimax = $state.raw<{ leaves: number; exact: boolean } | null>(null)
  /** Why the server does not search. */
  failed = $state.raw<{ code: string; message: string } | null>(null)
  /** The most nodes that it may have. */
  most = Infinity
  /** Changes when names or boards arrive. */
  heard = $state(0)

  #request = ''
  readonly #decoder = new Decoder(this.tree)
  #moves: string[] = []
  // These maps are read together with `heard`.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see above
  readonly #names = new Map<number, Readonly<Record<string, string>>>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see above
  readonly #nodes = new Map<number, LabNode>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never read by an effect
  readonly #asked = new Set<number>()
  #received = 0
  #pulling = false
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never read by an effect
  readonly #wantedNodes = new Set<number>()

  constructor(
    readonly slot: number,
    readonly wanted: Wanted,
    private readonly send: ((request: LabRequest) => string) | null,
  ) {}

  /** A textbook's tree, whose events are known. */
  static written(slot: number, book: Textbook, wanted: Wanted): Run {
    const run = new Run(slot, wanted, null)
    run.#moves = [...book.moves]
    run.#decoder.feed(book.events.flat())
    run.tree.stop()
    run.loaded = run.#received = run.tree.events
    const { nodes, leaves } = run.tree.counts(run.tree.events)
    run.recording = { state: 'done', events: run.loaded, nodes, leaves, time_ms: 0 }
    return run
  }

  begin(nodes: number): void {
    const { at, technique, depth } = this.wanted
    this.most = nodes
    if (!at || !this.send) return
    this.#request = this.send({ type: 'search', slot: this.slot, at, technique, depth, nodes })
  }

  /** The server refused a request: if it was the search, nothing will come. */
  refuse(request: string | null | undefined, problem: { code: string; message: string }): void {
    if (request && request === this.#request) this.failed = problem
  }

  /** The connection was lost: nothing more will come. */
  lose(problem: { code: string; message: string }): void {
    this.failed = problem
    this.#finish()
  }

  /** How it stands, as a key of the words for it: two limits can end a search. */
  get stands(): string {
    const { state = 'waiting', nodes = 0 } = this.recording ?? {}
    return state === 'limit' && nodes < this.most ? 'limit-memory' : state
  }

  stop(): void {
    this.send?.({ type: 'stop', slot: this.slot })
  }

  /** Whether no more steps will come. */
  get whole(): boolean {
    const state = this.recording?.state
    return (
      this.failed !== null ||
      (state !== undefined &&
        state !== 'waiting' &&
        state !== 'searching' &&
        this.#received >= this.recording!.events)
    )
  }

  receive(event: LabEvent): void {
    // What comes before is about the search that this one replaces.
    if (this.root === null && event.type !== 'begun') return
    switch (event.type) {
      case 'begun':
        this.root = event.root
        this.parts = event.techniques
        this.#keep(event.root)
        break
      case 'recording':
        this.recording = event.recording
        this.#finish()
        this.#pull()
        break
      case 'minimax':
        this.minimax = { leaves: event.leaves, exact: event.exact }
        break
      case 'moves':
        for (const [i, text] of event.moves.entries()) this.#moves[event.from + i] = text
        break
      case 'names':
        for (const { node, notations } of event.names) this.#names.set(node, notations ?? {})
        this.heard++
        break
      case 'node':
        this.#keep(event.node)
        this.heard++
        break
    }
  }

  /** Adds a page of events. */
  take(from: number, numbers: Int32Array): void {
    if (this.root === null) return
    this.#pulling = false
    if (from !== this.#received) return
    this.#decoder.feed(numbers)
    this.#received += numbers.length / 4
    this.#finish()
    this.loaded = this.tree.events
    if (numbers.length > 0) this.#pull()
  }

  /** Nodes that are open at the end of a search stay open in time, but have their width. */
  #finish(): void {
    if (this.whole) this.tree.stop()
  }

  #pull(): void {
    const all = this.recording?.events ?? 0
    if (this.#pulling || this.#received >= all) return
    this.#pulling = true
    this.send?.({ type: 'events', slot: this.slot, from: this.#received, most: PAGE })
  }

  #keep(node: LabNode): void {
    this.#wantedNodes.delete(node.node)
    this.#nodes.delete(node.node)
    this.#nodes.set(node.node, node)
    if (this.#nodes.size > KEPT) this.#nodes.delete(this.#nodes.keys().next().value!)
    if (node.path.length > 0) {
      this.#names.set(node.node, (node.path.at(-1) as MovePlayed).notations)
    }
  }

  /** The board of a node; asks for it if it is not here yet. */
  node(id: number): LabNode | null {
    void this.heard
    if (id < 0) return this.root
    const known = this.#nodes.get(id)
    if (known) return known
    if (this.send && !this.#wantedNodes.has(id)) {
      this.#wantedNodes.add(id)
      this.send({ type: 'node', slot: this.slot, node: id })
    }
    return null
  }

  /** The server's text of the move into a node; '' for the root and a null move. */
  text(id: number): string {
    return this.moveText(this.tree.move[id] ?? -1)
  }

  moveText(move: number): string {
    return move < 0 ? '' : (this.#moves[move] ?? '')
  }

  /** The move into a node in a notation, as far as it is known. */
  name(id: number, notation: string): string {
    return this.#names.get(id)?.[notation] ?? ''
  }

  /** Asks for the names of nodes that are visible. */
  askNames(ids: readonly number[]): void {
    if (!this.send) return
    const nodes = ids.filter((id) => !this.#names.has(id) && !this.#asked.has(id)).slice(0, NAMED)
    if (nodes.length === 0) return
    for (const id of nodes) this.#asked.add(id)
    this.send({ type: 'names', slot: this.slot, nodes })
  }
}
