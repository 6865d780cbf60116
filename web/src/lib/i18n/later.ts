// Texts that are fetched together with the view that shows them, in the language of the page.

import { t } from './index.svelte'

export class LaterWords<T> {
  readonly #packs: Readonly<Record<string, () => Promise<T>>>
  readonly #ending: string
  readonly #found = new Map<string, T>()
  #last: T | undefined

  /** `packs`: the files of all languages by their names, which are the language's code and `ending`. */
  constructor(packs: Readonly<Record<string, () => Promise<T>>>, ending: string) {
    this.#packs = packs
    this.#ending = ending
  }

  /** A part of the page, when the texts are there that it shows. */
  async first<Part>(part: Promise<Part>): Promise<Part> {
    const { code } = t()
    const load = this.#packs[`./${code}${this.#ending}.ts`]
    const [shown, words] = await Promise.all([part, this.#found.get(code) ?? load?.()])
    if (words) this.#found.set(code, (this.#last = words))
    return shown
  }

  /** The texts; in the language before, while those of another one are fetched. */
  get words(): T {
    const words = this.#found.get(t().code) ?? this.#last
    if (!words) throw new Error('texts are shown before they were fetched')
    return words
  }
}
