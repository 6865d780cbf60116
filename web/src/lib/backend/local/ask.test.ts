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

/** Searches by them, in a family whose engines need endings where few men are left. */
function searching(hurry: boolean) {
  let count = 0
  const needed = (_: FamilyModule, variant: string, position = { men: 0 }) =>
    [`${variant}.patterns`].concat(position.men > 20 ? [] : ['endings'])
  const modules = { needed, files: (names: string[]) => Promise.resolve(names) }
  const searches = new Searches(modules as unknown as Modules, hurry, (code, data) => {
    count++
    return new Echo(code, data) as unknown as Searcher
  })
  const module = { hall: {} } as unknown as FamilyModule
  const found = async (variant: string, search = {}) =>
    JSON.parse(await searches.search(module, variant, search)) as unknown
  return { found, begun: () => count }
}

test('a search of another variant of the same family has the data of that variant', async () => {
  const { found } = searching(false)
  expect(await found('draughts-russian')).toEqual(['draughts-russian.patterns', 'endings'])
  expect(await found('draughts')).toEqual(['draughts.patterns', 'endings'])
  expect(await found('draughts')).toEqual(['draughts.patterns', 'endings'])
})

test('a search that somebody waits for has the data that its position needs', async () => {
  const { found, begun } = searching(true)
  const [full, nearly] = [{ men: 40 }, { men: 5 }]
  expect(await found('draughts', full)).toEqual(['draughts.patterns'])
  expect(await found('draughts', nearly)).toEqual(['draughts.patterns', 'endings'])
  expect(await found('draughts', full)).toEqual(['draughts.patterns', 'endings'])
  expect(begun()).toBe(2)
})
