// What the page speaks to: a server, or the hall in this browser. Both answer the same messages; nothing else in the
// page knows which it is, except by `isLocal`.

import type { Socket } from '../live'
import { localBackend } from './local/client'

export interface Backend {
  /** As `fetch` does: `path` begins with `/api/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** As `new WebSocket`, whose path it is. */
  socket(url: string): Socket
}

const server: Backend = {
  fetch: (path, init) => fetch(path, init),
  socket: (url) => new WebSocket(url) as Socket,
}

/** Whether the page was written as a hall of static files (`yiqi page`). */
export const isLocal =
  globalThis.document?.querySelector('meta[name=yiqi-hall]')?.getAttribute('content') === 'local'

export const backend: Backend = isLocal ? localBackend() : server
