// Studies with made-up lines of the machine and a made-up review, so that a test knows what the page has
// to show. The positions come from games of the hall. `prepare` adds variations, comments and shapes.

import { ask, board, people } from './hall.mjs'

export async function mockStudies(
  hall,
  page,
  { variant, moves, position, review = null, prepare },
) {
  const opened = new Map()
  const open = async (path) => {
    const key = path.join(' ')
    if (!opened.has(key)) {
      const wanted = { variant, players: people, clock: { kind: 'none' }, moves: path }
      opened.set(
        key,
        ask(hall, 'POST', '/api/games', { ...wanted, ...(position ? { position } : {}) }),
      )
    }
    return opened.get(key)
  }
  const root = await open([])
  const whole = await open(moves)
  const now = new Date().toISOString()
  const nodes = new Map([[0, { id: 0, children: [] }]])
  let next = 1
  let version = 1
  const add = (parent, played) => {
    const id = next++
    nodes.set(id, { id, parent, children: [], played })
    nodes.get(parent).children.push(id)
    return id
  }
  whole.moves.reduce((at, played) => add(at, played), 0)
  const pathOf = (id) => {
    const node = nodes.get(id)
    return node.played ? [...pathOf(node.parent), node.played.text] : []
  }
  const playOn = async (node, text) => {
    const known = nodes.get(node).children.find((x) => nodes.get(x).played.text === text)
    if (known) return known
    const game = await open([...pathOf(node), text])
    return add(node, game.moves.at(-1))
  }
  await prepare?.({ nodes, playOn })
  const lossOf = (i) => [0.01, 0, 0.06, 0.02, 0.14, 0.35, 0, 0.03][i % 8]
  /** For each blamed move another one and two more, and for each of these moves the first legal answer. */
  const better = new Map()
  const refuted = new Map()
  for (const [i, { text }] of whole.moves.entries()) {
    if (lossOf(i) <= 0.05) continue
    const path = moves.slice(0, i)
    const { board } = await open(path)
    let at = await open([...path, (board.moves.find((x) => x.text !== text) ?? { text }).text])
    for (let k = 0; k < 2 && at.board.moves[0]; k++)
      at = await open([...at.moves.map((x) => x.text), at.board.moves[0].text])
    better.set(i, at.moves.slice(i))
    const after = await open(moves.slice(0, i + 1))
    const [answer] = after.board.moves
    refuted.set(i, answer ? [{ text: answer.text, notations: {} }] : [])
  }
  const reviewed = () => {
    const list = whole.moves.map((move, i) => {
      const loss = lossOf(i)
      const line = better.get(i) ?? []
      const [best] = line
      return {
        node: i + 1,
        ply: i + 1,
        side: move.side,
        score: { cp: Math.round(180 * Math.sin(i / 3)) },
        chance: 0.5 + 0.35 * Math.sin(i / 3),
        loss,
        grade:
          i < 2
            ? 'book'
            : loss > 0.25
              ? 'blunder'
              : loss > 0.1
                ? 'mistake'
                : loss > 0.05
                  ? 'inaccuracy'
                  : 'good',
        accuracy: 100 - 100 * loss,
        best: best ? { text: best.text, notations: best.notations } : null,
        best_line: line,
        reason: loss > 0.25 ? { code: 'allows-win', moves: 4, line: refuted.get(i) } : null,
        time_ms: 2000 + 300 * i,
      }
    })
    const side = (which) => ({
      accuracy: which ? 71.2 : 83.7,
      counts: { book: 1, good: 4, inaccuracy: 1, mistake: 1, blunder: which },
      by_phase: [92, 70 + which, null],
      average_loss: 0.05,
    })
    return {
      state: 'done',
      done: list.length + 1,
      total: list.length + 1,
      per_move: { nodes: 30000 },
      moves: list,
      sides: [side(0), side(1)],
      phases: [Math.round(list.length / 2), list.length + 9],
      turning_points: [6],
      decisive_ply: list.length > 5 ? 6 : null,
    }
  }
  /** The posted studies and reviews, the edits, the review as it stands, and what a test says that a move is worth. */
  const state = { posted: [], review: null, tell: () => {}, chanceOf: () => null, edits: [] }
  state.reviewed = reviewed
  const chancesOf = (text, i) => {
    const chance = state.chanceOf(text)
    return chance === null
      ? [620 - 60 * i, 100, 280 + 60 * i]
      : [1000 * chance, 0, 1000 - 1000 * chance]
  }
  if (review === 'done') state.review = reviewed()
  /** The nodes before each edit. */
  const undo = []
  const study = () => ({
    id: 'mock',
    version,
    title: 'Ada – Bo',
    variant,
    rules: root.rules,
    players: ['Ada', 'Bo'],
    tags: {},
    result: null,
    game: whole.id,
    created_at: now,
    updated_at: now,
    start: root.start,
    turn: root.turn,
    board: root.board,
    nodes: [...nodes.values()],
    review: state.review,
    engines: [
      { id: 'own', name: 'Yiqi', external: false },
      { id: 'level-3', name: 'Level 3', external: false },
      { id: 'other', name: 'Another program', external: true },
    ],
    can_undo: undo.length > 0,
  })
  await page.route(/\/api\/studies/, (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') state.posted.push(request.postDataJSON())
    if (pathname.endsWith('/review')) {
      const whole = reviewed()
      state.review =
        request.method() === 'POST'
          ? { ...whole, state: 'running', done: 2, moves: whole.moves.slice(0, 2), left_ms: 4000 }
          : { ...state.review, state: 'cancelled' }
      state.tell({ type: 'review', review: state.review })
      return route.fulfill({ status: 202, json: state.review })
    }
    return route.fulfill({
      json:
        route.request().method() === 'GET' && route.request().url().endsWith('/api/studies')
          ? {
              studies: [{ ...study(), moves: nodes.size - 1, board: whole.board, damaged: false }],
              total: 1,
            }
          : study(),
    })
  })
  await page.routeWebSocket(/\/api\/studies\/.*\/live/, (ws) => {
    const tell = (event) => ws.send(JSON.stringify(event))
    state.tell = tell
    const changed = (ids, gone = []) => {
      version++
      tell({
        type: 'changed',
        after: version - 1,
        version,
        updated_at: now,
        nodes: ids.map((id) => nodes.get(id)),
        gone,
        can_undo: undo.length > 0,
      })
    }
    tell({ type: 'state', study: study() })
    ws.onMessage(async (text) => {
      const ask = JSON.parse(text)
      let node = null
      if (state.silent) return
      if (!['look', 'analyse', 'stop', 'ping', 'undo'].includes(ask.type)) {
        undo.push(structuredClone([...nodes]))
        state.edits.push(ask)
      }
      switch (ask.type) {
        case 'look': {
          const game = await open(pathOf(ask.node))
          const { board, turn, position: at, warnings, limit, end } = game
          tell({
            type: 'position',
            position: {
              node: ask.node,
              text: at,
              turn,
              board,
              warnings,
              limit,
              end,
              known: [],
              can_pass: true,
            },
          })
          break
        }
        case 'play':
          node = await playOn(ask.node, ask.text)
          changed([ask.node, node])
          break
        case 'insert': {
          node = ask.node
          for (const move of ask.moves) {
            const before = node
            node = await playOn(node, move)
            changed([before, node])
          }
          break
        }
        case 'comment':
        case 'glyphs':
        case 'shapes':
        case 'collapse': {
          const { id: _id, type: _type, node: at, text, ...rest } = ask
          Object.assign(nodes.get(at), rest, ask.type === 'comment' ? { comment: text } : {})
          changed([at])
          break
        }
        case 'promote':
        case 'make_main': {
          const { parent } = nodes.get(ask.node)
          const list = nodes.get(parent).children
          nodes.get(parent).children = [ask.node, ...list.filter((x) => x !== ask.node)]
          changed([parent])
          break
        }
        case 'delete': {
          const { parent } = nodes.get(ask.node)
          const gone = []
          const drop = (id) => {
            nodes.get(id).children.forEach(drop)
            nodes.delete(id)
            gone.push(id)
          }
          drop(ask.node)
          nodes.get(parent).children = nodes.get(parent).children.filter((x) => x !== ask.node)
          changed([parent], gone)
          break
        }
        case 'undo': {
          const gone = [...nodes.keys()]
          nodes.clear()
          for (const [id, node] of undo.pop()) nodes.set(id, node)
          changed(
            [...nodes.keys()],
            gone.filter((id) => !nodes.has(id)),
          )
          break
        }
        case 'analyse': {
          const game = await open(pathOf(ask.node))
          const wanted = game.board.moves
            .filter((move) => ask.only.length === 0 || ask.only.includes(move.text))
            .slice(0, ask.lines)
          const lines = []
          for (const [i, move] of wanted.entries()) {
            let at = await open([...pathOf(ask.node), move.text])
            const line = [at.moves.at(-1)]
            for (let k = 0; k < 5 && at.board.moves[3]; k++) {
              at = await open([...at.moves.map((x) => x.text), at.board.moves[(k + i) % 3].text])
              line.push(at.moves.at(-1))
            }
            lines.push({
              rank: i + 1,
              depth: 12,
              score: { cp: 120 - 40 * i },
              bound: 'exact',
              chances: chancesOf(move.text, i),
              moves: line,
            })
          }
          state.lines = lines
          tell({
            type: 'analysis',
            analysis: {
              node: ask.node,
              engine: ask.engine,
              state: ask.ms ? 'done' : 'searching',
              depth: 12,
              seldepth: 20,
              nodes: 1234567,
              nps: 890000,
              time_ms: 1400,
              threat: ask.threat,
              only: ask.only,
              lines,
            },
          })
          break
        }
        case 'ping':
          tell({ type: 'pong' })
          return
      }
      tell({ type: 'done', id: ask.id, node })
    })
  })
  return state
}

/** Opens a study of a game with these moves, at a node. */
export async function openMock(hall, page, { node = 0, ...given }) {
  const state = await mockStudies(hall, page, given)
  await page.goto(`${hall.url}/#/study/mock${node ? `/${node}` : ''}`)
  await board(page).waitFor()
  return state
}

/** A short game of each family, and another second move. */
export const short = {
  xiangqi: { moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'], other: ['b9', 'c7'] },
  draughts: { moves: ['32-28', '19-23', '28x19', '14x23'], other: ['17', '21'] },
  gomoku: { moves: ['h8', 'i9', 'g7', 'g9'], other: ['a1'] },
  reversi: { moves: ['d3', 'c3', 'c4', 'e3'], other: ['e3'] },
}
