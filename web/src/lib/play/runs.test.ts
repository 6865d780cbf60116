import { afterEach, describe, expect, it } from 'vitest'
import { gameNamed } from '../games/registry'
import { quickGame } from '../home/quick'
import { rememberGame } from '../prefs.svelte'
import { added, noteResult, proposed, readRuns, stepOf, type Run } from './runs'

const game = gameNamed('xiangqi')
const against = (level: number) => ({
  variant: game.known[0]!,
  players: [
    { kind: 'person' as const, name: '' },
    { kind: 'machine' as const, level },
  ],
  clock: { kind: 'none' as const },
})
const after = (...results: ('won' | 'drawn' | 'lost')[]) =>
  results.reduce<Run | null>((run, result) => added(run, 4, result, 4), null)

describe('the level that fits', () => {
  afterEach(() => localStorage.clear())

  it('moves after two wins or losses in a row, not after one, nor after a draw between', () => {
    expect(stepOf(after('lost'))).toBe(0)
    expect(stepOf(after('lost', 'lost'))).toBe(-1)
    expect(stepOf(after('won', 'won'))).toBe(1)
    expect(stepOf(after('won', 'drawn', 'won'))).toBe(0)
    expect(stepOf(after('won', 'lost', 'lost'))).toBe(-1)
    // Another level begins anew.
    expect(stepOf(added(after('won'), 5, 'won', 4))).toBe(0)
    expect(stepOf({ level: 12, row: 5, form: null })).toBe(0)
    expect(stepOf({ level: 1, row: -5, form: null })).toBe(0)
  })

  it('gives way to a level that was chosen since', () => {
    expect(proposed(after('won', 'won'), 4)).toBe(5)
    expect(proposed(after('won', 'won'), 8)).toBe(8)
    expect(proposed(null, null)).toBeNull()
  })

  it('is what one click on the front page begins', () => {
    expect(quickGame(game).level).toBe(2)
    noteResult(game, 2, 'lost')
    noteResult(game, 2, 'lost')
    expect(quickGame(game).level).toBe(1)
    rememberGame(game, against(6))
    expect(quickGame(game).level).toBe(6)
    noteResult(game, 6, 'won')
    noteResult(game, 6, 'won')
    const { level, game: wanted } = quickGame(game)
    expect([level, wanted.players[1]]).toEqual([7, { kind: 'machine', level: 7 }])
    // The harder game was begun, not chosen in the form: its results count on from there.
    noteResult(game, 7, 'drawn')
    expect(quickGame(game).level).toBe(7)
  })

  it('is read from what is stored, without what is invalid', () => {
    const run = { level: 3, row: -1, form: null }
    expect(readRuns(JSON.stringify({ a: run, b: { level: 'x' }, c: null }))).toEqual({ a: run })
    for (const text of ['[', 'null', '7', '[]']) expect(readRuns(text), text).toEqual({})
  })
})
