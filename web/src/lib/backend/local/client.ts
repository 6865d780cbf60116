// The page's side of the hall in this browser: requests and sockets, as messages to its worker.

import type { Socket } from '../../live'
import type { Backend } from '../index'
import type { Answer, FromWorker, ToWorker } from './messages'

class LocalSocket implements Socket {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(
    readonly tell: (text: string) => void,
    readonly end: () => void,
  ) {}

  send(text: string) {
    if (this.readyState === 1) this.tell(text)
  }

  close() {
    if (this.readyState === 3) return
    this.readyState = 3
    this.end()
  }
}

class Hall {
  readonly #worker: Worker
  readonly #asked = new Map<number, (answer: Answer) => void>()
  readonly #sockets = new Map<number, LocalSocket>()
  #count = 0

  constructor() {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data)
    this.#tell({ kind: 'begin', base: document.baseURI.replace(/[?#].*$/, '') })
  }

  #tell(message: ToWorker) {
    this.#worker.postMessage(message)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const n = ++this.#count
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    if (method === 'POST') keepStorage()
    const { status, body: found } = await new Promise<Answer>((resolve) => {
      this.#asked.set(n, resolve)
      this.#tell({ kind: 'request', n, method, path, body })
    })
    const text = found === undefined ? null : JSON.stringify(found)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }

  socket(url: string): Socket {
    const n = ++this.#count
    const socket = new LocalSocket(
      (text) => this.#tell({ kind: 'text', socket: n, text }),
      () => {
        this.#sockets.delete(n)
        this.#tell({ kind: 'close', socket: n })
      },
    )
    this.#sockets.set(n, socket)
    this.#tell({ kind: 'open', socket: n, path: new URL(url).pathname })
    return socket
  }

  #receive(message: FromWorker) {
    if (message.kind === 'answer') {
      this.#asked.get(message.n)?.(message.answer)
      this.#asked.delete(message.n)
      return
    }
    const socket = this.#sockets.get(message.socket)
    if (!socket) return
    if (message.kind === 'opened') {
      socket.readyState = 1
      socket.onopen?.()
    } else if (message.kind === 'text') socket.onmessage?.({ data: message.text })
    else {
      this.#sockets.delete(message.socket)
      socket.readyState = 3
      socket.onclose?.()
    }
  }
}

let asked = false

/** Asks the browser once to keep what is stored, when there is something to keep. */
function keepStorage() {
  if (asked) return
  asked = true
  void navigator.storage?.persist?.().catch(() => false)
}

/** The hall in this browser. Its worker begins with the first request. */
export function localBackend(): Backend {
  let hall: Hall | null = null
  const begun = () => (hall ??= new Hall())
  return {
    can: {
      people: false,
      studies: true,
      puzzles: true,
      lab: false,
      judgements: true,
      files: false,
      archive: false,
      openings: true,
    },
    fetch: (path, init) => begun().fetch(path, init),
    socket: (url) => begun().socket(url),
  }
}
