// What a review says, the lines that are shown beside a study, and "try again".

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { played } from '../../test/fixtures'
import { FakeSocket } from '../../test/socket'
import { nodes, study } from '../../test/studies'
import { hasLine } from './aside.svelte'
import { curveOf, runsOf } from './curve'
import { meaning, type Actions } from './keys'
import { ownSide, Retry, verdict } from './retry.svelte'
import { betterLine, headline, leftWords, refutation, sentence } from './reviewed'
import { StudySession } from './session.svelte'
import { retrySigns, signsOf } from './signs'
import { treeOf } from './tree'
import type { Review, ReviewedMove, Study, StudyEvent } from './types'

const mistake = (more: Partial<ReviewedMove> = {}): ReviewedMove => ({
  node: 3,
  ply: 3,
  side: 'first',
  score: { cp: -100 },
  chance: 0.4,
  loss: 0.3,
  grade: 'blunder',
  accuracy: 20,
  best: { text: 'h0i2', notations: {} },
  best_line: [played(3, 'h0i2', 'horse'), played(4, 'i9h9', 'chariot')],
  reason: null,
  time_ms: 0,
  ...more,
})

const reviewOf = (moves: ReviewedMove[], more: Partial<Review> = {}): Review => ({
  state: 'done',
  done: 5,
  total: 5,
  per_move: {},
  sides: [],
  phases: [99, 99],
  turning_points: [],
  moves,
  ...more,
})

let socket: FakeSocket
let session: StudySession

function open(review: Review, more: Partial<Study> = {}, node: number | null = null) {
  session = new StudySession('s1', node, { socket: () => (socket = new FakeSocket('', 1)) })
  socket.onopen?.()
  socket.say({ type: 'state', study: study({ ...more, review: review as Study['review'] }) })
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  session?.close()
  vi.useRealTimers()
})

/** What the machine found for one move at a node. */
const answer = (node: number, move: string, chance: number, state = 'done') =>
  ({
    type: 'analysis',
    analysis: {
      node,
      engine: 'own',
      state,
      depth: 9,
      seldepth: 12,
      nodes: 1000,
      nps: 1000,
      time_ms: 1500,
      threat: false,
      only: [move],
      lines: [
        {
          rank: 1,
          depth: 9,
          score: { cp: 0 },
          bound: 'exact',
          chances: [chance * 1000, 0, 1000 - chance * 1000],
          moves: [played(3, move, 'horse')],
        },
      ],
    },
  }) as unknown as StudyEvent

/** The edits that were sent. */
const edits = () =>
  socket.sent.filter(({ type }) => ['play', 'insert', 'comment', 'shapes'].includes(type))

describe('a verdict', () => {
  it('is right for what is no inaccuracy, and wrong only for what is no better than the game', () => {
    expect(verdict(0.66, 0.7, 0.4)).toBe('right')
    expect(verdict(0.6, 0.7, 0.4)).toBe('better')
    expect(verdict(0.44, 0.7, 0.4)).toBe('wrong')
    // The best move turned out to be worth less than the review thought.
    expect(verdict(0.6, 0.64, 0.4)).toBe('right')
  })
})

describe('try again', () => {
  function begin(review = reviewOf([mistake()]), more: Partial<Study> = {}): Retry {
    open(review, more)
    const retry = new Retry(session)
    retry.start()
    return retry
  }

  it('stops before the mistake, draws it, and accepts the best move without writing it', async () => {
    const retry = begin()
    expect([session.at, retry.stage]).toEqual([2, 'asking'])
    expect(retrySigns(retry)).toMatchObject([{ kind: 'refutes', from: 'h0', to: 'g2' }])
    await retry.play({ text: 'h0g2' })
    expect(retry.stage).toBe('played')
    await retry.play({ text: 'h0i2' })
    expect([retry.stage, retry.found]).toEqual(['right', 1])
    expect(session.aside.moves.map(({ text }) => text)).toEqual(['h0i2'])
    expect(edits()).toEqual([])
    session.keep()
    expect(socket.last('insert')).toMatchObject({ node: 2, moves: ['h0i2', 'i9h9'] })
    retry.next()
    expect(retry.stage).toBe('finished')
  })

  it.each([
    // Near the best of the review: the best is not searched.
    [0.66, null, 'right'],
    // The best by the same search is worth less than the review says.
    [0.6, 0.63, 'right'],
    // It is worth more: the review counts.
    [0.66, 0.9, 'right'],
    [0.6, 0.7, 'better'],
    [0.46, 0.7, 'better'],
    [0.43, 0.7, 'wrong'],
    [0.2, 0.7, 'wrong'],
  ])('judges another move by its search: %f against %f is %s', async (tried, best, stage) => {
    const retry = begin()
    const judged = retry.play({ text: 'c0e2', from: 'c0', to: 'e2' })
    expect(retry.stage).toBe('checking')
    expect(socket.last('analyse')).toMatchObject({ node: 2, only: ['c0e2'], lines: 1 })
    const { ms } = socket.last('analyse')!
    expect(retrySigns(retry)).toMatchObject([{ kind: 'refutes' }, { kind: 'line', to: 'e2' }])
    socket.say(answer(2, 'c0e2', tried, 'searching'))
    // The move is on the board as soon as the machine has written it.
    expect(session.aside.last?.text).toBe('c0e2')
    socket.say(answer(2, 'c0e2', tried))
    await Promise.resolve()
    await Promise.resolve()
    const asked = socket.last('analyse')!.only
    expect(asked).toEqual(stage === 'right' && tried === 0.66 ? ['c0e2'] : ['h0i2'])
    if (best !== null) {
      expect(socket.last('analyse')).toMatchObject({ ms })
      socket.say(answer(2, 'h0i2', best))
    }
    await judged
    expect(retry.stage).toBe(stage)
    expect(edits()).toEqual([])
    // What is not good enough goes back, and another move can be tried.
    if (stage === 'right') return
    vi.advanceTimersByTime(3000)
    expect([session.aside.line, retry.isOpen]).toEqual([null, true])
    const again = retry.play({ text: 'b0c2', from: 'b0', to: 'c2' })
    socket.say(answer(2, 'b0c2', 0.6))
    await again
    // The best move was searched once.
    expect(socket.sent.filter((x) => `${x.only}` === 'h0i2')).toHaveLength(1)
  })

  it.each([
    ['is lost', () => socket.break()],
    ['is silent', () => vi.advanceTimersByTime(60_000)],
    [
      'refuses',
      () => {
        const { id } = socket.last('analyse')!
        socket.say({ type: 'error', id, problem: { code: 'too-many', message: '' } })
      },
    ],
  ])('calls no move wrong when the hall %s', async (_, fail) => {
    const retry = begin()
    const judged = retry.play({ text: 'c0e2', from: 'c0', to: 'e2' })
    socket.say(answer(2, 'c0e2', 0.1, 'searching'))
    fail()
    await judged
    expect(retry.stage).toBe('unjudged')
    expect(retry.text).toMatch(/not judged/)
    expect(retry.isOpen).toBe(true)
  })

  it('asks for the mistakes of the person first, where the other side is the machine', () => {
    const two = reviewOf([
      mistake({ node: 2, ply: 2, side: 'second' }),
      mistake({ node: 3, ply: 3 }),
      mistake({ node: 4, ply: 4, side: 'second' }),
    ])
    expect(ownSide({ players: ['', 'Yiqi level 3'] })).toBe('first')
    expect(ownSide({ players: ['Yiqi level 3', 'Ada'] })).toBe('second')
    expect(ownSide({ players: ['Ada', 'Bo'] })).toBe(null)
    expect(ownSide({ players: ['Yiqi level 1', 'Yiqi level 3'] })).toBe(null)
    const retry = begin(two, { players: ['', 'Yiqi level 3'] })
    expect([retry.side, retry.count, retry.mistake?.node]).toEqual(['first', 1, 3])
    retry.stop()
    retry.side = null
    retry.start()
    expect([retry.count, retry.mistake?.node]).toEqual([3, 3])
    retry.next()
    expect(retry.mistake?.node).toBe(2)
    const others = begin(two)
    expect([others.side, others.mistake?.node]).toEqual([null, 2])
  })

  it('skips a mistake without counting it, and gives two hints before it shows the move', () => {
    const retry = begin()
    retry.hint()
    retry.hint()
    retry.hint()
    expect([retry.hints, retry.hintSquares]).toEqual([2, { from: 'h0', to: 'i2' }])
    retry.show()
    expect([retry.stage, session.aside.step]).toEqual(['shown', 0])
    vi.advanceTimersByTime(1000)
    expect(session.aside.last?.text).toBe('h0i2')
    expect(edits()).toEqual([])
    retry.stop()
    expect(session.aside.line).toBe(null)
    retry.start()
    retry.next()
    expect([retry.stage, retry.found]).toEqual(['finished', 0])
  })

  it('leads back from another position', () => {
    const retry = begin()
    session.previous()
    expect(retry.isAway).toBe(true)
    retry.return()
    expect([session.at, retry.isAway]).toEqual([2, false])
  })
})

describe('a line beside the study', () => {
  const show = () => {
    open(reviewOf([mistake()]), {}, 3)
    session.showLine(betterLine(session.tree, mistake())!)
  }

  it('is stepped through on the board and leads back, and nothing is written', () => {
    show()
    // First the position before the mistake, with the arrow; then the better move.
    expect([session.at, session.aside.step]).toEqual([2, 0])
    expect(signsOf(session)).toMatchObject([{ kind: 'better', from: 'h0', to: 'i2' }])
    vi.advanceTimersByTime(1000)
    expect(session.last?.text).toBe('h0i2')
    expect(session.turn).toBe('second')
    session.next()
    session.next()
    expect(session.last?.text).toBe('i9h9')
    session.first()
    expect(session.aside.step).toBe(0)
    session.end()
    session.previous()
    expect(session.aside.step).toBe(1)
    session.leaveLine()
    expect([session.at, session.aside.line]).toEqual([3, null])
    expect(edits()).toEqual([])
  })

  it('ends when a move of the study is shown, and keys do not change what is not seen', () => {
    show()
    const actions = { session, best: 'a0a1' } as Actions
    const place = { onBoard: false, inTabs: false, onButton: false, letters: {} }
    const press = (key: string) =>
      meaning(
        { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false },
        actions,
        place,
      )
    expect([press('Delete'), press(' ')]).toEqual([null, null])
    press('Escape')!()
    expect([session.at, session.aside.line]).toEqual([3, null])
    session.showLine(betterLine(session.tree, mistake())!)
    session.look(1)
    expect(session.aside.line).toBe(null)
    vi.advanceTimersByTime(1000)
    expect(session.last?.text).toBe('h2e2')
  })

  it('is known when the study has it', () => {
    const tree = treeOf(nodes())
    expect(hasLine(tree, 1, [{ text: 'h9g7' }, { text: 'h0g2' }])).toBe(true)
    expect(hasLine(tree, 1, [{ text: 'h9g7' }, { text: 'a0a1' }])).toBe(false)
  })
})

describe('a review in words', () => {
  it('says why, or what was better, of blamed moves only', () => {
    expect(sentence(study(), null, mistake())).toBe('Better was h0i2.')
    expect(sentence(study(), null, mistake({ reason: { code: 'allows-win', moves: 4 } }))).toBe(
      'Black can now force a win in 4.',
    )
    expect(sentence(study(), null, mistake({ grade: 'book' }))).toBe('')
    expect(betterLine(treeOf(nodes()), mistake({ grade: 'good' }))).toBe(null)
  })

  it('draws the refutation where its line begins after the move', () => {
    const board = { ...study().board, moves: [{ text: 'h9g7', from: 'h9', to: 'g7' }] }
    const line = [{ text: 'h9g7', notations: {} }]
    const of = (code: string) => refutation(board, mistake({ reason: { code, line } }))
    expect(of('allows-win')).toMatchObject({ from: 'h9', to: 'g7' })
    expect(of('misses-win')).toBe(null)
    expect(refutation({ ...board, moves: [] }, mistake({ reason: { code: 'x', line } }))).toBe(null)
  })

  it('sums the game up in one sentence', () => {
    const tree = treeOf(nodes())
    const of = (more: Partial<Review>, moves = [mistake()]) =>
      headline(study(), reviewOf(moves, more), tree)
    expect(of({ decisive_ply: 4 })).toEqual({ text: 'Decided by 2… C2=5.', node: 4 })
    expect(of({ turning_points: [2, 3] })).toEqual({
      text: 'The game turned at 2. C2=5.',
      node: 3,
    })
    expect(of({ decisive_ply: null })?.text).toBe('No single move decided the game.')
    expect(of({}, [mistake({ grade: 'good' })])?.text).toBe('No mistake was found.')
    expect(of({ state: 'running', decisive_ply: 4 })).toBe(null)
  })

  it('says how long it will take as roughly as it is known', () => {
    expect([900, 41_700, 200_000].map(leftWords)).toEqual([
      'a few seconds left',
      'about 40\u00a0s left',
      'about 3\u00a0min left',
    ])
  })
})

describe('the curve of a review', () => {
  it('has a gap where nothing was searched, and begins where the first move did', () => {
    const moves = [1, 2, 4].map((ply) => mistake({ ply, node: ply, chance: 0.5, loss: 0.1 }))
    const curve = curveOf({ review: reviewOf(moves), tree: treeOf(nodes()) })
    expect(curve.start).toBeCloseTo(0.6)
    const plies = (of: typeof curve) => runsOf(of).map((run) => run.map((spot) => spot.ply))
    expect(plies(curve)).toEqual([[0, 1, 2], [4]])
    const late = curveOf({ review: reviewOf(moves.slice(1)), tree: treeOf(nodes()) })
    expect([late.start, plies(late)]).toEqual([null, [[2], [4]]])
  })
})

describe('the heat map', () => {
  it('is shown when every point has its value, or the search has ended', () => {
    open(reviewOf([]))
    const { analyses } = session
    const board = { ...study().board, moves: ['a', 'b', 'c'].map((to) => ({ text: to, to })) }
    const position = { node: 0, text: '', turn: 'first', board, warnings: [], points: true }
    socket.say({ type: 'position', position })
    const some = (n: number, done = false) => ({
      type: 'values',
      values: {
        node: 0,
        done,
        values: ['a', 'b', 'c'].slice(0, n).map((to) => ({ text: to, to, chance: 0.5, depth: 1 })),
      },
    })
    socket.say(some(2))
    expect(analyses.values).toBe(null)
    socket.say(some(3))
    expect(analyses.values?.values).toHaveLength(3)
    socket.say(some(2, true))
    expect(analyses.values?.values).toHaveLength(2)
  })
})
