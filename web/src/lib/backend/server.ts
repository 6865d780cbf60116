// A hall with a server.

import type { Socket } from '../live'
import type { Backend } from '.'

export const server: Backend = {
  fetch: (path, init) => fetch(path, init),
  socket: (url) => new WebSocket(url) as Socket,
  addressOf: (path) => `${location.origin}${path}`,
  get path() {
    return location.pathname
  },
  words: (messages) => messages,
  threads: 1,
  fileSize: 2_000_000,
}
