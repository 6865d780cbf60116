import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { game, played } from '../test/fixtures'
import { FakeSocket } from '../test/socket'
import { GameSession } from './play/session.svelte'
import { AGAIN, Outbox, shelfInMemory, type Shelf, type Unsent } from './outbox.svelte'
import type { Problem } from './types'

const line = () => FakeSocket.all.at(-1)!
const unsent = (game: string, id = `r-${game}`): Unsent => ({
  game,
  id,
  ply: 1,
  move: { text: 'h2e2', from: 'h2', to: 'e2', path: [], captures: [] },
  way: [],
})

describe('outbox', () => {
  let shelf: Shelf
  let box: Outbox
  let gone: Record<string, Problem>
  const make = () =>
    new Outbox({
      shelf,
      socket: (url) => new FakeSocket(url),
      gone: (game) => Promise.resolve(gone[game] ?? null),
    })

  beforeEach(() => {
    vi.useFakeTimers()
    FakeSocket.all = []
    gone = {}
    shelf = shelfInMemory()
    box = make()
  })
  afterEach(() => {
    box.stop()
    vi.useRealTimers()
  })

  it('keeps what was kept by a page that is gone, and sends it from any view', () => {
    box.keep(unsent('a'))
    const again = make()
    expect(again.waiting).toBe(1)
    again.start()
    expect(line().url).toContain('/api/games/a/live')
    line().open()
    expect(line().sent).toMatchObject([{ type: 'move', id: 'r-a', ply: 1, text: 'h2e2' }])
    line().say({ type: 'done', id: 'r-a' })
    expect(again.waiting).toBe(0)
    expect(make().all()).toEqual([])
    again.stop()
  })

  it('sends the moves of all games, one game after the other', () => {
    for (const id of ['a', 'b', 'c']) box.keep(unsent(id))
    box.start()
    for (const id of ['a', 'b', 'c']) {
      line().open()
      expect(line().sent.map((r) => r.id)).toEqual([`r-${id}`])
      line().say({ type: 'done', id: `r-${id}` })
    }
    expect(box.waiting).toBe(0)
    expect(FakeSocket.all).toHaveLength(3)
  })

  it('repeats a request under its id until it is answered', () => {
    box.keep(unsent('a'))
    box.start()
    line().open()
    line().break()
    vi.advanceTimersByTime(AGAIN)
    line().open()
    expect(line().sent.map((r) => r.id)).toEqual(['r-a'])
    expect(box.waiting).toBe(1)
  })

  it('tells of a move that came too late, and forgets it', () => {
    box.keep(unsent('a'))
    box.start()
    line().open()
    line().say({ type: 'error', id: 'r-a', problem: { code: 'wrong-ply', message: '' } })
    expect(box.waiting).toBe(0)
    expect(box.unplayed.map((x) => [x.unsent.game, x.problem.code])).toEqual([['a', 'wrong-ply']])
    box.told(box.unplayed[0]!)
    expect(box.unplayed).toEqual([])
  })

  it('keeps a move that cannot be stored now, sends others meanwhile, and tries again', () => {
    for (const id of ['a', 'b']) box.keep(unsent(id))
    box.start()
    line().open()
    line().say({ type: 'error', id: 'r-a', problem: { code: 'disk-full', message: '' } })
    line().open()
    expect(line().sent.map((r) => r.id)).toEqual(['r-b'])
    line().say({ type: 'done', id: 'r-b' })
    expect(box.waiting).toBe(1)
    expect(box.unplayed).toEqual([])
    vi.advanceTimersByTime(AGAIN)
    line().open()
    expect(line().sent.map((r) => r.id)).toEqual(['r-a'])
  })

  it('gives up a move of a game that was deleted, and says so', async () => {
    box.keep(unsent('a'))
    gone.a = { code: 'not-found', message: '' }
    box.start()
    line().break()
    await vi.advanceTimersByTimeAsync(AGAIN)
    expect(box.waiting).toBe(0)
    expect(box.unplayed.map((x) => x.problem.code)).toEqual(['not-found'])
  })

  it('leaves the game on the screen to its view, and nonsense alone', () => {
    shelf.setItem('yiqi.unsent.x', '{"id":1')
    shelf.setItem('yiqi.unsent.y', '{"id":1}')
    shelf.setItem('other', 'z')
    box.keep(unsent('a'))
    expect(box.all()).toHaveLength(1)
    box.opened('a')
    box.start()
    expect(FakeSocket.all).toHaveLength(0)
    box.closed('a')
    expect(FakeSocket.all).toHaveLength(1)
  })

  describe('and a game', () => {
    const open = (id = 'g1') =>
      new GameSession(
        id,
        () => {},
        (url) => new FakeSocket(url),
        box,
      )

    it('keeps a move over leaving and coming back, as the same request', () => {
      box.start()
      const first = open()
      line().open()
      line().say({ type: 'state', game: game() })
      line().break()
      first.play(first.game!.board.moves[0]!)
      expect(first.unsent?.move.text).toBe('h2e2')
      first.close()
      const { id } = box.of('g1')!
      const again = open()
      expect(again.pending?.id).toBe(id)
      // The server is down: the game is shown in its last known state, with the waiting move.
      line().break()
      expect(again.board!.pieces.some((p) => p.at === 'e2')).toBe(true)
      expect(again.unsent?.move.text).toBe('h2e2')
      expect(again.mover).toBeNull()
      vi.advanceTimersByTime(2000)
      line().open()
      expect(line().sent.map((r) => r.id)).toEqual([id])
      const moves = [played(1, 'h2e2', 'cannon')]
      line().say({ type: 'state', game: game({ version: 2, turn: 'second', moves }) })
      expect(again.unsent).toBeNull()
      line().say({ type: 'done', id })
      expect(box.waiting).toBe(0)
      again.close()
    })

    it('tells whose move came second, also when the machine has answered the first', () => {
      const session = open()
      line().open()
      line().say({ type: 'state', game: game() })
      session.play(session.game!.board.moves[0]!)
      const moves = [played(1, 'h0g2', 'horse'), played(2, 'h9g7', 'horse')]
      line().say({ type: 'state', game: game({ version: 2, turn: 'second', moves: [moves[0]!] }) })
      const { id } = line().sent[0]!
      line().say({ type: 'error', id, problem: { code: 'wrong-ply', message: '' } })
      line().say({ type: 'state', game: game({ version: 3, moves }) })
      expect(box.unplayed.map((x) => x.unsent.move.text)).toEqual(['h2e2'])
      expect(session.mover).toBe('first')
      expect(box.waiting).toBe(0)
      session.close()
    })

    it('does not call a move unsent that is merely in flight', () => {
      const session = open()
      line().open()
      line().say({ type: 'state', game: game() })
      session.play(session.game!.board.moves[0]!)
      expect(session.unsent).toBeNull()
      vi.advanceTimersByTime(1000)
      expect(session.unsent?.move.text).toBe('h2e2')
      session.close()
    })
  })
})
