// What changes in the whole hall. A view with a list is told to load it again: somebody else, or another tab, began,
// ended or deleted something. The server sends no content, so a view asks for what it shows.

import { hallUrl, Live, type Socket } from './live'
import type { HallCommand, HallEvent } from './types'

/** What a view shows. */
export type Shown = 'games' | 'studies'

interface Follower {
  readonly shown: Shown
  readonly refresh: () => void
}

export class HallNews {
  #live: Live<HallCommand, HallEvent> | null = null
  #followers = new Set<Follower>()
  /** Whether a connection was open since the list was loaded: what came after its end was missed. */
  #opened = false

  constructor(readonly socket?: (url: string) => Socket) {}

  /** Calls `refresh` when the list has changed. Returns a function that stops it. */
  follow(shown: Shown, refresh: () => void): () => void {
    const follower = { shown, refresh }
    if (this.#followers.size === 0) document.addEventListener('visibilitychange', this.#look)
    this.#followers.add(follower)
    this.#look()
    return () => {
      this.#followers.delete(follower)
      if (this.#followers.size > 0) return
      document.removeEventListener('visibilitychange', this.#look)
      this.#look()
      this.#opened = false
    }
  }

  /** Connects while somebody sees the list; a hidden tab takes no place. */
  #look = () => {
    const wanted = this.#followers.size > 0 && document.visibilityState !== 'hidden'
    if (!wanted) {
      this.#live?.close()
      this.#live = null
      return
    }
    this.#live ??= new Live<HallCommand, HallEvent>({
      url: hallUrl(),
      onevent: (event) => {
        if (event.type !== 'changed') return
        for (const { shown, refresh } of this.#followers) if (event[shown]) refresh()
      },
      onconnection: (state) => {
        if (state !== 'open') return
        if (this.#opened) for (const { refresh } of this.#followers) refresh()
        this.#opened = true
      },
      ...(this.socket ? { socket: this.socket } : {}),
    })
  }
}

export const hallNews = new HallNews()
