// Ids that this browser remembers: puzzles that were solved, exercises that were done. For
// who is signed in the hall keeps them too (`people/kept-progress.ts`).

import { noted, onNoted } from './noted'
import { browserStorage } from './storage'

/** The ids in a stored text; none in one that is invalid. */
export function readIds(text: string | null): string[] {
  try {
    const given: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(given) ? given.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Ids under a key of the browser's storage; beyond `most` the oldest are forgotten first. */
export class RememberedIds {
  readonly #key: string
  readonly #most: number
  #ids: readonly string[]

  constructor(key: string, most = Infinity) {
    this.#key = key
    this.#most = most
    this.#ids = $state.raw(this.#stored())
    onNoted('hall', (changed) => {
      if (changed === key) this.#ids = this.#stored()
    })
  }

  #stored(): string[] {
    return readIds(browserStorage()?.getItem(this.#key) ?? null)
  }

  get count(): number {
    return this.#ids.length
  }

  has(id: string): boolean {
    return this.#ids.includes(id)
  }

  add(id: string) {
    // Another window may have added some in the meantime.
    const all = this.#stored()
    for (const one of [...this.#ids, id]) if (!all.includes(one)) all.push(one)
    all.splice(0, all.length - this.#most)
    this.#ids = all
    try {
      browserStorage()?.setItem(this.#key, JSON.stringify(all))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
    noted(this.#key, 'person')
  }
}
