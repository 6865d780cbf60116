// The page's side of the hall in this browser: requests and sockets, as messages to its worker.

import type { Socket } from '../../live'
import type { Backend, Parts } from '../index'
import { threadsHere } from '../threads'
import { runsModules } from '../vectors'
import { MISSING } from './fetched'
import { fetching } from './fetching.svelte'
import { PageSearchers } from './page-searchers'
import type { Answer, AnsweredFile, FromWorker, ToWorker } from './messages'
import { inBrowser, TOO_OLD } from './words'

class LocalSocket implements Socket {
  readyState = 0
  /** Bytes always come as this. */
  binaryType: BinaryType = 'arraybuffer'
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

/** An answer that comes line by line. */
class Lines {
  #stream!: ReadableStreamDefaultController<Uint8Array>
  readonly response = new Response(
    new ReadableStream<Uint8Array>({ start: (stream) => void (this.#stream = stream) }),
    { headers: { 'content-type': 'application/x-ndjson' } },
  )

  tell(line: string) {
    this.#stream.enqueue(new TextEncoder().encode(`${line}\n`))
  }

  end() {
    this.#stream.close()
  }
}

function fileOf({ bytes, text, name, leftOut }: AnsweredFile): Response {
  const headers = {
    'content-type': text ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    ...(leftOut ? { 'x-left-out': leftOut } : {}),
  }
  return new Response(bytes as BufferSource, { headers })
}

function responseOf({ status, body, file }: Answer): Response {
  if (file) return fileOf(file)
  const text = body === undefined ? null : JSON.stringify(body)
  return new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

class Hall {
  readonly #worker: Worker
  readonly #asked = new Map<number, (answer: Response) => void>()
  readonly #searchers = new PageSearchers((message) => this.#tell(message))
  readonly #lines = new Map<number, Lines>()
  readonly #sockets = new Map<number, LocalSocket>()
  #count = 0
  /** Whether the worker has said anything. */
  #speaks = false

  /** `failed`: its worker cannot be fetched; what was asked of it is answered, and the next request needs another one. */
  constructor(failed: () => void) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.#speaks = true
      this.#receive(data)
    }
    this.#worker.onerror = () => {
      if (this.#speaks) return
      failed()
      this.#end()
    }
    this.#tell({ kind: 'begin', base: document.baseURI.replace(/[?#].*$/, '') })
  }

  #tell(message: ToWorker) {
    this.#worker.postMessage(message)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const n = ++this.#count
    const method = init.method ?? 'GET'
    const body: unknown =
      typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null)
    if (method === 'POST') keepStorage()
    return new Promise((resolve, reject) => {
      this.#asked.set(n, resolve)
      this.#tell({ kind: 'request', n, method, path, body })
      init.signal?.addEventListener('abort', () => {
        this.#asked.delete(n)
        this.#lines.delete(n)
        this.#tell({ kind: 'cancel', n })
        reject(new DOMException('nobody waits for it', 'AbortError'))
      })
    })
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

  /** Answers what was asked, and closes what was opened. */
  #end() {
    this.#worker.terminate()
    this.#searchers.end()
    for (const n of [...this.#asked.keys()]) {
      this.#receive({ kind: 'answer', n, answer: { status: 503, body: MISSING } })
    }
    for (const socket of [...this.#sockets.keys()]) this.#receive({ kind: 'closed', socket })
  }

  #receive(message: FromWorker) {
    if (message.kind === 'fetching') {
      return fetching.tell(message.url, message.bytes, message.size)
    }
    if (message.kind === 'answer') {
      this.#lines.get(message.n)?.end()
      this.#asked.get(message.n)?.(responseOf(message.answer))
      this.#lines.delete(message.n)
      this.#asked.delete(message.n)
      return
    }
    if (message.kind === 'line') {
      const { n, text } = message
      // Its first line is the beginning of the answer.
      const lines = this.#lines.get(n) ?? new Lines()
      if (!this.#asked.has(n)) return
      this.#lines.set(n, lines)
      this.#asked.get(n)?.(lines.response)
      lines.tell(text)
      return
    }
    if ('searcher' in message) return this.#searchers.receive(message)
    const socket = this.#sockets.get(message.socket)
    if (!socket) return
    if (message.kind === 'opened') {
      socket.readyState = 1
      socket.onopen?.()
    } else if (message.kind === 'told') socket.onmessage?.({ data: message.message })
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

const parts: Parts = {
  get isFirstVisit() {
    return !navigator.serviceWorker?.controller
  },
  get coming() {
    return fetching.now
  },
  offline: async () => (await import('./offline.svelte')).offline,
}

/** The hall in this browser. Its worker begins with the first request. */
export function localBackend(): Backend {
  let hall: Hall | null = null
  const begun = () => (hall ??= new Hall(() => (hall = null)))
  return {
    fetch: (path, init) => begun().fetch(path, init),
    socket: (url) => begun().socket(url),
    // It may lie in any folder, and has one page.
    path: '/',
    ...(runsModules() ? {} : { refusal: TOO_OLD }),
    words: inBrowser,
    parts,
    get threads() {
      return threadsHere()
    },
    // All of a file, or nothing, is stored.
    fileSize: Infinity,
  }
}
