import { describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { en } from './en'
import { Facts, plainStyle } from './facts'
import { Orders } from './order'
import { Run } from './run.svelte'
import { SearchTree } from './tree'
import type { LabEvent } from './types'

const CUT = 1

/** A tree written by hand: a move with its answers; the value of an inner node says how it ended. */
type Written = readonly [move: number, children: readonly Written[], reason?: number]

function write(tree: SearchTree, [move, children, reason = 0]: Written, ply = 0) {
  const leaf = children.length === 0
  const enter = { move, purpose: 0, ply, depth: 2 - ply, quiet: leaf ? 0 : -1, alpha: -9, beta: 9 }
  tree.enter(enter)
  for (const child of children) write(tree, child, ply + 1)
  const tried = children.length
  tree.leave({
    score: 0,
    reason: leaf ? 2 : reason,
    tried,
    width: reason === CUT ? tried + 2 : tried,
  })
}

const leaf = (move: number): Written => [move, []]
const learning = (tree: SearchTree) => new Orders(tree, () => true)
const moves = (orders: Orders, id: number, time: number) =>
  orders.places(id, time).map(({ move, tried, rose }) => `${move}${tried ? '' : '?'}${rose || ''}`)

describe('the order of moves', () => {
  it('is compared with the last iteration: the best move comes first', () => {
    const tree = new SearchTree()
    tree.iteration(1)
    write(tree, [-1, [leaf(1), leaf(2), leaf(3)]])
    tree.iteration(2)
    write(tree, [-1, [leaf(3), leaf(1), leaf(2)]])
    const orders = learning(tree)
    expect(orders.visit(0)).toBe(null)
    expect(orders.visit(4)).toEqual({ node: 0, kind: 'iteration' })
    // As it is entered the moves stand as they were; then each goes to its place.
    expect(moves(orders, 4, tree.enterAt[4]! + 1)).toEqual(['1?', '2?', '3?'])
    expect(moves(orders, 4, tree.enterAt[5]! + 1)).toEqual(['32', '1?', '2?'])
    expect(moves(orders, 4, tree.events)).toEqual(['32', '1', '2'])
    expect(orders.rise(5)).toMatchObject({ was: 3, now: 1 })
    expect(orders.rise(6)).toBe(null)
  })

  it('is compared with the node after another move, for what a move has cut off since', () => {
    const tree = new SearchTree()
    tree.iteration(2)
    // After 7 the move 5 cuts off as the third, after 8 and 9 it comes first.
    const second: Written = [8, [leaf(5)], CUT]
    write(tree, [-1, [[7, [leaf(3), leaf(4), leaf(5)], CUT], second, [9, [leaf(5), leaf(3)]]]])
    const orders = learning(tree)
    const nine = tree.children(0)[2]!
    expect(orders.visit(nine)).toEqual({ node: 1, kind: 'sibling' })
    const first = tree.children(nine)[0]!
    expect(orders.rise(first)).toEqual({
      visit: { node: 1, kind: 'sibling' },
      was: 3,
      now: 1,
      best: true,
      cuts: 2,
    })
    expect(moves(orders, nine, tree.enterAt[nine]! + 1)).toEqual(['3?', '4?', '5?'])
    // Without memory the order differs only because other moves are legal.
    expect(new Orders(tree, () => false).rise(first)).toBe(null)
    expect(moves(new Orders(tree, () => false), nine, tree.events)).toEqual(['5', '3', '4?'])
  })

  it('does not change where a move only moves up because another one is gone', () => {
    const tree = new SearchTree()
    tree.iteration(2)
    write(tree, [
      -1,
      [
        [7, [leaf(3), leaf(4), leaf(5)]],
        [8, [leaf(4), leaf(5)]],
      ],
    ])
    const orders = learning(tree)
    const eight = tree.children(0)[1]!
    expect(tree.children(eight).map((id) => orders.rise(id))).toEqual([null, null])
    expect(moves(orders, eight, tree.events)).toEqual(['4', '5', '3?'])
  })

  it('is said in a sentence of the step', () => {
    const book = { id: 'x', tree: '', value: 0, moves: ['a', 'b', 'c', 'd'], events: [] }
    const run = Run.written(0, book, { technique: 'history', depth: 2, at: null })
    const { tree } = run
    run.parts = ['butterfly']
    tree.iteration(1)
    write(tree, [-1, [leaf(1), leaf(2), leaf(3)]])
    tree.iteration(2)
    write(tree, [-1, [leaf(3), leaf(1), leaf(2)]])
    const facts = new Facts(plainStyle(run, 'en'))
    expect(facts.sentence(tree.enterAt[5]! + 1)).toMatch(
      /tries d.* The order has changed: d was 3rd at depth 2 and is now 1st\.$/,
    )
    expect(facts.sentence(tree.enterAt[6]! + 1)).not.toMatch(/order/)
    expect(facts.named(tree.enterAt[5]! + 1)).toContain(0)
  })

  it('has sentences for every cause', () => {
    const rise = { move: 'c', was: 12, now: 2, visit: en.visits.sibling('b'), best: false, cuts: 0 }
    const said = (more: object) => en.steps.risen({ ...rise, ...more })
    expect(said({})).toMatch(/c was 12th after b and is now 2nd\.$/)
    expect(said({ cuts: 1 })).toMatch(/2nd: it has cut off 1 node since\.$/)
    expect(said({ best: true, cuts: 4 })).toMatch(/: it was the best move there\.$/)
  })

  it('knows the parts of a search from its beginning', () => {
    const run = new Run(0, { technique: 'history', depth: 1, at: null }, () => '')
    run.receive({
      type: 'begun',
      slot: 0,
      root: { node: 0, path: [], legal: [] },
      techniques: ['butterfly'],
    } as unknown as LabEvent)
    expect(run.parts).toEqual(['butterfly'])
  })
})
