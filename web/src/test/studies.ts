// A study as the server would send it, for tests.

import type { Study } from '../lib/study/types'
import { game, played } from './fixtures'

type Sent = Study['nodes'][number]

/** main: 1 2 3 4; after 1 also 5 6; after 5 also 7. */
export function nodes(): Sent[] {
  const move = (id: number, ply: number) => {
    const texts = ['', 'h2e2', 'h9g7', 'h0g2', 'i9h9', 'b9c7', 'b0c2', 'c3c4']
    return played(ply, texts[id]!, 'horse')
  }
  const node = (id: number, parent: number, ply: number, children: number[]): Sent => ({
    id,
    parent,
    children,
    played: move(id, ply),
  })
  return [
    { id: 0, children: [1] },
    node(1, 0, 1, [2, 5]),
    node(2, 1, 2, [3]),
    node(3, 2, 3, [4]),
    node(4, 3, 4, []),
    node(5, 1, 2, [6, 7]),
    node(6, 5, 3, []),
    node(7, 5, 3, []),
  ]
}

export function study(more: Partial<Study> = {}): Study {
  const { board, variant, rules, start, created_at, updated_at } = game()
  return {
    id: 's1',
    version: 1,
    title: 'A study',
    variant,
    rules,
    players: ['', ''],
    tags: {},
    created_at,
    updated_at,
    start,
    turn: 'first',
    board,
    nodes: nodes(),
    engines: [{ id: 'own', name: 'Yiqi', external: false }],
    can_undo: false,
    comment_limit: 8000,
    ...more,
  }
}
