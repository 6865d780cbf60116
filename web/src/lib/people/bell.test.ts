import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { game as usual } from '../../test/fixtures'
import type { GameSession } from '../play/session.svelte'
import { prefs } from '../prefs.svelte'
import { sound } from '../sound/sound'
import type { Game, Side } from '../types'
import { Bell } from './bell.svelte'
import { me } from './me.svelte'

/** The messages of the system that were shown. */
let shown: { title: string; body: string; tag: string }[]
let isHidden: boolean

class ShownMessage {
  static permission = 'granted'
  onclick = null
  constructor(title: string, { body, tag }: { body: string; tag: string }) {
    shown.push({ title, body, tag })
  }
}

/** A game of Ada and Bob with so many moves; before it began Bob's seat was open. */
function game(moves: number, turn: Side, isOpen = false): Game {
  const person = (name: string) => ({
    kind: 'person' as const,
    name,
    seat: { kind: 'taken' as const, person: name },
  })
  const bob = isOpen
    ? { kind: 'person' as const, name: '', seat: { kind: 'open' as const } }
    : person('Bob')
  const played = { text: 'h2e2' } as Game['moves'][number]
  return { ...usual(), turn, players: [person('Ada'), bob], moves: Array(moves).fill(played) }
}

const bellOf = (mySide: Side | null) => new Bell({ mySide } as GameSession)

beforeEach(() => {
  shown = []
  isHidden = true
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.stubGlobal('Notification', ShownMessage)
  vi.stubGlobal('isSecureContext', true)
  prefs.notify = true
  me.value = { mode: 'friends' } as typeof me.value
})
afterEach(() => {
  prefs.notify = false
  me.value = null
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('tells whose page is hidden that it is their turn, once, until they look', () => {
  const bell = bellOf('first')
  bell.changed(game(2, 'first'), game(1, 'second'))
  expect(bell.rings).toBe(true)
  expect(shown).toMatchObject([{ body: expect.stringContaining('Bob') as string }])
  // A word between the two is no turn.
  bell.changed(game(2, 'first'), game(2, 'first'))
  expect(shown).toHaveLength(1)
  bell.seen()
  expect(bell.rings).toBe(true)
  isHidden = false
  bell.seen()
  expect(bell.rings).toBe(false)
})

it('tells nothing to who looks, to the other player, and to who watches', () => {
  for (const [side, hidden] of [
    ['first', false],
    ['second', true],
    [null, true],
  ] as const) {
    isHidden = hidden
    const bell = bellOf(side)
    bell.changed(game(2, 'first'), game(1, 'second'))
    expect(bell.rings).toBe(false)
  }
  expect(shown).toEqual([])
})

it('without the permission the title of the page tells it alone', () => {
  prefs.notify = false
  const bell = bellOf('first')
  bell.changed(game(2, 'first'), game(1, 'second'))
  expect(bell.rings).toBe(true)
  expect(shown).toEqual([])
})

it('who waits hears that somebody has sat down', () => {
  const play = vi.spyOn(sound, 'play').mockImplementation(() => {})
  bellOf('first').changed(game(0, 'first'), game(0, 'first', true))
  expect(play).toHaveBeenCalledWith('check')
  expect(shown).toMatchObject([{ body: expect.stringContaining('Bob') as string }])
})
