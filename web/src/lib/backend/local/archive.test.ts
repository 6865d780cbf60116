import { describe, expect, it } from 'vitest'
import { matches, ordered, type Row } from './filters'
import { crc32, zipped } from './zip'

const row = (id: string, more: Partial<Row> = {}, end: unknown = null): Row => ({
  game: {
    id,
    updated_at: Number(id),
    head: {
      id,
      setup: { variant: 'reversi', rules: '' },
      version: 1,
      created_at: Date.parse('2026-11-28T00:00:00Z'),
      updated_at: Number(id),
    },
    summary: {
      players: [{ kind: 'person', name: 'Anna' }, { kind: 'machine' }],
      plies: 4,
      position: '',
      end,
    },
  },
  kept: {
    line: ['d3', 'c3'],
    opening: [],
    winner: [{ name: 'Anna' }, {}],
    person: 1,
    keys: [],
    track: '',
  },
  tags: ['good'],
  mistakes: null,
  ...more,
})
const familyOf = (variant: string) => variant

describe('a query of the archive', () => {
  const game = row('1', {}, { winner: 'first', outcome: '1-0' })
  const finds = (query: object) => matches(game, query, familyOf)

  it('finds by what is kept of a game', () => {
    for (const query of [
      {},
      { state: 'over', family: 'reversi', player: 'ann', tag: 'good', opening: ['d3'] },
      { ended_as: 'won' },
      { ended_as: 'won', player: 'anna' },
      { ended_as: 'first', least_plies: 4, most_plies: 4 },
      { from: '2026-11-28T00:00:00Z', to: '2026-11-28T00:00:01Z' },
    ]) {
      expect(finds(query), JSON.stringify(query)).toBe(true)
    }
  })

  it('leaves out what does not fit', () => {
    for (const query of [
      { state: 'playing' },
      { opening: ['c4'] },
      { tag: 'bad' },
      { ended_as: 'lost' },
      { ended_as: 'draw' },
      { least_plies: 5 },
      { most_mistakes: 9 },
      { to: '2026-11-28T00:00:00Z' },
    ]) {
      expect(finds(query), JSON.stringify(query)).toBe(false)
    }
  })

  it('orders, and what has no value is last', () => {
    const rows = [row('1'), row('2', { mistakes: [1, 2] }), row('3', { mistakes: [0, 1] })]
    const ids = (query: object) => ordered(rows, query).map(({ game }) => game.id)
    expect(ids({})).toEqual(['3', '2', '1'])
    expect(ids({ order: 'mistakes' })).toEqual(['2', '3', '1'])
    expect(ids({ order: 'mistakes', ascending: true })).toEqual(['3', '2', '1'])
  })
})

describe('a zip', () => {
  it('has the checksums and the places of its files', () => {
    const bytes = new TextEncoder().encode('123456789')
    expect(crc32(bytes)).toBe(0xcbf43926)
    const zip = zipped([
      ['a.txt', bytes],
      ['b.txt', bytes],
    ])
    const view = new DataView(zip.buffer)
    expect(view.getUint32(0, true)).toBe(0x04034b50)
    const end = zip.length - 22
    expect(view.getUint32(end, true)).toBe(0x06054b50)
    expect(view.getUint16(end + 10, true)).toBe(2)
    const directory = view.getUint32(end + 16, true)
    expect(view.getUint32(directory, true)).toBe(0x02014b50)
    expect(directory).toBe(2 * (30 + 5 + 9))
  })
})
