import { expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { FakeSocket } from '../../test/socket'
import { GameSession } from './session.svelte'

const problem = { code: 'part-not-fetched', message: 'a part is not kept here' }

function opened(of: Parameters<typeof game>[0] = {}) {
  const line = new FakeSocket('', 1)
  const session = new GameSession(
    'g1',
    () => {},
    () => line,
  )
  line.say({ type: 'state', game: game(of) })
  return { line, session }
}

it('a machine whose search failed can be asked again, until it moves', () => {
  const players: Parameters<typeof game>[0] = {
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ],
  }
  const { line, session } = opened({
    ...players,
    version: 2,
    turn: 'second',
    moves: [played(1, 'h2e2', 'cannon')],
  })
  line.say({ type: 'error', id: '', problem })
  expect(session.stalled).toBe(true)
  expect(session.notice).toMatch(/^This needs a part of the hall/)
  const moves = [played(1, 'h2e2', 'cannon'), played(2, 'h9g7', 'horse')]
  line.say({ type: 'state', game: game({ ...players, version: 3, moves }) })
  expect([session.stalled, session.notice]).toEqual([false, ''])
  session.close()
})

it('a move that waits for a missing part of the hall can be tried again, and is not lost', () => {
  const { line, session } = opened()
  session.play(session.game!.board.moves[0]!)
  line.say({ type: 'error', id: '', problem })
  expect(session.stalled).toBe(true)
  expect(session.pending?.move.text).toBe('h2e2')
  session.close()
})
