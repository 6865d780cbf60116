// The puzzles that come with the program. What somebody has solved is kept by the page.

import { answerOf, put, putText, type ModuleAnswer, type Searches } from './ask'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { ok, refused, type Question, type Route } from './routes'

export class Puzzles {
  #attempts = 0

  constructor(
    readonly modules: Modules,
    readonly searches: Searches,
  ) {}

  readonly routes: Route[] = [
    // Out of games of this hall there are none yet.
    ['GET', /^\/api\/puzzles$/, () => Promise.resolve(ok({ variants: [], ids: [] }))],
    ['GET', /^\/api\/puzzles\/shipped$/, ({ query }) => this.#list(query)],
    ['GET', /^\/api\/puzzles\/daily$/, ({ query }) => this.#daily(Number(query.get('day')))],
    ['GET', /^\/api\/puzzles\/([^/]+)$/, (asked) => this.#about(asked, 'show')],
    ['GET', /^\/api\/puzzles\/([^/]+)\/solution$/, (asked) => this.#about(asked, 'solution')],
    ['POST', /^\/api\/puzzles\/([^/]+)\/try$/, (asked) => this.#try(asked)],
  ]

  /** The module of a variant, supplied with its puzzles; null: there are none. */
  async #module(variant: string): Promise<FamilyModule | null> {
    const file = (await this.modules.index()).puzzles[variant]
    if (!file) return null
    const module = await this.modules.whole(variant)
    const has = put(module, { ask: 'puzzle', of: { what: 'has', variant } })
    if (has.value === true) return module
    const text = await this.modules.text(file)
    put(module, { ask: 'puzzle', of: { what: 'supply', text } })
    return module
  }

  async #list(query: URLSearchParams): Promise<Answer> {
    const { puzzle_counts: counts } = await this.modules.index()
    const variants = Object.entries(counts).map(([variant, count]) => ({ variant, count }))
    const variant = query.get('variant') ?? ''
    const module = variant ? await this.#module(variant) : null
    if (!module) return ok({ variants, puzzles: [] })
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
    const [theme, from, to] = [query.get('theme'), number('from'), number('to')]
    const list = put(module, { ask: 'puzzle', of: { what: 'list', variant, theme, from, to } })
    return list.problem ? answerOf(list) : ok({ variants, puzzles: list.value })
  }

  /** The variants take turns, as in a hall with a server. */
  async #daily(day: number): Promise<Answer> {
    const { variants, puzzles } = await this.modules.index()
    const having = variants.filter(({ id }) => puzzles[id])
    const variant = having[day % having.length]?.id ?? ''
    const module = await this.#module(variant)
    if (!module) return refused(404, 'not-found', 'no puzzles came with this program')
    const turn = Math.floor(day / having.length)
    return answerOf(put(module, { ask: 'puzzle', of: { what: 'of_turn', variant, turn } }))
  }

  async #about({ ids }: Question, what: 'show' | 'solution'): Promise<Answer> {
    const [variant, id, module] = await this.#named(ids[0]!)
    if (!module) return refused(404, 'not-found', `there is no puzzle ${ids[0]}`)
    return answerOf(put(module, { ask: 'puzzle', of: { what, variant, id } }))
  }

  /** A puzzle's id has the variant before the point. */
  async #named(whole: string): Promise<[string, string, FamilyModule | null]> {
    const [variant = '', id = ''] = whole.split('.')
    return [variant, id, await this.#module(variant)]
  }

  async #try({ ids, body }: Question): Promise<Answer> {
    const [variant, id, module] = await this.#named(ids[0]!)
    if (!module) return refused(404, 'not-found', `there is no puzzle ${ids[0]}`)
    const number = ++this.#attempts
    const { moves } = body as { moves: string[] }
    let answer: ModuleAnswer = put(module, {
      ask: 'puzzle',
      of: { what: 'try', variant, id, moves, number },
    })
    while (answer.search) {
      const found = await this.searches.search(module, variant, answer.search)
      const question = (text: string) =>
        `{"ask":"puzzle","of":{"what":"found","number":${number},"found":${text}}}`
      answer = putText(module, question, found)
    }
    return answerOf(answer)
  }
}
