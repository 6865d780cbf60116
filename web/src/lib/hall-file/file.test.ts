import { describe, expect, it } from 'vitest'
import { alone } from '../backend/raw'
import { parts, readFile, type HallFile } from './file'
import { joined, keptOf, renamed } from './kept'

const setup = {
  variant: 'reversi',
  rules: 'standard',
  maker: 'm',
  rated: true,
  players: [
    { kind: 'person', name: 'Ada', seat: { kind: 'taken', person: 'm' } },
    { kind: 'person', name: '', seat: { kind: 'open' } },
  ],
}
const change = (version: number, of: object) => ({
  version: `${version}`,
  at: '5',
  request: null,
  body: JSON.stringify(of),
})
const raw = {
  game: {
    id: 'g',
    setup: JSON.stringify(setup),
    version: '2',
    created_at: '3',
    updated_at: '5',
  },
  changes: [
    change(1, { type: 'seat_taken', side: 'second', person: 'b', name: 'Bo' }),
    change(2, { type: 'moved', text: 'd3', time_ms: 1, left_ms: [0, 0] }),
  ],
}
const study = {
  study: {
    id: 's',
    game: 'g',
    setup: '{"variant":"reversi"}',
    head: '{}',
    version: '1',
    created_at: '3',
    updated_at: '5',
  },
  edits: [{ version: '1', at: '5', request: null, body: '{}' }],
}

describe('a file of all that a hall has', () => {
  it('of a server is read, without whose the places were', () => {
    const text = JSON.stringify({
      format: 'yiqi-person',
      version: 1,
      games: [raw, { unreadable: 'x' }],
      studies: [study],
      kept: { puzzles: { solved: ['a'] } },
    })
    const { file, damaged } = readFile(text)!
    expect(damaged).toBe(1)
    expect(file.games).toEqual([
      {
        game: {
          id: 'g',
          setup: {
            variant: 'reversi',
            rules: 'standard',
            players: [
              { kind: 'person', name: 'Ada' },
              { kind: 'person', name: 'Bo' },
            ],
          },
          version: 1,
          created_at: 3,
          updated_at: 5,
          log: [
            {
              version: 1,
              at: 5,
              change: { type: 'moved', text: 'd3', time_ms: 1, left_ms: [0, 0] },
            },
          ],
        },
      },
    ])
    expect(file.studies[0]).toMatchObject({ id: 's', game: 'g', log: [{ body: '{}' }] })
    expect(file.kept).toEqual({ 'yiqi.puzzles': ['a'] })
    // It is the form of a hall in the browser, and read again as such.
    expect(readFile(JSON.stringify(file))?.file).toEqual(file)
  })

  it('is refused where it is none', () => {
    for (const text of ['', '{', 'null', '[]', '{"format":"yiqi-hall 1"}', '{"games":[]}'])
      expect(readFile(text)).toBeNull()
  })

  it('goes in parts, a study with its game and its review', () => {
    const game = (id: string) => ({
      game: { ...alone({ id, setup, version: 0, created_at: 0, updated_at: 0, log: [] } as never) },
    })
    const of = (id: string, game?: string) => ({
      id,
      ...(game ? { game } : {}),
      setup: '{}',
      head: '{}',
      version: 0,
      created_at: 0,
      updated_at: 0,
      log: [],
    })
    const file: HallFile = {
      format: 'yiqi-hall 1',
      games: ['a', 'b', 'c'].map(game),
      studies: [of('1', 'b'), of('2'), of('3', 'elsewhere')],
      reviews: [{ study: '1', head: '{}', under_way: false, rows: [] }],
      tags: [{ id: 'c', tags: ['good'] }],
    }
    const pieces = parts(file, 300)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.flatMap(({ games }) => games.map((one) => one.game.id))).toEqual(['a', 'b', 'c'])
    expect(pieces.flatMap(({ studies }) => studies.map(({ id }) => id)).sort()).toEqual([
      '1',
      '2',
      '3',
    ])
    const withB = pieces.find(({ games }) => games.some((one) => one.game.id === 'b'))!
    expect(withB.studies.map(({ id }) => id)).toContain('1')
    expect(withB.reviews).toHaveLength(1)
    expect(pieces.flatMap(({ tags = [] }) => tags)).toHaveLength(1)
    expect(parts(file, 1_000_000)).toHaveLength(1)
  })
})

describe('what a browser remembers', () => {
  it('is joined: nothing of either is lost', () => {
    expect(joined('yiqi.puzzles', ['b', 'c'], ['a', 'b'])).toEqual(['a', 'b', 'c'])
    expect(joined('yiqi.puzzles', null, ['a'])).toEqual(['a'])
    const mine = { won: ['x'], games: [['g', 'x']] }
    const other = { won: ['y'], games: [['g', 'x']], drawn: ['z'] }
    expect(joined('yiqi.endings', mine, other)).toEqual({
      won: ['y', 'x'],
      games: [['g', 'x']],
      drawn: ['z'],
    })
    const line = (id: string, name: string) => ({ id, name })
    expect(
      joined('yiqi.opening-lines', [line('1', 'mine')], [line('1', 'other'), line('2', 'b')]),
    ).toEqual([line('2', 'b'), line('1', 'mine')])
  })

  it('is in the documents of an account under other names', () => {
    expect(keptOf({ puzzles: { ratings: { x: 1 } }, learning: { exercises: ['e'] } })).toEqual({
      'yiqi.puzzle-progress': { x: 1 },
      'yiqi.exercises': ['e'],
    })
    expect(keptOf({})).toEqual({})
  })
})

describe('things that have other ids in the hall that takes them over', () => {
  it('have them in what the browser remembers of their puzzles, too', () => {
    const [there, here] = [1, 2].map((n) => `01890000-0000-7000-8000-00000000000${n}`)
    const other = '01890000-0000-7000-8000-000000000003'
    const kept = (id: string) => ({
      'yiqi.puzzles': [`${id}-8`, `${other}-9`, 'xiangqi.one'],
      'yiqi.puzzle-progress': { again: { [`${id}-12`]: { due: 1 } } },
    })
    expect(renamed(kept(there!), { [there!]: here! })).toEqual(kept(here!))
  })
})
