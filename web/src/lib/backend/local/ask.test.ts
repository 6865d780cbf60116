import { expect, test } from 'vitest'
import { Searches } from './ask'
import type { FamilyModule, Modules } from './modules'
import type { Searcher, SearchListener } from './searcher'

/** A searcher that answers with the data of its worker. */
class Echo {
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
}

test('a search of another variant of the same family has the data of that variant', async () => {
  const modules = {
    data: (_module: FamilyModule, variant: string) => Promise.resolve([`${variant}.patterns`]),
  } as unknown as Modules
  const searches = new Searches(
    modules,
    (code, data) => new Echo(code, data) as unknown as Searcher,
  )
  const module = { hall: {} } as unknown as FamilyModule
  const found = (variant: string) => searches.search(module, variant, {})
  expect(await found('draughts-russian')).toBe('["draughts-russian.patterns"]')
  expect(await found('draughts')).toBe('["draughts.patterns"]')
  expect(await found('draughts')).toBe('["draughts.patterns"]')
})
