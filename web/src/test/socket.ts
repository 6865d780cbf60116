// A WebSocket that a test speaks for.

import type { Socket } from '../lib/live'

/** A message that the page sent. */
interface Sent extends Record<string, unknown> {
  type: string
  id: string
  text?: string
}

export class FakeSocket implements Socket {
  /** Every socket since the last `FakeSocket.all = []`. */
  static all: FakeSocket[] = []
  binaryType: BinaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: Sent[] = []
  closed = false

  /** `readyState`: 0 until `open`, 1 for a socket that is open from the beginning. */
  constructor(
    readonly url = '',
    public readyState = 0,
  ) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  /** What the server says: an event, or any text. */
  say(event: unknown) {
    this.onmessage?.({ data: typeof event === 'string' ? event : JSON.stringify(event) })
  }
  break() {
    this.readyState = 3
    this.onclose?.()
  }
  /** The last message of this type. */
  last = (type: string) => this.sent.filter((x) => x.type === type).at(-1)
}
