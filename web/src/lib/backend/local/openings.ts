// The explorer of openings: the machine's games that come with the program. Reviews ask them for theory.

import { answerOf, put } from './ask'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { variantIn, type Route } from './routes'

/** The module of a variant, supplied with the machine's games if there are any. */
async function supplied(modules: Modules, variant: string): Promise<FamilyModule> {
  const module = await modules.whole(variant)
  const file = (await modules.index()).openings[variant]
  const has = put(module, { ask: 'opening', of: { what: 'has', variant } })
  if (file && has.value !== true) {
    const text = await modules.text(file)
    put(module, { ask: 'opening', of: { what: 'supply', text } })
  }
  return module
}

/** Supplies the module of a variant for a review, which goes on without theory where the network does not give it. */
export async function supplyTheory(modules: Modules, variant: string): Promise<void> {
  await supplied(modules, variant).catch(() => undefined)
}

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
    const module = await supplied(this.modules, variant)
    const key = put(module, { ask: 'opening', of: { what: 'key', asked } }).value
    const own = typeof key === 'string' ? await this.played(variant, key) : []
    return answerOf(put(module, { ask: 'opening', of: { what: 'explore', asked, own } }))
  }
}
