import { describe, expect, it } from 'vitest'
import type { FamilyModule, Modules } from './modules'
import { Reviews, type ReviewServices } from './reviews'
import { routed } from './routes'

/** A hall whose module only notes what it is asked; it has no base until one is supplied. */
function hall(text: () => Promise<string>) {
  const asked: string[] = []
  let supplied = false
  const module = {
    hall: {
      ask(question: string) {
        const { ask, of } = JSON.parse(question) as { ask: string; of: { what: string } }
        asked.push(`${ask} ${of.what}`)
        supplied ||= of.what === 'supply'
        return JSON.stringify({ status: 200, value: of.what === 'has' ? supplied : {} })
      },
    },
  } as unknown as FamilyModule
  const modules = {
    whole: () => Promise.resolve(module),
    knowing: () => Promise.resolve(module),
    index: () => Promise.resolve({ openings: { xiangqi: 'openings-xiangqi.tsv' } }),
    text,
  } as unknown as Modules
  const reviews = new Reviews({ modules } as ReviewServices)
  const ask = () => routed(reviews.routes, 'POST', '/api/judgements', { variant: 'xiangqi' })!()
  return { asked, ask }
}

describe('theory for a review', () => {
  it('is supplied once, before the first move is judged', async () => {
    const { asked, ask } = hall(() => Promise.resolve('yiqi-openings 2'))
    await ask()
    await ask()
    expect(asked).toEqual([
      'opening has',
      'opening supply',
      'review judge',
      'opening has',
      'review judge',
    ])
  })

  it('is left out where the network does not give it', async () => {
    const { asked, ask } = hall(() => Promise.reject(new Error('offline')))
    expect((await ask()).status).toBe(200)
    expect(asked).toEqual(['opening has', 'review judge'])
  })
})
