// The page's side of workers that search: it starts and ends them for the worker that talks to them.

import type { SearcherFailed, ToPage, ToSearcher } from './messages'

export class PageSearchers {
  readonly #workers = new Map<number, Worker>()

  /** `tell`: the worker for which they are. */
  constructor(readonly tell: (message: SearcherFailed) => void) {}

  receive(message: ToPage) {
    const { kind, searcher } = message
    if (kind === 'end-searcher') {
      this.#workers.get(searcher)?.terminate()
      this.#workers.delete(searcher)
      return
    }
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })
    const { port } = message
    this.#workers.set(searcher, worker)
    worker.onerror = ({ message: why }) => this.tell({ kind: 'searcher-failed', searcher, why })
    worker.postMessage({ kind: 'port', port } satisfies ToSearcher, [port])
  }

  /** Ends all: the worker for which they are has ended. */
  end() {
    for (const worker of this.#workers.values()) worker.terminate()
    this.#workers.clear()
  }
}
