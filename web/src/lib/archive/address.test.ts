import { describe, expect, it } from 'vitest'
import { parseRoute } from '../router.svelte'
import { readFilters, writeFilters } from './address'
import { emptyForm } from './form'

describe('the filters in the address', () => {
  it('are read as they were written, and nothing is written for none', () => {
    expect(writeFilters(emptyForm())).toBe('')
    const form = {
      ...emptyForm(),
      state: 'over' as const,
      family: 'xiangqi',
      variant: 'xiangqi',
      player: 'Ада & Бо',
      ended: 'draw' as const,
      from: '2026-11-22',
      mostPlies: '60',
      tag: 'a=b',
      opening: ['h2e2', 'h9g7'],
      position: { variant: 'xiangqi', text: '4k4/9 w' },
      order: 'length' as const,
      ascending: true,
    }
    const query = writeFilters(form)
    expect(readFilters(query)).toEqual(form)
    expect(parseRoute(`#/games?${query}`)).toEqual({ name: 'games', query })
  })

  it('filter nothing where they cannot be read', () => {
    expect(readFilters('state=x&order=y&position=%7B&pattern=1&ended=zz')).toEqual(emptyForm())
  })
})
