// Whose processor searches for a study: the visitor's or the hall's. Engines of other programs are the hall's.

import { backend } from '../backend'
import { threadsHere } from '../backend/threads'
import { runsModules } from '../backend/vectors'
import { me } from '../people/me.svelte'
import { browserStorage } from '../storage'

export type Processor = 'visitor' | 'hall'

const KEY = 'yiqi.processor'
const THREADS = 'yiqi.threads'

function stored(): Processor | null {
  const kept = browserStorage()?.getItem(KEY)
  return kept === 'visitor' || kept === 'hall' ? kept : null
}

/** The threads that were chosen; null: all that there are. */
function storedThreads(): number | null {
  const kept = Number(browserStorage()?.getItem(THREADS))
  return Number.isInteger(kept) && kept > 0 ? kept : null
}

function keep(key: string, value: string | null) {
  try {
    if (value === null) browserStorage()?.removeItem(key)
    else browserStorage()?.setItem(key, value)
  } catch {
    // The choice lasts while the page is open.
  }
}

class Processors {
  #chosen = $state<Processor | null>(stored())
  #threads = $state<number | null>(storedThreads())

  /** Whether there is a choice: the hall serves its modules, and this browser can run them. */
  get offered(): boolean {
    return (me.value?.modules ?? false) && runsModules()
  }

  /** The one that searches: in a public hall the visitor's, unless another one was chosen. */
  get now(): Processor {
    if (!this.offered) return 'hall'
    return this.#chosen ?? (me.value?.mode === 'public' ? 'visitor' : 'hall')
  }

  choose(processor: Processor) {
    this.#chosen = processor
    keep(KEY, processor)
  }

  /** How many threads the one that searches can be asked for. */
  get mostThreads(): number {
    return this.now === 'visitor' ? threadsHere() : backend.threads
  }

  /** How many threads may analyse in all; null: all that there are. */
  get threads(): number | null {
    return this.#threads === null ? null : Math.min(this.#threads, this.mostThreads)
  }

  chooseThreads(threads: number | null) {
    this.#threads = threads
    keep(THREADS, threads === null ? null : `${threads}`)
  }
}

export const processors = new Processors()
