import { describe, expect, it } from 'vitest'
import { houseRules, readHouse, usualHouse } from './house'
import { languages, messagesIn } from '../../i18n/index.svelte'
import { en } from '../../i18n/en'
import { consequence, question, soFar } from './opening'
import { placingFor } from './placing'
import * as points from './points'
import type { Opening, OpeningAnswer, OpeningChoice } from '../../types'

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

  it('draws zones', () => {
    expect(points.zoneOf({ within: true, edge: 3 })).toEqual({ kind: 'within', side: 3 })
    expect(points.zoneOf({ within: false, edge: 5 })).toEqual({ kind: 'outside', side: 5 })
    expect(points.zoneOf(undefined)).toBeNull()
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
    const opening = (stage: Opening['stage'], more = {}) => ({
      id: 'rif',
      stage,
      decides: 'first' as const,
      stone: 'second' as const,
      region: { within: true, edge: 3 },
      choices: [],
      left: 0,
      offered: [],
      acts: [],
      ...more,
    })
    expect(question(en, opening('put'))).toBe('Put a white stone in the central 3×3.')
    expect(question(en, opening('offer', { left: 2 }))).toMatch(/^Offer 2 more/)
    for (const m of languages.map(({ code }) => messagesIn(code))) {
      for (const stage of ['put', 'choose', 'declare', 'offer', 'pick'] as const) {
        expect(question(m, opening(stage))).not.toBe('')
      }
    }
  })
  it('says what a choice leads to, as the server tells it', () => {
    const step = (kind: Opening['stage'], own: boolean, left = 0) => ({ kind, own, left })
    const says = (kind: OpeningChoice['kind'], ...leads: ReturnType<typeof step>[]) =>
      consequence(en, { choice: kind, kind, leads })
    expect(says('keep', step('play', true))).toMatch(/^You put the next stone, and/)
    expect(says('swap', step('play', false))).toMatch(/^The other puts the next stone, and/)
    expect(says('swap', step('put', false), step('offer', true, 2))).toMatch(
      /You would then offer 2 fifth moves/,
    )
    expect(says('keep', step('put', true), step('offer', false, 5))).toMatch(/offer 5/)
    expect(says('keep', step('put', true), step('declare', true))).toMatch(/say how many/)
    expect(says('keep', step('offer', true, 1))).toMatch(/You would then offer one fifth/)
    expect(says('swap', step('offer', false, 1))).toMatch(/The other would then offer one/)
    expect(says('keep', step('put', true), step('choose', false))).toMatch(
      /then the other may swap/,
    )
    expect(says('put-two', step('put', true), step('put', true))).toMatch(/one white and one black/)
    expect(says('offer-ten', step('offer', true, 10))).toMatch(/ten fifth moves/)
  })
  it('says what was answered, in every language', () => {
    const answers: OpeningAnswer[] = [
      { kind: 'keep', has: 'first' as const, stones: 3 },
      { kind: 'declare', number: 5, has: 'second' as const, stones: 4 },
    ]
    expect(soFar(en, answers)).toEqual(['colours kept', '5 fifth moves were declared'])
    for (const m of languages.map(({ code }) => messagesIn(code)))
      for (const said of soFar(m, answers)) expect(said).not.toBe('')
  })
})
