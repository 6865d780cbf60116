import { describe, expect, it } from 'vitest'
import type { Event, Game } from '../../types'
import { addressOf, readSetUp, USUAL } from '../address'
import type { LabRequest, Measured } from '../types'
import { decades, growth, minimal, seriesOf, shareOf } from './cost'
import { DepthStudy } from './depth.svelte'
import { bounds, share } from './elo'
import { LONGEST, Match, type Hall, type MatchPlan } from './match.svelte'
import { readChoices, settingText } from './setting'

const point = (by: string, depth: number, leaves: number, state: Measured['state'] = 'done') =>
  ({ request: '', by, depth, state, nodes: 2 * leaves, leaves, time_us: 1000 * leaves }) as Measured

describe('what depth costs', () => {
  // The figures of notebook/lab.md for Xiangqi, six positions.
  const points = [
    point('minimax', 1, 191),
    point('minimax', 2, 6676),
    point('minimax', 3, 236212),
    point('alpha-beta', 1, 191),
    point('alpha-beta', 2, 1544),
    point('alpha-beta', 3, 58400),
    point('alpha-beta', 4, 0, 'limit'),
  ]

  it('is a curve for each technique, up to the depth that took too long', () => {
    const [minimax, pruned] = seriesOf(points, ['minimax', 'alpha-beta'], 'leaves')
    expect(minimax).toEqual({ by: 'minimax', values: [191, 6676, 236212], tooLong: 0 })
    expect(pruned).toEqual({ by: 'alpha-beta', values: [191, 1544, 58400], tooLong: 4 })
    expect(seriesOf(points, ['minimax'], 'time')[0]!.values).toEqual([191, 6676, 236212])
    expect(shareOf(pruned!, minimax)).toMatchObject({ depth: 3, own: 58400, all: 236212 })
    expect(shareOf(pruned!, minimax)!.share).toBeCloseTo(0.247, 3)
    expect(shareOf(minimax!, minimax)).toBeNull()
  })

  it('grows by a factor a ply', () => {
    expect(growth([191, 6676, 236212])).toBeCloseTo(35.2, 1)
    expect(growth([10, 30])).toBe(3)
    expect(growth([10])).toBeNull()
  })

  it('is at least the tree of Knuth and Moore', () => {
    // 40 moves everywhere, four plies: twice the square root, less one.
    expect(minimal(40 ** 4, 4)).toBeCloseTo(2 * 1600 - 1, 6)
    expect(minimal(40 ** 3, 3)).toBeCloseTo(1600 + 40 - 1, 6)
  })

  it('fits between powers of ten', () => {
    expect(decades([191, 236212])).toEqual([100, 1e3, 1e4, 1e5, 1e6])
    expect(decades([0.5, 3])).toEqual([0.1, 1, 10])
    expect(decades([1000])).toEqual([1000, 10_000])
    expect(decades([])).toEqual([1, 10])
  })
})

describe('a study of depth', () => {
  function begin(by: readonly string[], to: number) {
    const sent: LabRequest[] = []
    const study = new DepthStudy((request) => `r${sent.push(request)}`)
    study.begin({ at: { variant: 'xiangqi', moves: [] }, by, to, ms: 1000 })
    const answer = (state: Measured['state'] = 'done') => {
      const { by, depth } = study.now!
      study.receive({ ...point(by, depth, 10, state), request: `r${sent.length}` })
    }
    return { study, sent, answer }
  }

  it('measures all techniques at a depth before it goes deeper', () => {
    const { study, answer } = begin(['minimax', 'full'], 2)
    const seen: string[] = []
    while (study.running) {
      seen.push(`${study.now!.by} ${study.now!.depth}`)
      answer()
    }
    expect(seen).toEqual(['minimax 1', 'full 1', 'minimax 2', 'full 2'])
    expect([study.points.length, study.stopped]).toEqual([4, false])
  })

  it('does not try deeper what needed too long', () => {
    const { study, sent, answer } = begin(['minimax', 'full'], 3)
    answer('limit')
    while (study.running) answer()
    expect(sent.map((request) => 'by' in request && `${request.by} ${request.depth}`)).toEqual([
      'minimax 1',
      'full 1',
      'full 2',
      'full 3',
    ])
  })

  it('can be stopped, and keeps what it has', () => {
    const { study, sent, answer } = begin(['minimax'], 9)
    answer()
    study.stop()
    expect(sent.at(-1)).toEqual({ type: 'measure_stop' })
    study.receive({ ...point('minimax', 2, 5), request: 'r2' })
    expect([study.points.length, study.running, study.stopped]).toEqual([1, false, true])
  })
})

describe('choices in the address', () => {
  it('are read as they were written', () => {
    const source = { kind: 'start', variant: 'xiangqi' } as const
    const choices = {
      compare: ['minimax', 'alpha-beta', 'classic-4'],
      to: 4,
      seconds: 10,
      match: {
        sides: [
          { level: 3, preset: 'classic-4', depth: 3, ms: 0 },
          { level: 7, preset: '', depth: 0, ms: 500 },
        ],
        games: 20,
        here: true,
      },
    } as const
    const depth = addressOf({ ...USUAL, tab: 'depth', source, choices, go: true })
    expect(depth).toBe(
      '#/lab?tab=depth&from=start%3Axiangqi&compare=minimax%2Calpha-beta%2Cclassic-4&to=4&longest=10&go=1',
    )
    expect(readSetUp(depth.split('?')[1]!).choices).toMatchObject({
      compare: choices.compare,
      to: 4,
      seconds: 10,
    })
    const match = addressOf({ ...USUAL, tab: 'match', source, choices })
    expect(match).toContain('first=classic-4.d3&second=7.t500&games=20&begin=here')
    expect(readSetUp(match.split('?')[1]!).choices.match).toEqual(choices.match)
  })

  it('are the usual ones where the address makes no sense', () => {
    const wrong = new URLSearchParams('compare=%3Cb%3E&to=99&longest=7&first=13&second=&games=3')
    expect(readChoices(wrong)).toEqual(USUAL.choices)
    expect(settingText(USUAL.choices.match.sides[0])).toBe('3.t200')
    // No more than six side by side, none twice.
    const many = new URLSearchParams('compare=a,a,b,c,d,e,f,g')
    expect(readChoices(many).compare).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})

describe('the result of a match', () => {
  it('is a share of the points and a difference in strength', () => {
    expect(share({ won: 3, drawn: 2, lost: 1 })).toBeCloseTo(4 / 6)
    expect(share({ won: 0, drawn: 0, lost: 0 })).toBe(0.5)
    const [low, high] = bounds({ won: 60, drawn: 0, lost: 40 })!
    // 60 of 100: 0.6 ± 1.96 · 0.0492, that is 0.5035 to 0.6965.
    expect([Math.round(low), Math.round(high)]).toEqual([2, 144])
    expect(bounds({ won: 4, drawn: 0, lost: 0 })).toBeNull()
    expect(bounds({ won: 1, drawn: 0, lost: 0 })).toBeNull()
  })
})

describe('a match', () => {
  const level = (level: number) => ({ level, preset: '', depth: 0, ms: 0 })
  const plan: MatchPlan = {
    variant: 'reversi',
    sides: [level(5), level(1)],
    games: 4,
    from: [{ moves: [] }, { moves: ['f5'] }],
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  function open() {
    const removed: string[] = []
    let count = 0
    let tell: (event: Event) => void = () => {}
    const hall: Hall = {
      create: () => Promise.resolve({ id: `g${count++}`, moves: [] } as unknown as Game),
      remove: (id) => Promise.resolve(removed.push(id)),
      follow: (_, onevent) => {
        tell = onevent
        return { close: () => {} }
      },
    }
    const match = new Match(hall)
    const state = (moves: number, end?: object) =>
      tell({ type: 'state', game: { moves: Array(moves).fill({}), end } } as unknown as Event)
    return { match, removed, state }
  }

  it('plays every opening with both colours and counts for player A', async () => {
    const { match, state } = open()
    match.begin(plan)
    for (const winner of ['first', 'first', undefined, 'second'] as const) {
      await settle()
      state(3)
      expect(match.games.at(-1)!.points).toBeNull()
      state(60, { winner, outcome: '', reason: '' })
    }
    await settle()
    expect(match.running).toBe(false)
    const seen = match.games.map(({ opening, side, points }) => [opening, side, points])
    expect(seen).toEqual([
      [0, 'first', 1],
      [0, 'second', 0],
      [1, 'first', 0.5],
      [1, 'second', 1],
    ])
    expect(match.tally).toEqual({ won: 2, drawn: 1, lost: 1 })
  })

  it('draws a game without end, and gives it up', async () => {
    const { match, removed, state } = open()
    match.begin(plan)
    await settle()
    state(LONGEST)
    await settle()
    expect([match.games[0]!.points, match.games[0]!.long, removed]).toEqual([0.5, true, ['g0']])
    expect(match.games.length).toBe(2)
  })

  it('can be ended: the game under way goes, the others stay', async () => {
    const { match, removed, state } = open()
    match.begin(plan)
    await settle()
    state(60, { winner: 'first', outcome: '1-0', reason: '' })
    await settle()
    await match.stop()
    expect([match.running, match.done, match.games.length, removed]).toEqual([false, 1, 1, ['g1']])
    state(1, { winner: 'first', outcome: '1-0', reason: '' })
    expect(match.done).toBe(1)
  })
})
