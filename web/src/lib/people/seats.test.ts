import { afterEach, beforeEach, expect, it } from 'vitest'
import { game as usual } from '../../test/fixtures'
import type { Game } from '../types'
import { me } from './me.svelte'
import { asksWhoSees, canBePrivate, isRefused } from './seats'

const person = (name: string) => ({
  kind: 'person' as const,
  name,
  seat: { kind: 'taken' as const, person: name },
})

const setting = { kind: 'increment' as const, base_ms: 300000, increment_ms: 0 }

/** Ada, who looks here, has asked for something. */
const asked = (type: 'pause' | 'add_time'): Game => ({
  ...usual({ players: [person('Ada'), person('Bob')] }),
  clock: { setting, left_ms: [200000, 180000], running: 'first' },
  consent: { side: 'first', action: { type } },
})

const answered = (before: Game, more: Partial<Game>): Game => ({
  ...before,
  consent: null,
  version: before.version + 1,
  ...more,
})

beforeEach(() => {
  me.value = { mode: 'friends', person: { id: 'Ada', name: 'Ada' } } as typeof me.value
})
afterEach(() => {
  me.value = null
})

it('a request that ended without anything else was refused', () => {
  for (const type of ['pause', 'add_time'] as const) {
    const before = asked(type)
    expect(isRefused(before, answered(before, {}))).toBe(true)
    const later = { ...before.clock, left_ms: [190000, 180000] }
    expect(isRefused(before, answered(before, { clock: later }))).toBe(true)
  }
})

it('one that was granted was not', () => {
  const pause = asked('pause')
  expect(isRefused(pause, answered(pause, { paused: true }))).toBe(false)
  const time = asked('add_time')
  const more = { ...time.clock, left_ms: [250000, 240000] }
  expect(isRefused(time, answered(time, { clock: more }))).toBe(false)
})

it('who made a game and its other player are asked who sees it, unless whoever has the link may sit down', () => {
  const own = usual({ players: [person('Ada'), person('Bob')], maker: 'Ada' })
  const open = (only?: string) => ({
    kind: 'person' as const,
    name: '',
    seat: { kind: 'open' as const, ...(only ? { only } : {}) },
  })
  for (const [game, can] of [
    [own, true],
    [{ ...own, maker: 'Bob' }, true],
    [{ ...own, maker: 'Bob', players: [person('Bob'), person('Eve')] }, false],
    [{ ...own, players: [person('Ada'), open()] }, false],
    // A rematch keeps the seat for the opponent.
    [{ ...own, players: [person('Ada'), open('Bob')] }, true],
  ] as [Game, boolean][])
    expect(asksWhoSees(game)).toBe(can)
  expect(canBePrivate(own)).toBe(true)
  expect(canBePrivate({ ...own, rated: true })).toBe(false)
  expect(canBePrivate({ ...own, tournament: 't' })).toBe(false)
  me.value = { mode: 'mine' } as typeof me.value
  expect(asksWhoSees(own)).toBe(false)
})
