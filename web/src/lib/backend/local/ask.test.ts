import { expect, test, vi } from 'vitest'
import { Searches } from './ask'
import type { FamilyModule, Modules } from './modules'
import type { SearchListener } from './searcher'

/** Searchers that answer with the data of their worker. */
vi.mock('./searcher', () => ({
  Searcher: class {
    #data: Promise<unknown> | null = null
    constructor(
      readonly code: unknown,
      readonly data: () => Promise<unknown>,
    ) {}
    start(_request: string, { found }: SearchListener) {
      this.#data ??= this.data()
      void this.#data.then((data) => found(JSON.stringify(data)))
    }
    close() {}
  },
}))

test('a search of another variant of the same family has the data of that variant', async () => {
  const modules = {
    data: (_module: FamilyModule, variant: string) => Promise.resolve([`${variant}.patterns`]),
  } as unknown as Modules
  const searches = new Searches(modules)
  const module = { hall: {} } as unknown as FamilyModule
  const found = (variant: string) => searches.search(module, variant, {})
  expect(await found('draughts-russian')).toBe('["draughts-russian.patterns"]')
  expect(await found('draughts')).toBe('["draughts.patterns"]')
  expect(await found('draughts')).toBe('["draughts.patterns"]')
})
