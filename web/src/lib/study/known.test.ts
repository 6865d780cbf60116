// What a study shows as known, and the engines of other programs it offers.

import { describe, expect, it } from 'vitest'
import { Analyses } from './analysis.svelte'
import { knownOf, marksOf } from './known'
import { figure } from './score'

describe('what is known', () => {
  const move = (text: string) => ({ text, to: text }) as never
  const known = (text: string, value: string, source = 'proof') => ({
    text,
    to: text,
    value,
    source,
  })

  it('is grouped by value and source, and moves to one square share a mark', () => {
    const found = knownOf({
      board: { moves: [move('a'), move('b'), move('c')] } as never,
      known: [known('b', 'loss'), known('a', 'win'), { ...known('c', 'draw'), to: 'a' }],
    })
    expect(found.groups.map((x) => x.value)).toEqual(['win', 'draw', 'loss'])
    expect(found.only).toEqual([])
    expect(marksOf(found).get('a')).toEqual({ text: '+=', value: 'draw' })
    expect(marksOf(found).get('b')?.text).toBe('−')
  })

  it('names the few moves that do not lose instead of the many that do', () => {
    const texts = Array.from({ length: 40 }, (_, i) => `m${i}`)
    const found = knownOf({
      board: { moves: texts.map(move) } as never,
      known: texts.slice(2).map((text) => known(text, 'loss')),
    })
    expect(found.only.map((x) => x.text)).toEqual(['m0', 'm1'])
    expect([...marksOf(found).keys()]).toEqual(['m0', 'm1'])
  })
})

describe('engines of other programs', () => {
  it('are asked only in the games that they play, and stay chosen for them', () => {
    const sent: unknown[] = []
    const analyses = new Analyses((command) => `${sent.push(command)}`)
    analyses.offered = ['own', 'other']
    analyses.choose({ engines: ['other', 'own'] })
    expect(analyses.engines).toEqual(['other', 'own'])
    analyses.offered = ['own', 'level-1']
    expect(analyses.engines).toEqual(['own'])
    analyses.choose({ engines: ['level-1'] })
    analyses.offered = ['own', 'other']
    expect(analyses.engines).toEqual(['other'])
  })

  it('may give a move without a score', () => {
    expect(figure({ cp: null, mate: null })).toBe('–')
  })
})
