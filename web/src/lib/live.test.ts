import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEAD_AFTER, FINISH_WITHIN, Live, liveUrl, PING_AFTER, type Connection } from './live'
import type { Event } from './types'
import { FakeSocket } from '../test/socket'

const last = () => FakeSocket.all.at(-1)!

describe('live line', () => {
  let events: Event[]
  let states: Connection[]
  let live: Live
  const make = () =>
    new Live({
      url: 'ws://x',
      onevent: (e) => events.push(e),
      onconnection: (s) => states.push(s),
      socket: () => new FakeSocket(),
    })

  beforeEach(() => {
    vi.useFakeTimers()
    FakeSocket.all = []
    events = []
    states = []
    live = make()
  })
  afterEach(() => {
    live.close()
    vi.useRealTimers()
  })

  it('sends what was asked before there was a connection', () => {
    live.send({ type: 'move', ply: 1, text: 'h2e2' })
    expect(last().sent).toEqual([])
    last().open()
    expect(last().sent).toMatchObject([{ type: 'move', ply: 1, text: 'h2e2' }])
  })

  it('repeats an unanswered request with the same id, and only that', () => {
    last().open()
    const done = live.send({ type: 'hint' })
    const lost = live.send({ type: 'move', ply: 1, text: 'h2e2' })
    last().say({ type: 'done', id: done })
    last().break()
    expect(states).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(400)
    expect(FakeSocket.all).toHaveLength(2)
    last().open()
    expect(last().sent.map((r) => r.id)).toEqual([lost])
    last().say({ type: 'done', id: lost })
    expect(live.busy).toBe(false)
  })

  it('forgets a request that was refused', () => {
    last().open()
    const id = live.send({ type: 'move', ply: 9, text: 'a0a1' })
    last().say({ type: 'error', id, problem: { code: 'illegal-move', message: '' } })
    expect(live.busy).toBe(false)
    expect(events).toHaveLength(1)
  })

  it('asks after silence and gives up after more of it', () => {
    last().open()
    vi.advanceTimersByTime(PING_AFTER + 600)
    expect(last().sent.map((r) => r.type)).toEqual(['ping'])
    last().say({ type: 'pong' })
    vi.advanceTimersByTime(PING_AFTER + 600)
    expect(last().sent).toHaveLength(2)
    vi.advanceTimersByTime(DEAD_AFTER)
    expect(states.at(-1)).toBe('lost')
    expect(FakeSocket.all[0]!.closed).toBe(true)
    expect(FakeSocket.all.length).toBeGreaterThan(1)
  })

  it('waits longer with every failure', () => {
    for (let i = 0; i < 6; i++) {
      last().break()
      vi.advanceTimersByTime(6000)
    }
    expect(FakeSocket.all).toHaveLength(7)
    last().break()
    vi.advanceTimersByTime(3000)
    expect(FakeSocket.all).toHaveLength(7)
    live.wake()
    expect(FakeSocket.all).toHaveLength(8)
  })

  it('joins again at once after a sleep, with what waits, and not without one', () => {
    last().open()
    live.wake()
    expect(FakeSocket.all).toHaveLength(1)
    const id = live.send({ type: 'move', ply: 1, text: 'h2e2' })
    // No timer runs while a phone sleeps.
    vi.setSystemTime(Date.now() + 60_000)
    live.wake()
    expect(FakeSocket.all).toHaveLength(2)
    expect(FakeSocket.all[0]!.closed).toBe(true)
    last().open()
    expect(last().sent.map((request) => request.id)).toEqual([id])
    expect(states).not.toContain('lost')
  })

  it('survives what is no message', () => {
    last().open()
    last().say('{')
    last().say('null and void')
    expect(events).toEqual([])
  })

  it('is silent once closed', () => {
    last().open()
    live.close()
    vi.advanceTimersByTime(60000)
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('finishes what was asked before it closes, also on a new connection', () => {
    last().open()
    const id = live.send({ type: 'take_back' } as never)
    live.finish()
    last().break()
    vi.advanceTimersByTime(1000)
    last().open()
    expect(last().sent.map((request) => request.id)).toEqual([id])
    expect(last().closed).toBe(false)
    last().say({ type: 'done', id })
    expect(last().closed).toBe(true)
    const sockets = FakeSocket.all.length
    vi.advanceTimersByTime(60000)
    expect(FakeSocket.all).toHaveLength(sockets)
  })

  it('closes at once where nothing waits, and gives up in the end', () => {
    last().open()
    live.finish()
    expect(last().closed).toBe(true)
    live = make()
    live.send({ type: 'take_back' } as never)
    live.finish()
    vi.advanceTimersByTime(FINISH_WITHIN)
    const sockets = FakeSocket.all.length
    vi.advanceTimersByTime(60000)
    expect(FakeSocket.all).toHaveLength(sockets)
  })

  it('knows its address', () => {
    expect(liveUrl('a/b', { protocol: 'http:', host: 'h:1' })).toBe('ws://h:1/api/games/a%2Fb/live')
    expect(liveUrl('1', { protocol: 'https:', host: 'h' })).toBe('wss://h/api/games/1/live')
  })
})
