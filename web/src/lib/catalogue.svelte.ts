// What can be played here, asked of the server once.

import { api } from './api'
import { sized, split } from './gomoku/points'
import type { Catalogue, Variant } from './types'

class Store {
  value = $state.raw<Catalogue | null>(null)
  failed = $state(false)

  async load(): Promise<void> {
    if (this.value) return
    try {
      this.value = await api.catalogue()
      this.failed = false
    } catch {
      this.failed = true
    }
  }

  variant(id: string): Variant | undefined {
    const listed = this.value?.variants.find((v) => v.id === id)
    if (listed) return listed
    // Boards of stones come in every size; the list names the common ones.
    const base = split(id)?.base
    const same = this.value?.variants.find((v) => v.id === base)
    return same && sized(same, id)
  }
}

export const catalogue = new Store()

/** Files a–i and ranks 0–9 of the one variant that is always there. */
export const XIANGQI_START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
