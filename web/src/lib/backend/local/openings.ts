// The explorer of openings: the machine's games that come with the program.

import { answerOf, put } from './ask'
import type { Answer } from './messages'
import type { Modules } from './modules'
import { variantIn, type Route } from './routes'

export class Openings {
  constructor(
    readonly modules: Modules,
    /** The moves that were played in a position with this key, in games of this browser. */
    readonly played: (variant: string, key: string) => Promise<unknown[]>,
  ) {}

  readonly routes: Route[] = [
    ['POST', /^\/api\/openings$/, ({ body }) => this.#explore(body as object)],
  ]

  async #explore(asked: object): Promise<Answer> {
    const variant = variantIn(asked)
    const module = await this.modules.whole(variant)
    const file = (await this.modules.texts()).openings[variant]
    const has = put(module, { ask: 'opening', of: { what: 'has', variant } })
    if (file && has.value !== true) {
      const text = await this.modules.text(file)
      put(module, { ask: 'opening', of: { what: 'supply', text } })
    }
    const key = put(module, { ask: 'opening', of: { what: 'key', asked } }).value
    const own = typeof key === 'string' ? await this.played(variant, key) : []
    return answerOf(put(module, { ask: 'opening', of: { what: 'explore', asked, own } }))
  }
}
