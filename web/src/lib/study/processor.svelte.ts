// Whose processor searches for a study: the visitor's or the hall's. Engines of other programs are the hall's.

import { isLocal } from '../backend'
import { runsModules } from '../backend/vectors'
import { me } from '../people/me.svelte'
import { browserStorage } from '../storage'

export type Processor = 'visitor' | 'hall'

const KEY = 'yiqi.processor'

function stored(): Processor | null {
  const kept = browserStorage()?.getItem(KEY)
  return kept === 'visitor' || kept === 'hall' ? kept : null
}

class Processors {
  #chosen = $state<Processor | null>(stored())

  /** Whether there is a choice: the hall serves its modules, and this browser can run them. */
  get offered(): boolean {
    return !isLocal && (me.value?.modules ?? false) && runsModules()
  }

  /** The one that searches: in a public hall the visitor's, unless another one was chosen. */
  get now(): Processor {
    if (!this.offered) return 'hall'
    return this.#chosen ?? (me.value?.mode === 'public' ? 'visitor' : 'hall')
  }

  choose(processor: Processor) {
    this.#chosen = processor
    try {
      browserStorage()?.setItem(KEY, processor)
    } catch {
      // The choice lasts while the page is open.
    }
  }
}

export const processors = new Processors()
