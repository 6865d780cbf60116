// The WebSocket of the lab. Recordings end with their connection, so nothing is sent again.

import { backend } from '../backend'
import { randomId, DEAD_AFTER, PING_AFTER, type Socket } from '../live'
import { readFrame, type Frame } from './decode'
import type { LabEvent, LabRequest } from './types'

export interface SocketOptions {
  readonly onevent: (event: LabEvent) => void
  readonly onframe: (frame: Frame) => void
  /** The connection was lost, or there was none. */
  readonly onlost: () => void
}

export class LabSocket {
  #socket: Socket
  #waiting: string[] = []
  #heard = Date.now()
  #pinged = false
  #timer: ReturnType<typeof setInterval>
  #closed = false

  constructor(readonly options: SocketOptions) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = backend.socket(`${scheme}//${location.host}/api/lab/live`)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      for (const text of this.#waiting.splice(0)) socket.send(text)
    }
    socket.onmessage = ({ data }) => this.#receive(data)
    socket.onclose = () => this.#lost()
    this.#socket = socket
    this.#timer = setInterval(() => this.#watch(), 500)
  }

  /** Sends a request, now or when the connection is there; returns its id. */
  send(request: LabRequest): string {
    const id = randomId()
    const text = JSON.stringify({ ...request, id })
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
    else if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(text)
    return id
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#socket.onclose = null
    this.#socket.close()
  }

  get closed(): boolean {
    return this.#closed
  }

  #receive(data: unknown): void {
    this.#heard = Date.now()
    this.#pinged = false
    if (data instanceof ArrayBuffer) {
      const frame = readFrame(data)
      if (frame) this.options.onframe(frame)
      return
    }
    let event: LabEvent
    try {
      event = JSON.parse(String(data)) as LabEvent
    } catch {
      return
    }
    if (event.type !== 'pong') this.options.onevent(event)
  }

  #watch(): void {
    const silence = Date.now() - this.#heard
    if (silence > DEAD_AFTER) this.#lost()
    else if (silence > PING_AFTER && !this.#pinged && this.#socket.readyState === WebSocket.OPEN) {
      this.#pinged = true
      this.#socket.send(JSON.stringify({ type: 'ping', id: randomId() }))
    }
  }

  #lost(): void {
    if (this.#closed) return
    this.close()
    this.options.onlost()
  }
}
