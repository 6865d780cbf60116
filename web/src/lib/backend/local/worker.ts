// The worker of the page that is the hall.

import { follow } from './fetched'
import { LocalHall } from './hall'
import type { Watcher } from './live'
import type { FromWorker, ToWorker } from './messages'
import { Modules } from './modules'
import { searcherFailed } from './search-workers'

let hall: LocalHall | null = null

interface Open {
  readonly watcher: Watcher
  /** What takes the messages of the socket. */
  said: ((text: string) => void) | null
}

/** The requests that are being answered. */
const asked = new Map<number, AbortController>()

const sockets = new Map<number, Open>()
const tell = (message: FromWorker) => postMessage(message)

follow((url, bytes, size) => tell({ kind: 'fetching', url, bytes, size }))

async function open(socket: number, path: string) {
  const end = () => {
    if (!sockets.delete(socket)) return
    hall?.close(watcher)
    tell({ kind: 'closed', socket })
  }
  const early: (string | ArrayBuffer)[] = []
  let isOpen = false
  const watcher: Watcher = {
    // The client hears first that the socket is open.
    send: (message) =>
      isOpen ? tell({ kind: 'told', socket, message }) : void early.push(message),
    close: end,
  }
  const known: Open = { watcher, said: null }
  sockets.set(socket, known)
  known.said = (await hall?.open(path, watcher).catch(() => null)) ?? null
  if (!known.said) return end()
  if (!sockets.has(socket)) return hall?.close(watcher)
  isOpen = true
  tell({ kind: 'opened', socket })
  for (const message of early) tell({ kind: 'told', socket, message })
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'begin':
      hall = new LocalHall(new Modules(data.base))
      return
    case 'request': {
      const { n, method, path, body } = data
      const asking = new AbortController()
      asked.set(n, asking)
      const line = (text: string) => tell({ kind: 'line', n, text })
      const who = { tell: line, gone: asking.signal }
      void hall?.answer(method, path, body, who).then((answer) => {
        asked.delete(n)
        tell({ kind: 'answer', n, answer })
      })
      return
    }
    case 'searcher-failed':
      searcherFailed(data)
      return
    case 'cancel':
      asked.get(data.n)?.abort()
      return
    case 'open':
      void open(data.socket, data.path)
      return
    case 'text':
      sockets.get(data.socket)?.said?.(data.text)
      return
    case 'close': {
      const known = sockets.get(data.socket)
      sockets.delete(data.socket)
      if (known) hall?.close(known.watcher)
    }
  }
}
