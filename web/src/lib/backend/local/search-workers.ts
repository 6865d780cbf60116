// Workers that search, for the worker that needs them: the page starts them. In Firefox a worker that starts another one may wait
// for it for ever while somebody watches its workers (the developer tools, WebDriver).

import type { FromSearcher, SearcherFailed, ToPage, ToSearcher } from './messages'

/** Those that have not ended, by their numbers. */
const running = new Map<number, SearchWorker>()
let count = 0

const ask = (message: ToPage, transfer: Transferable[] = []) => postMessage(message, { transfer })

export class SearchWorker {
  onmessage: ((event: { data: FromSearcher }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  readonly #number = ++count
  readonly #port: MessagePort

  constructor() {
    const { port1, port2: port } = new MessageChannel()
    this.#port = port1
    port1.onmessage = (event: MessageEvent<FromSearcher>) => this.onmessage?.(event)
    running.set(this.#number, this)
    ask({ kind: 'start-searcher', searcher: this.#number, port }, [port])
  }

  postMessage(message: ToSearcher) {
    this.#port.postMessage(message)
  }

  terminate() {
    if (!running.delete(this.#number)) return
    this.#port.close()
    ask({ kind: 'end-searcher', searcher: this.#number })
  }
}

/** The page says that one has failed. */
export const searcherFailed = ({ searcher, why: message }: SearcherFailed) =>
  running.get(searcher)?.onerror?.({ message })
