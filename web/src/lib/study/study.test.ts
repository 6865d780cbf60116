// The tree of a study, its session, and what is asked of the machine.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { game, played } from '../../test/fixtures'
import { FakeSocket } from '../../test/socket'
import { nodes, study } from '../../test/studies'
import { readChoices } from './analysis.svelte'
import { curveOf, runsOf } from './curve'
import { explained } from './reason'
import { StudySession } from './session.svelte'
import {
  boardAfter,
  endOf,
  inlineOf,
  isMain,
  layout,
  pathTo,
  rowsOf,
  sibling,
  treeOf,
} from './tree'
import type { StudyEvent } from './types'

let socket: FakeSocket
let session: StudySession

function open(given = study(), node: number | null = null) {
  session = new StudySession('s1', node, {
    socket: () => (socket = new FakeSocket('', 1)),
  })
  socket.onopen?.()
  socket.say({ type: 'state', study: given })
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  session?.close()
  vi.useRealTimers()
})

describe('the tree', () => {
  const tree = treeOf(nodes())

  it('knows paths, lines and siblings', () => {
    expect(pathTo(tree, 7).map((x) => x.id)).toEqual([0, 1, 5, 7])
    expect(pathTo(tree, 99)).toEqual([])
    expect(endOf(tree, 1)).toBe(4)
    expect(endOf(tree, 5)).toBe(6)
    expect([isMain(tree, 4), isMain(tree, 6)]).toEqual([true, false])
    expect([sibling(tree, 2, 1), sibling(tree, 5, 1), sibling(tree, 5, -1)]).toEqual([5, 5, 2])
  })

  it('survives a cycle and a missing parent', () => {
    const broken = treeOf([
      { id: 1, parent: 2, children: [2] },
      { id: 2, parent: 1, children: [1] },
      { id: 3, parent: 9 },
    ])
    expect(pathTo(broken, 1)).toEqual([])
    expect(pathTo(broken, 3)).toEqual([])
    expect(endOf(broken, 1)).toBeDefined()
  })

  it('is a list: variations stand below the move they replace', () => {
    const rows = rowsOf(tree, 0)
    expect(
      rows.map((row) =>
        row.kind === 'moves'
          ? [row.number, ...row.cells.map((x) => x?.id ?? null)]
          : row.kind === 'lines'
            ? row.lines
            : [],
      ),
    ).toEqual([[1, 1, 2], [5], [2, 3, 4]])
    expect(inlineOf(tree, 5).map((x) => (x.kind === 'move' ? x.node.id : x.lines))).toEqual([
      5,
      6,
      [7],
    ])
  })

  it('begins in the second column when the second side begins', () => {
    const [first] = rowsOf(tree, 1)
    expect(first?.kind === 'moves' && first.cells.map((x) => x?.id ?? null)).toEqual([null, 1])
  })

  it('is drawn without two moves at one place', () => {
    const spots = layout(tree)
    expect(spots).toHaveLength(8)
    expect(new Set(spots.map((x) => `${x.column} ${x.row}`)).size).toBe(8)
    const row = (id: number) => spots.find((x) => x.node.id === id)!.row
    expect([row(4), row(5), row(6), row(7)]).toEqual([0, 1, 1, 2])
  })

  it('hides what is below a folded move', () => {
    const folded = treeOf(nodes().map((x) => (x.id === 5 ? { ...x, collapsed: true } : x)))
    expect(layout(folded).map((x) => x.node.id)).not.toContain(6)
    expect(inlineOf(folded, 5)).toHaveLength(1)
  })

  it('makes boards from the pieces that moves remove and put', () => {
    const board = game().board
    const [horse] = board.pieces.filter((x) => x.at === 'h0')
    const move = played(1, 'h0g2', 'horse', {
      removed: [horse!],
      put: [{ ...horse!, at: 'g2', file: 6, rank: 2 }],
    })
    const after = boardAfter(board, [move])
    expect(after.pieces.find((x) => x.at === 'g2')?.kind).toBe('horse')
    expect(after.pieces.some((x) => x.at === 'h0')).toBe(false)
    expect(after.marks).toContainEqual({ at: 'g2', kind: 'last_to' })
    // A pass has no square to mark.
    expect(boardAfter(board, [played(1, 'pass', '', { from: null, to: '' })]).marks).toEqual([])
  })
})

describe('a study', () => {
  it('opens at the node of its address, and steps', () => {
    open(study(), 5)
    expect(session.at).toBe(5)
    expect(socket.last('look')).toMatchObject({ node: 5 })
    session.next()
    expect(session.at).toBe(6)
    session.beside(1)
    expect(session.at).toBe(7)
    // The nearest branch on the way back.
    session.beside(-1)
    session.previous()
    session.beside(-1)
    expect(session.at).toBe(2)
    session.end()
    expect(session.at).toBe(4)
    session.first()
    expect(session.at).toBe(0)
  })

  it('goes to a known move at once, and asks for a new one', () => {
    open()
    session.play({ text: 'h2e2' })
    expect(session.at).toBe(1)
    expect(socket.last('play')).toBeUndefined()
    session.play({ text: 'g9e7' })
    const asked = socket.last('play')!
    expect(asked).toMatchObject({ node: 1, text: 'g9e7' })
    const child = { id: 8, parent: 1, children: [], played: played(2, 'g9e7', 'elephant') }
    // The answer may come before the change, or after it.
    socket.say({ type: 'done', id: asked.id as string, node: 8 })
    expect(session.at).toBe(1)
    const root = { ...nodes()[1]!, children: [2, 5, 8] }
    const change = { after: 1, version: 2, updated_at: '', gone: [], can_undo: true }
    socket.say({ type: 'changed', ...change, nodes: [root, child] })
    expect(session.at).toBe(8)
    expect(session.study?.can_undo).toBe(true)
  })

  it('joins again after a gap, and stays at the nearest node that is left', () => {
    open(study(), 6)
    const before = socket
    const change = { updated_at: '', nodes: [], can_undo: true }
    socket.say({ type: 'changed', after: 7, version: 8, gone: [], ...change })
    expect(socket).not.toBe(before)
    socket.say({ type: 'state', study: study({ version: 8 }) })
    expect(session.at).toBe(6)
    const parent = { ...nodes()[1]!, children: [2] }
    socket.say({
      type: 'changed',
      after: 8,
      version: 9,
      ...change,
      nodes: [parent],
      gone: [5, 6, 7],
    })
    expect(session.at).toBe(1)
  })

  it('replaces a sign of quality by another, and draws a shape twice to erase it', () => {
    open(study({ nodes: nodes().map((x) => (x.id === 1 ? { ...x, glyphs: [1, 14] } : x)) }), 1)
    session.glyph(1, 4)
    expect(socket.last('glyphs')).toMatchObject({ glyphs: [14, 4] })
    session.shape({ color: 'green', from: 'e0', to: 'e2' })
    expect(socket.last('shapes')).toMatchObject({
      shapes: [{ color: 'green', from: 'e0', to: 'e2' }],
    })
    const drawn = nodes().map((x) =>
      x.id === 1 ? { ...x, shapes: [{ color: 'green' as const, from: 'e0', to: 'e2' }] } : x,
    )
    socket.say({ type: 'state', study: study({ version: 2, nodes: drawn }) })
    session.shape({ color: 'green', from: 'e0', to: 'e2' })
    expect(socket.last('shapes')).toMatchObject({ shapes: [] })
  })

  it('never deletes the start', () => {
    open()
    session.remove(0)
    session.promote(0)
    expect(socket.last('delete')).toBeUndefined()
    expect(socket.last('promote')).toBeUndefined()
  })
})

describe('the machine', () => {
  const line = (text: string, chances: number[], cp = 0) => ({
    rank: 1,
    depth: 9,
    score: { cp },
    bound: 'exact' as const,
    chances,
    moves: [played(1, text, 'horse')],
  })
  const report = (node: number, only: string[] = [], chances = [600, 100, 300]) =>
    ({
      type: 'analysis',
      analysis: {
        node,
        engine: 'own',
        state: 'searching',
        depth: 9,
        seldepth: 12,
        nodes: 1000,
        nps: 1000,
        time_ms: 1000,
        threat: false,
        only,
        lines: [line('h0g2', chances)],
      },
    }) as unknown as StudyEvent

  it('is asked for the shown node, once for many quick steps', () => {
    open()
    session.analyses.turn(true)
    expect(socket.last('analyse')).toMatchObject({ node: 0, engine: 'own', lines: 3 })
    for (let i = 0; i < 4; i++) session.next()
    vi.advanceTimersByTime(1000)
    const asked = socket.sent.filter((x) => x.type === 'analyse')
    expect(asked.map((x) => x.node)).toEqual([0, 4])
  })

  it('draws only the last report of a frame, and none of another node', () => {
    open()
    session.analyses.turn(true)
    for (let i = 0; i < 50; i++) socket.say(report(0))
    expect(session.analyses.best).toBeNull()
    vi.advanceTimersByTime(200)
    expect(session.analyses.best?.node).toBe(0)
    session.next()
    expect(session.analyses.best).toBeNull()
    socket.say(report(0))
    vi.advanceTimersByTime(200)
    expect(session.analyses.best).toBeNull()
    // The kept result is there at once on return.
    session.previous()
    expect(session.analyses.best?.node).toBe(0)
  })

  it('stops when it is switched off and when the page leaves', () => {
    open()
    session.analyses.turn(true)
    session.analyses.turn(false)
    expect(socket.last('stop')).toBeDefined()
    session.analyses.turn(true)
    socket.sent = []
    session.close()
    expect(socket.last('stop')).toBeDefined()
  })

  it('asks again on a new connection', () => {
    open()
    session.analyses.turn(true)
    vi.advanceTimersByTime(1000)
    socket.sent = []
    socket.onopen?.()
    expect(socket.last('analyse')).toMatchObject({ node: 0 })
  })

  it('is switched off by a refusal', () => {
    open()
    session.analyses.turn(true)
    const { id } = socket.last('analyse')!
    const problem = { code: 'too-many', message: '' }
    socket.say({ type: 'error', id: id as string, problem })
    expect(session.analyses.on).toBe(false)
    expect(session.notice).not.toBe('')
  })

  it('reads its choices, and ignores what is invalid', () => {
    expect(readChoices(null)).toMatchObject({ engines: ['own'], lines: 3 })
    expect(readChoices('{"engines":[1,"a","b","c","d"],"lines":9,"unit":"x"}')).toEqual({
      engines: ['a', 'b', 'c'],
      lines: 3,
      heat: false,
      arrows: true,
      unit: 'score',
    })
    expect(readChoices('nonsense')).toMatchObject({ unit: 'score' })
  })
})

describe('words', () => {
  it('explain a mistake by its code, in the words of its game', () => {
    const move = {
      node: 1,
      ply: 1,
      side: 'first' as const,
      score: {},
      chance: 0,
      loss: 0.5,
      grade: 'blunder' as const,
      accuracy: 0,
      time_ms: 0,
    }
    const why = (variant: string, reason: NonNullable<Parameters<typeof explained>[2]['reason']>) =>
      explained(study({ variant }), null, { ...move, reason })
    expect(why('xiangqi', { code: 'allows-mate', moves: 3 })).toBe('Black can now force mate in 3.')
    expect(why('draughts', { code: 'allows-shot', count: [1, 3] })).toBe(
      'Black gives one piece and takes 3 pieces.',
    )
    expect(why('gomoku', { code: 'allows-four', squares: ['h8'] })).toMatch(/open four at h8/i)
    expect(why('xiangqi', { code: 'unheard-of' })).toBe('')
  })
})

describe('the curve of chances', () => {
  const kept = (id: number, chance: number) => ({
    ...nodes().find((x) => x.id === id)!,
    evaluation: { score: { cp: 10, mate: null }, chance, depth: 9, engine: '' },
  })

  it('is that of the evaluations kept with the moves, without a review', () => {
    const all = nodes().map((x) => (x.id === 1 ? kept(1, 0.6) : x.id === 3 ? kept(3, 0.2) : x))
    const curve = curveOf({ review: null, tree: treeOf(all) })
    expect(curve.moves.map((x) => [x.ply, x.chance])).toEqual([
      [1, 0.6],
      [3, 0.2],
    ])
    expect([curve.plies, curve.start]).toEqual([4, null])
    // Nothing is known of the second move: two pieces of a curve.
    expect(runsOf(curve).map((run) => run.map((spot) => spot.ply))).toEqual([[1], [3]])
    expect(curveOf({ review: null, tree: treeOf(nodes()) }).moves).toEqual([])
  })
})
