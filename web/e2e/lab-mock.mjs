// A lab whose searches are those of the textbook's tree, so that a test knows every number. The moves and
// boards are those of games of the hall.

import fs from 'node:fs'
import { ask, people } from './hall.mjs'

export const textbooks = JSON.parse(
  fs.readFileSync(new URL('../src/lib/lab/textbook.json', import.meta.url), 'utf8'),
)

export const about = {
  techniques: [
    ['minimax', []],
    ['alpha-beta', ['cut-offs']],
    ['captures', ['capture-order']],
    ['table', ['table'], false],
    ['null-move', ['null-move'], false],
    ['history-only', ['butterfly'], true, true],
    ['alpha-beta-quiescence', ['quiescence'], false, true],
  ].map(([id, adds, exact = true, beside = false]) => ({ id, adds, exact, beside })),
  deepest: 6,
  most_nodes: 1_000_000,
  variants: ['xiangqi', 'draughts', 'gomoku', 'reversi'].map((id) => ({
    id,
    evaluations: id === 'xiangqi' ? ['own', 'classic-4'] : ['own'],
  })),
}

/** A binary page of events. */
function frame(slot, from, numbers) {
  const buffer = Buffer.alloc(16 + numbers.length * 4)
  buffer.write('LAB1', 0, 'latin1')
  buffer.writeUInt32LE(slot, 4)
  buffer.writeUInt32LE(from, 8)
  buffer.writeUInt32LE(numbers.length / 4, 12)
  for (let i = 0; i < numbers.length; i++) buffer.writeInt32LE(numbers[i], 16 + 4 * i)
  return buffer
}

/** Answers the lab's requests. `variant`: its start has the tree of the textbook, with three moves and three answers each. */
export async function mockLab(hall, page, { variant = 'xiangqi' } = {}) {
  const opened = new Map()
  const open = (path) => {
    const key = path.join(' ')
    if (!opened.has(key)) {
      const wanted = { variant, players: people, clock: { kind: 'none' }, moves: path }
      opened.set(key, ask(hall, 'POST', '/api/games', wanted))
    }
    return opened.get(key)
  }
  const state = { requests: [], evaluated: [] }
  const legal = (game) =>
    game.board.moves.map(({ text, from = null, to }) => ({ text, from, to, notations: {} }))
  /** Every k-th move, so that the moves differ from each other. */
  const three = ({ board: { moves } }) =>
    [0, 1, 2].map((i) => moves[Math.min(i * 4 + 1, moves.length - 3 + i)].text)

  /** The recorded searches by slot. */
  const slots = []
  async function search(slot, technique) {
    const book = textbooks.find((x) => x.id === `norvig-${technique}`) ?? textbooks[0]
    const moves = []
    const paths = []
    const numbers = []
    const path = []
    const number = (text) => {
      if (!moves.includes(text)) moves.push(text)
      return moves.indexOf(text)
    }
    for (const [a, b, c, d] of book.events) {
      if ((a & 15) === 1) {
        const ply = (a >> 8) & 255
        path.length = Math.max(0, ply - 1)
        if (b >= 0) path.push(three(await open(path))[b])
        paths.push([...path])
        numbers.push(a, b < 0 ? -1 : number(path.at(-1)), c, d)
      } else numbers.push(a, b, c, d)
    }
    slots[slot] = { numbers: Int32Array.from(numbers), moves, paths, told: 0 }
  }
  async function node(slot, id) {
    const path = slots[slot]?.paths[id] ?? []
    const game = await open(path)
    return {
      node: id,
      text: game.position,
      turn: game.turn,
      board: { ...game.board, moves: [] },
      path: game.moves,
      legal: legal(game),
      score_of_evaluation: 12,
    }
  }
  const recording = (slot) => {
    const { numbers } = slots[slot]
    let [nodes, leaves] = [0, 0]
    for (let i = 0; i < numbers.length; i += 4) {
      if ((numbers[i] & 15) === 1) nodes++
      if ((numbers[i] & 15) === 4 && ((numbers[i] >> 4) & 15) === 2) leaves++
    }
    const events = numbers.length / 4
    return { state: 'done', events, nodes, leaves, time_ms: 3, score: { cp: 3 }, best: [] }
  }

  await page.route(/\/api\/lab$/, (route) => route.fulfill({ json: about }))
  await page.route(/\/api\/lab\/evaluation$/, async (route) => {
    const asked = route.request().postDataJSON()
    state.evaluated.push(asked)
    const game = await open([])
    const pieces = game.board.pieces
    return route.fulfill({
      json: {
        score_cp: 37,
        turn: 'first',
        terms: [
          { id: 'material', sides: [3300, 3300], total: 0 },
          { id: 'mobility', sides: [120, 75], total: 45 },
          { id: 'threats', sides: [0, 20], total: -20 },
          { id: 'tempo', total: 12 },
        ],
        layers: [
          {
            id: 'places',
            kind: 'shading',
            squares: pieces.map(({ at, side }, i) => ({ at, side, value: ((i * 7) % 23) - 8 })),
          },
          {
            id: 'mobility',
            kind: 'dots',
            pieces: game.board.moves.map(({ from, to }) => ({
              from: from ?? to,
              side: 'first',
              to: [to],
            })),
          },
          {
            id: 'attacks',
            kind: 'arrows',
            arrows: pieces.slice(0, 6).map((piece, i) => ({
              from: piece.at,
              to: pieces[pieces.length - 1 - i].at,
              side: piece.side,
              kind: i % 2 ? 'protect' : 'threat',
            })),
          },
          {
            id: 'control',
            kind: 'control',
            points: game.board.names
              .filter(Boolean)
              .map((at, i) => ({ at, first: (i * 5) % 4, second: (i * 3) % 4 })),
          },
        ],
      },
    })
  })
  await page.routeWebSocket(/\/api\/lab\/live/, (ws) => {
    const tell = (event) => ws.send(JSON.stringify(event))
    ws.onMessage(async (text) => {
      const asked = JSON.parse(text)
      state.requests.push(asked)
      const { slot = 0 } = asked
      switch (asked.type) {
        case 'search':
          await search(slot, asked.technique)
          tell({ type: 'begun', slot, root: await node(slot, 0), techniques: [] })
          tell({ type: 'recording', slot, recording: recording(slot) })
          tell({ type: 'minimax', slot, leaves: 9, exact: true })
          break
        case 'events': {
          const { numbers, moves, told } = slots[slot]
          if (told < moves.length)
            tell({ type: 'moves', slot, from: told, moves: moves.slice(told) })
          slots[slot].told = moves.length
          const from = asked.from * 4
          ws.send(frame(slot, asked.from, numbers.subarray(from, from + (asked.most ?? 32768) * 4)))
          break
        }
        case 'names': {
          const names = []
          for (const id of asked.nodes) {
            const move = (await node(slot, id)).path.at(-1)
            names.push({ node: id, text: move?.text ?? null, notations: move?.notations ?? {} })
          }
          tell({ type: 'names', slot, names })
          break
        }
        case 'node':
          tell({ type: 'node', slot, node: await node(slot, asked.node) })
          break
        case 'mind': {
          const game = await open([])
          const texts = game.board.moves.map((move) => move.text)
          const after = new Map()
          for (const move of texts.slice(0, 8)) {
            after.set(move, (await open([move])).moves[0])
          }
          for (let depth = 1; depth <= 9; depth++) {
            const best = [...after.values()][depth < 4 ? 0 : depth < 7 ? 3 : 5]
            const moves = [...after.values()].map((move, i) => ({
              text: move.text,
              notations: move.notations,
              order: ((i + depth) % 8) + 1,
              nodes: Math.round((move === best ? 900 : 60 + 31 * ((i * depth) % 7)) * 1.6 ** depth),
              time_us: 900 * depth,
              score: move === best ? { cp: 20 + depth } : null,
              favourite: move === best,
            }))
            tell({
              type: 'mind',
              iteration: {
                depth,
                score: { cp: 20 + depth },
                best: [best],
                nodes: 1000 * depth * depth,
                time_ms: 40 * depth,
                moves,
                done: false,
              },
            })
          }
          tell({
            type: 'mind',
            iteration: { depth: 10, best: [], nodes: 0, time_ms: 0, moves: [], done: true },
          })
          break
        }
        case 'ping':
          tell({ type: 'pong' })
          return
      }
      tell({ type: 'done', id: asked.id })
    })
  })
  return state
}
