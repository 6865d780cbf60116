// The variants: sent with the page, or requested from the server once.

import { api } from './api'
import { gameOf } from './games/registry'
import { givenCatalogue } from './given'
import type { Catalogue, Variant } from './types'

class Store {
  value = $state.raw<Catalogue | null>(givenCatalogue())
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

  /** A variant from the list, or one that its game derives from the list. */
  variant(id: string): Variant | undefined {
    const listed = this.value?.variants ?? []
    return listed.find((v) => v.id === id) ?? gameOf(id).implied?.(id, listed)
  }
}

export const catalogue = new Store()
