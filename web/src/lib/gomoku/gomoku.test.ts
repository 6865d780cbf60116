import { describe, expect, it } from 'vitest'
import { houseRules, readHouse, usualHouse } from './house'
import { languages } from '../i18n/index.svelte'
import { en } from '../i18n/en'
import { consequence, declared, question } from './opening'
import { placingFor } from './placing'
import * as points from './points'

describe('points', () => {
  it.each(['gomoku', 'renju19', 'gomoku20', 'caro-free5', 'omok22', 'gomoku-standard'])(
    '%s: rules and size',
    (id) => {
      const { base, size } = points.split(id)!
      expect(points.variantId(base, size)).toBe(id)
      expect(points.emptyPoints(size).names).toHaveLength(size * size)
    },
  )

  it.each(['xiangqi', 'gomoku4', 'gomoku23', 'renju99', 'go19'])('%s is no board of stones', (id) =>
    expect(points.split(id)).toBeNull(),
  )

  it('names columns with I and rows from below', () => {
    const { names } = points.emptyPoints(15)
    expect([names![0], names![8], names![112], names![224]]).toEqual(['a1', 'i1', 'h8', 'o15'])
  })

  it.each(['15/15/15/15/15/15/8x6/7o7/15/15/15/15/15/15/x14 o', '5/2xo1/5/5/o4 x'])(
    'writes what it read: %s',
    (text) => {
      const board = points.emptyPoints(text.split('/').length)
      const pieces = points.readPieces(board, text)
      expect(points.writeBoard({ ...board, pieces }, points.readTurn(text))).toBe(text)
    },
  )

  it('reads a list of moves', () => {
    const pieces = points.readPieces({ files: 15, ranks: 15 }, 'h8 i9h9')
    expect(pieces.map((p) => p.at + p.side)).toEqual(['h8first', 'i9second', 'h9first'])
    expect(points.readTurn('h8 i9h9')).toBe('second')
  })

  it.each(['', '////', 'x'.repeat(99), '99999999999999999999/x', 'z9 q99 x'])(
    'survives %j',
    (text) => expect(points.readPieces({ files: 15, ranks: 15 }, text).length).toBeLessThan(226),
  )

  it('has the dots people know', () => {
    const names = (n: number) => points.stars(n).map(points.pointName).sort().join(' ')
    expect(names(15)).toBe('d12 d4 h8 l12 l4')
    expect(names(19)).toBe('d10 d16 d4 j10 j16 j4 p10 p16 p4')
    expect(names(20)).toBe('d17 d4 q17 q4')
  })

  it('draws the five through the last stone', () => {
    const at = (file: number) => ({ file, rank: 7 })
    const five = [3, 4, 5, 6, 7].map(at)
    expect(points.winningLines(five, at(5))).toEqual([[at(3), at(7)]])
    expect(points.winningLines([], null)).toEqual([])
  })

  it('reads zones', () => {
    expect(points.readZone('within 3')).toEqual({ kind: 'within', side: 3 })
    expect(points.readZone('outside 5')).toEqual({ kind: 'outside', side: 5 })
    expect(points.readZone('anywhere')).toBeNull()
  })
})

describe('placing', () => {
  it('asks again only where a finger is too large', () => {
    expect(placingFor('auto', 'mouse', 20)).toBe('direct')
    expect(placingFor('auto', 'touch', 24)).toBe('confirm')
    expect(placingFor('auto', 'touch', 44)).toBe('direct')
    expect(placingFor('slide', 'touch', 44)).toBe('slide')
    expect(placingFor(undefined, 'touch', 24)).toBe('confirm')
  })
})

describe('rules and openings', () => {
  it('writes house rules only where they are not the usual ones', () => {
    expect(houseRules(usualHouse)).toBeNull()
    const house = { three: 'black', four: 'both', six: 'foul' } as const
    expect(houseRules(house)).toBe('33=black,44=both,six=foul')
    expect(readHouse(houseRules(house))).toEqual(house)
    expect(readHouse('nonsense')).toEqual(usualHouse)
  })
  it('asks what is to be decided, in every language', () => {
    const opening = (stage: string, more = {}) => ({
      id: 'rif',
      stage,
      decides: 'first' as const,
      stone: 'second' as const,
      zone: 'within 3',
      choices: [],
      left: 0,
      offered: [],
      acts: [],
      ...more,
    })
    expect(question(en, opening('put'))).toBe('Put a white stone in the central 3×3.')
    expect(question(en, opening('offer', { left: 2 }))).toMatch(/^Offer 2 more/)
    for (const m of languages) {
      for (const stage of ['put', 'choose', 'declare', 'offer', 'pick']) {
        expect(question(m, opening(stage))).not.toBe('')
      }
    }
  })
  it('says what a choice leads to in this opening', () => {
    const leads = (id: string, acts: string[], decides: 'first' | 'second', choice: string) =>
      consequence(
        en,
        { id, stage: 'choose', decides, zone: '', choices: [], left: 0, offered: [], acts },
        choice,
      )
    const three = ['h8', 'h9', 'i10']
    expect(leads('swap', three, 'second', 'keep')).toMatch(/^You put the next stone, and/)
    expect(leads('swap2', three, 'second', 'swap')).toMatch(/^The other puts the next stone, and/)
    expect(leads('rif', three, 'second', 'swap')).toMatch(/You would then offer 2 fifth moves/)
    expect(leads('yamaguchi', [...three, 'declare=5'], 'second', 'keep')).toMatch(/offer 5/)
    expect(leads('soosorv-8', three, 'second', 'keep')).toMatch(/say how many/)
    const four = [...three, 'keep', 'g7', 'declare=1']
    expect(leads('soosorv-8', four, 'first', 'keep')).toMatch(/You would then offer one fifth/)
    expect(leads('soosorv-8', four, 'first', 'swap')).toMatch(/The other would then offer one/)
    expect(leads('taraguchi-10', ['h8'], 'second', 'keep')).toMatch(/then the other may swap/)
    const five = ['h8', 'keep', 'h9', 'keep', 'i10', 'keep', 'g7', 'keep', 'g8']
    expect(leads('tarannikov', five, 'second', 'keep')).toMatch(/the game goes on/)
  })
  it('reads a declared number', () => {
    expect(declared('declare=4')).toBe(4)
    expect(declared('swap')).toBeNull()
  })
})
