// The WebSocket of one game or study. Requests are kept until the server has answered them, so that a lost
// connection loses no move; the server carries out a repeated id only once.

import { backend } from './backend'
import type { Command, Event } from './types'

export type Connection = 'connecting' | 'open' | 'lost'

/** The interface of a socket, which the browser's WebSocket implements. */
export interface Socket {
  readyState: number
  binaryType: BinaryType
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

/** An event of either socket: an answer has the id of its request. */
interface Answer {
  readonly type: string
  readonly id?: string
}

export interface LiveOptions<E extends Answer = Event> {
  readonly url: string
  readonly onevent: (event: E) => void
  readonly onconnection: (state: Connection) => void
  readonly socket?: (url: string) => Socket
}

/** Time without a message before a ping, and before the connection counts as lost. */
export const PING_AFTER = 2500
export const DEAD_AFTER = 9000
/** Time after which requests that a closed view has left behind are given up. */
export const FINISH_WITHIN = 600_000
const RETRY = [250, 500, 1000, 2000, 4000]

const OPEN = 1

/** `C`: the commands of the socket, `E`: its events. */
export class Live<C extends object = Command, E extends Answer = Event> {
  #socket: Socket | null = null
  #waiting = new Map<string, C & { id: string }>()
  #attempt = 0
  #heard = 0
  #pinged = false
  #timer: ReturnType<typeof setInterval> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  #closed = false
  #finishing = false

  constructor(readonly options: LiveOptions<E>) {
    this.#connect()
  }

  /**
   * Sends a command, now or as soon as there is a connection again. Returns its id: a new one, or
   * that of a request that was made before and is repeated.
   */
  send(command: C, id = randomId()): string {
    const request = { ...command, id }
    this.#waiting.set(id, request)
    this.#transmit(request)
    return id
  }

  /** Sends a command that is not repeated on a new connection; returns its id. */
  tell(command: C, id = randomId()): string {
    this.#transmit({ ...command, id })
    return id
  }

  /** Whether a request still waits for its answer. */
  get busy(): boolean {
    return this.#waiting.size > 0
  }

  /**
   * Tries to connect at once (the browser is online again, or the tab is active again). A connection that was silent for so
   * long while the device slept is not waited for: joining again takes one round trip.
   */
  wake() {
    if (this.#closed) return
    if (this.#socket) {
      if (Date.now() - this.#heard <= DEAD_AFTER) return
      this.#drop()
    }
    this.#attempt = 0
    this.#connect()
  }

  /** Joins the game again, which returns the whole game, because an event was missed. */
  rejoin() {
    if (this.#closed) return
    this.#drop()
    this.#connect()
  }

  close() {
    this.#closed = true
    this.#drop()
    if (this.#retry) clearTimeout(this.#retry)
  }

  /** Closes as soon as every request has its answer: what was entered is not lost with the view. */
  finish() {
    this.#finishing = true
    if (!this.busy) this.close()
    else setTimeout(() => this.close(), FINISH_WITHIN)
  }

  #connect() {
    if (this.#retry) clearTimeout(this.#retry)
    this.#retry = null
    const make = this.options.socket ?? ((url: string) => backend.socket(url))
    const socket = make(this.options.url)
    this.#socket = socket
    this.#heard = Date.now()
    this.#pinged = false
    socket.onopen = () => {
      this.#heard = Date.now()
      this.options.onconnection('open')
      for (const request of this.#waiting.values()) this.#transmit(request)
    }
    socket.onmessage = ({ data }) => this.#receive(data)
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#watch(), 500)
  }

  #receive(data: unknown) {
    this.#heard = Date.now()
    this.#pinged = false
    this.#attempt = 0
    let event: E
    try {
      event = JSON.parse(String(data)) as E
    } catch {
      return
    }
    if (event.id !== undefined) this.#waiting.delete(event.id)
    if (event.type !== 'pong') this.options.onevent(event)
    if (this.#finishing && !this.busy) this.close()
  }

  #transmit(request: C & { id: string }) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(request))
  }

  #watch() {
    const silence = Date.now() - this.#heard
    if (silence > DEAD_AFTER) this.#lost()
    else if (silence > PING_AFTER && !this.#pinged && this.#socket?.readyState === OPEN) {
      this.#pinged = true
      this.#socket.send(JSON.stringify({ type: 'ping', id: randomId() }))
    }
  }

  #lost() {
    this.#drop()
    if (this.#closed) return
    this.options.onconnection('lost')
    const wait = RETRY[Math.min(this.#attempt++, RETRY.length - 1)]!
    this.#retry = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()))
  }

  #drop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/** Works without a secure context, where `randomUUID` does not. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/** The address of the WebSocket that tells what changes in the whole hall. */
export const hallUrl = (base: { protocol: string; host: string } = location): string =>
  `${base.protocol === 'https:' ? 'wss:' : 'ws:'}//${base.host}/api/live`

/** The address of the WebSocket of a game, or of a study. */
export function liveUrl(
  id: string,
  base: { protocol: string; host: string } = location,
  kind: 'games' | 'studies' = 'games',
): string {
  const scheme = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${base.host}/api/${kind}/${encodeURIComponent(id)}/live`
}
