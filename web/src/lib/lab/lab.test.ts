import { beforeEach, describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { addressOf, readSetUp, USUAL } from './address'
import { Camera } from './camera'
import { Decoder, readFrame, writeFrame } from './decode'
import { en } from './en'
import { Facts, plainStyle } from './facts'
import { Painter, type Theme } from './draw'
import { Player } from './player.svelte'
import { Run } from './run.svelte'
import { valueText } from './score'
import { textbooks } from './textbooks'
import { ENTER, LEAVE, PURPOSES, RAISE, REASONS, SearchTree } from './tree'
import type { Recording, Textbook } from './types'
import { neighbour } from './walk'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

let books: readonly Textbook[] = []
beforeEach(async () => {
  books = await textbooks()
})

function recorded(id: string): Run {
  const book = books.find((x) => x.id === id || (id.startsWith(x.id) && !/minimax/.test(id)))!
  return Run.written(0, book, { technique: 'alpha-beta', depth: 2, at: null })
}
const factsOf = (run: Run) => new Facts(plainStyle(run, 'en'))

/** Each node with its window as it is entered, from the view of the side that moves at the root. */
function windows(run: Run): string[] {
  const facts = factsOf(run)
  const { tree } = run
  return Array.from({ length: tree.nodes }, (_, id) => {
    const path = tree
      .path(id)
      .map((at) => run.text(at))
      .join('')
    return `${path}[${facts.window(id, tree.enterAt[id]! + 1).join(',')}]`
  })
}

describe('the tree of a search', () => {
  it('has the windows of the textbook', () => {
    expect(windows(recorded('norvig-alpha-beta'))).toEqual([
      '[−∞,∞]',
      'A[−∞,∞]',
      'AA[−∞,∞]',
      'AB[−∞,3]',
      'AC[−∞,3]',
      'B[3,∞]',
      'BA[3,∞]',
      'C[3,∞]',
      'CA[3,∞]',
      'CB[3,14]',
      'CC[3,5]',
    ])
    const deep = windows(recorded('four-plies-alpha-beta'))
    for (const window of ['AAB[5,∞]', 'AABB[5,7]', 'AB[−∞,5]', 'B[3,∞]', 'C[6,∞]']) {
      expect(deep).toContain(window)
    }
    expect(deep.some((x) => x.startsWith('CB['))).toBe(false)
  })

  it('counts what the search counts', () => {
    const { tree } = recorded('norvig-alpha-beta')
    const counts = tree.counts(tree.events)
    expect([counts.nodes, counts.leaves, counts.cuts]).toEqual([11, 7, 2])
    const minimax = recorded('norvig-minimax').tree
    expect(minimax.counts(minimax.events).leaves).toBe(9)
  })

  it('shows the window as it narrows, and the principal variation as it changes', () => {
    const run = recorded('norvig-alpha-beta')
    const { tree } = run
    const facts = factsOf(run)
    const raised = Array.from({ length: tree.events }, (_, i) => i).filter(
      (i) => tree.kind[i] === RAISE && tree.subject[i] === 0,
    )
    expect(facts.window(0, raised[0]!)).toEqual(['−∞', '∞'])
    expect(facts.window(0, raised[0]! + 1)).toEqual(['3', '∞'])
    expect(tree.line(raised[0]!)).toEqual([])
    expect(tree.line(tree.events).map((id) => run.text(id))).toEqual(['', 'A', 'A'])
    expect(facts.result(5)).toBe('≤\u202f2')
    expect(tree.leftOut(5)).toBe(2)
  })

  it('counts up to any time as one would by hand, also behind stored counts', () => {
    const tree = new SearchTree()
    const decoder = new Decoder(tree)
    decoder.feed([0, 1, 0, 0])
    for (let i = 0; i < 900; i++) {
      decoder.feed([1, -1, -5, 5])
      decoder.feed([1 | (1 << 8) | (1 << 24), i % 7, -5, 5])
      decoder.feed([4 | (2 << 4), 1, 0, 0])
      decoder.feed([4 | ((i % 3 === 0 ? 1 : 0) << 4), 1, 1 | (3 << 16), i % 3 === 0 ? 4 : 0])
    }
    for (const time of [0, 1, 511, 512, 513, 1800, 3600, tree.events]) {
      const by = { nodes: 0, leaves: 0, cuts: 0, saved: 0 }
      for (let at = 0; at < time; at++) {
        const id = tree.subject[at]!
        if (tree.kind[at] === ENTER) by.nodes++
        if (tree.kind[at] !== LEAVE) continue
        if (tree.isLeaf(id)) by.leaves++
        if (REASONS[tree.reason[id]!] === 'cut-off') by.cuts++
        by.saved += tree.saved.get(id) ?? 0
      }
      expect(tree.counts(time)).toMatchObject(by)
    }
  })

  it('gives each leaf a column, and one to the moves that a cut-off left out', () => {
    const { tree } = recorded('norvig-alpha-beta')
    // Seven leaves, and B with two moves left out; C was cut off at its last move.
    expect(tree.slots).toBe(8)
    expect([tree.slotStart[5], tree.slotEnd[5]]).toEqual([3, 5])
  })

  it('joins a node to the one whose value the table had', () => {
    const tree = new SearchTree()
    new Decoder(tree).feed(
      [
        [0, 1, 0, 0],
        [1, -1, -9, 9],
        [1 | (1 << 8), 0, -9, 9],
        [4, 3, 0, 0],
        [1 | (1 << 8), 1, -9, 9],
        [5, 1, 0, 0],
        [4 | (8 << 4), 3, 0, 0],
        [4, 3, 2, 0],
      ].flat(),
    )
    expect(tree.joins.get(2)).toBe(1)
    expect(tree.counts(tree.events).table).toBe(1)
  })
})

describe('the steps', () => {
  it('lead to the next cut-off and out of a node', () => {
    const run = recorded('norvig-alpha-beta')
    const player = new Player(() => [run])
    player.nextCut(run)
    expect(run.tree.current(player.time)).toBe(5)
    expect(factsOf(run).sentence(player.time)).toMatch(
      /^Cut off: with A MAX gets at most 2, but MAX already has 3 elsewhere.* 2 moves are not looked at/,
    )
    player.seek(4)
    expect(run.tree.current(player.time)).toBe(2)
    player.out(run)
    expect(run.tree.ended(2, player.time)).toBe(true)
    player.out(run)
    expect(run.tree.current(player.time)).toBe(1)
    expect(run.tree.ended(1, player.time)).toBe(true)
  })

  it('are sentences in every language, whatever happens', () => {
    const facts = {
      max: 'X',
      min: 'Y',
      move: 'm',
      value: '1',
      best: 'b',
      tried: 2,
      leftOut: 3,
      saved: '7',
      depth: 1,
    }
    for (const { steps } of [en, zhHans, zhHant]) {
      for (const isMax of [true, false]) {
        for (const [low, high] of [
          ['', ''],
          ['1', ''],
          ['', '2'],
          ['1', '2'],
        ] as const) {
          for (const exact of [true, false]) {
            const given = { ...facts, isMax, low, high, exact }
            const texts = [
              ...REASONS.map((reason) => steps.reasons[reason]?.(given)),
              ...PURPOSES.slice(1).map((purpose) => steps.purposes[purpose]?.(given)),
              steps.root(given),
              steps.enter(given),
              steps.raise(given),
              steps.skip(given),
            ]
            for (const text of texts) expect(text).toMatch(/^(?!.*undefined).+[.。]$/)
          }
        }
      }
    }
  })

  it('names which limit ended a search, in every language and without the words of the server', () => {
    const run = new Run(0, { technique: 'minimax', depth: 4, at: null }, () => 'r1')
    const ended = {
      state: 'limit',
      events: 0,
      leaves: 0,
      time_ms: 0,
      message: 'said by the server',
    }
    run.begin(1000)
    for (const [nodes, stands] of [
      [1000, 'limit'],
      [999, 'limit-memory'],
    ] as const) {
      run.recording = { ...ended, nodes } as Recording
      expect(run.stands).toBe(stands)
      for (const { states } of [en, zhHans, zhHant]) expect(states[stands]).toMatch(/[.。]$/)
    }
  })

  it('ends when the server refuses the search, and not for another refusal', () => {
    const at = { variant: 'xiangqi', moves: [] }
    const run = new Run(0, { technique: 'minimax', depth: 4, at }, () => 'r1')
    run.begin(1000)
    run.refuse('r2', { code: 'bad-node', message: '' })
    expect(run.whole).toBe(false)
    run.refuse('r1', { code: 'bad-position', message: '' })
    expect(run.whole).toBe(true)
  })

  it('ends when the connection is lost', () => {
    const at = { variant: 'xiangqi', moves: [] }
    const run = new Run(0, { technique: 'minimax', depth: 4, at }, () => 'r1')
    run.begin(1000)
    run.recording = { state: 'searching', nodes: 10, events: 20 } as Recording
    expect(run.whole).toBe(false)
    run.lose({ code: 'offline', message: '' })
    expect(run.whole).toBe(true)
  })

  it('of every kind have a sentence', () => {
    for (const id of ['norvig-alpha-beta', 'norvig-minimax', 'four-plies-alpha-beta']) {
      const run = recorded(id)
      const facts = factsOf(run)
      for (let time = 0; time <= run.tree.events; time++) {
        expect(facts.sentence(time), `${id} ${time}`).toMatch(/^[A-Z].*\.$/)
      }
    }
  })
})

describe('the keys', () => {
  it('go from node to node', () => {
    const { tree } = recorded('norvig-alpha-beta')
    const all = tree.events
    expect(neighbour(tree, 0, 'ArrowDown', all)).toBe(1)
    expect(neighbour(tree, 1, 'ArrowRight', all)).toBe(5)
    expect(neighbour(tree, 5, 'ArrowLeft', all)).toBe(1)
    expect(neighbour(tree, 5, 'ArrowUp', all)).toBe(0)
    expect(neighbour(tree, 7, 'ArrowRight', all)).toBe(7)
    // What is not searched yet cannot be reached.
    expect(neighbour(tree, 1, 'ArrowRight', 5)).toBe(1)
    expect(neighbour(tree, 1, 'x', all)).toBeNull()
  })
})

describe('what the server sends', () => {
  it('is read as it was written', () => {
    const frame = { slot: 1, from: 70, numbers: Int32Array.from([1, -1, -32400, 32400]) }
    expect(readFrame(writeFrame(frame))).toEqual(frame)
    expect(readFrame(new ArrayBuffer(3))).toBeNull()
    expect(readFrame(new ArrayBuffer(64))).toBeNull()
    // A page that is cut off is none.
    expect(readFrame(writeFrame(frame).slice(0, 24))).toBeNull()
  })

  it('is a value in hundredths, a proven end, or a point of a textbook', () => {
    expect(valueText(35, false)).toBe('+0.35')
    expect(valueText(-120, false)).toBe('−1.20')
    expect(valueText(31995, false)).toBe('+#3')
    expect(valueText(-32400, false)).toBe('−∞')
    expect(valueText(-3, true)).toBe('−3')
  })
})

describe('an address', () => {
  it('sets up the lab', () => {
    const setUp = {
      tab: 'search',
      source: { kind: 'text', variant: 'v', text: 'a:b c/d 1' },
      depth: 3,
      techniques: ['alpha-beta', 'minimax'],
      go: true,
      lesson: 3,
      choices: USUAL.choices,
    } as const
    const address = addressOf(setUp)
    expect(readSetUp(address.split('?')[1]!)).toEqual(setUp)
    const line = 'line:v:2:32-28 19-23 28x19:W:W31-50:B1-20'
    for (const from of [
      'start:v',
      'game:abc',
      'game:abc:7',
      'study:s:4',
      'textbook:norvig',
      line,
    ]) {
      const { source } = readSetUp(new URLSearchParams({ from }).toString())
      expect(addressOf({ source })).toBe(`#/lab?${new URLSearchParams({ from }).toString()}`)
    }
  })

  it('holds a game that was opened, and the move after which it is searched', () => {
    const source = (from: string) => readSetUp(new URLSearchParams({ from }).toString()).source
    expect(source('line:v:2:32-28 19-23 28x19:W:W31-50:B1-20')).toEqual({
      kind: 'line',
      variant: 'v',
      ply: 2,
      moves: ['32-28', '19-23', '28x19'],
      position: 'W:W31-50:B1-20',
    })
    // A place behind the last move is the last one.
    expect(source('line:v:9:a b:p')).toMatchObject({ ply: 2 })
    for (const bad of ['line:v', 'line:v:x:a:p', 'line:v:1::p', 'line:v:1:a']) {
      expect(source(bad), bad).toBe(null)
    }
  })

  it('that is wrong sets up what is usual', () => {
    expect(readSetUp('from=moon:1&depth=99&with=<b>&tab=x')).toMatchObject({
      source: null,
      depth: 2,
      techniques: ['alpha-beta'],
      tab: 'search',
      go: false,
    })
  })
})

describe('the picture', () => {
  it('says how many moves a cut-off has left out', () => {
    const run = recorded('norvig-alpha-beta')
    const written: string[] = []
    const ctx = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'fillText'
            ? (text: string) => written.push(text)
            : name === 'measureText'
              ? () => ({ width: 1 })
              : () => {},
        set: () => true,
      },
    ) as CanvasRenderingContext2D
    const camera = new Camera()
    camera.width = 1000
    camera.height = 500
    camera.fit(run.tree.slots)
    for (const words of [en, zhHans, zhHant]) {
      new Painter(ctx).draw(
        {
          tree: run.tree,
          time: run.tree.events,
          camera,
          theme: {} as Theme,
          current: 0,
          focus: 0,
          line: new Set(),
          path: new Set(),
          label: () => '',
          value: () => '',
          title: () => '',
          leftOut: words.tree.leftOut,
        },
        1,
      )
    }
    expect(written.filter((text) => /2/.test(text))).toEqual(['2 cut', '剪 2', '剪 2'])
  })

  it('of a large tree draws only what can be seen', () => {
    const tree = new SearchTree()
    const visit = (ply: number) => {
      tree.enter({ move: 0, purpose: 0, ply, depth: 5 - ply, quiet: -1, alpha: -9, beta: 9 })
      if (ply < 5) for (let i = 0; i < 10; i++) visit(ply + 1)
      tree.leave({ score: 0, reason: 0, tried: ply < 5 ? 10 : 0, width: 10 })
    }
    visit(0)
    expect(tree.nodes).toBe(111_111)
    let strokes = 0
    const ctx = new Proxy(
      {},
      {
        get: (_, name) => (name === 'stroke' || name === 'fillRect' ? () => strokes++ : () => {}),
        set: () => true,
      },
    ) as CanvasRenderingContext2D
    const camera = new Camera()
    camera.width = 1000
    camera.height = 500
    const painter = new Painter(ctx)
    const scene = {
      tree,
      time: tree.events,
      camera,
      theme: {} as Theme,
      current: 0,
      focus: 0,
      line: new Set<number>(),
      path: new Set<number>(),
      label: () => '',
      value: () => '',
      title: () => '',
      leftOut: () => '',
    }
    camera.fit(tree.slots)
    painter.draw(scene, 1)
    expect(strokes).toBeLessThan(6000)
    strokes = 0
    camera.zoom(1e9, 300, tree.slots)
    painter.draw(scene, 1)
    expect(strokes).toBeGreaterThan(5)
    expect(strokes).toBeLessThan(100)
    expect(painter.at(-5, -5)).toBe(-1)
    // The root stays in the window although its middle is far to the right of it.
    expect(painter.at(camera.width - 20, 49)).toBe(0)
  })
})
