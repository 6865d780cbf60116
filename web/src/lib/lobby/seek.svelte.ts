// A game with anybody, now. Who finds nobody offers a game, and looks again for an older offer while waiting at its board.

import { api, ApiError } from '../api'
import { router } from '../router.svelte'
import type { Pairing, SeekGame } from '../types'
import { lobbyApi } from './api'

/** How often who waits looks again. */
const AGAIN = 4000

class Seek {
  /** What is sought, and the own offer that waits for somebody. */
  #waits: { sought: SeekGame; game: string } | null = null

  /** Whether this game waits because its person seeks anybody. */
  isFor(game: string): boolean {
    return this.#waits?.game === game
  }

  /** Opens the game of somebody, or an own one that waits. */
  async begin(sought: SeekGame): Promise<void> {
    this.#waits = null
    const pairing = await lobbyApi.pair(sought)
    if (pairing.found && (await taken(pairing))) return
    const own = pairing.found ? await lobbyApi.pair(sought) : pairing
    if (own.found && (await taken(own))) return
    if (!own.found) this.#waits = { sought, game: own.game }
    router.go(`#/game/${encodeURIComponent(own.game)}`)
  }

  /** Looks again while the board of the own offer is shown. Returns a function that stops it. */
  wait(game: string): () => void {
    const timer = setInterval(() => void this.#again(game).catch(() => {}), AGAIN)
    return () => clearInterval(timer)
  }

  async #again(game: string): Promise<void> {
    if (this.#waits?.game !== game) return
    const { sought } = this.#waits
    const pairing = await lobbyApi.pair({ ...sought, waiting: game })
    if (!pairing.found || this.#waits?.game !== game) return
    // Somebody may sit down here at this moment: then this game is played.
    await api.remove(game)
    this.#waits = null
    if (!(await taken(pairing))) await this.begin(sought)
  }
}

/** Sits down in a game and opens it; `false` if somebody else was faster. */
async function taken({ game }: Pairing): Promise<boolean> {
  try {
    await lobbyApi.sitDown(game)
  } catch (error) {
    const gone = ['no-open-seat', 'not-found', 'kept-seat']
    if (error instanceof ApiError && gone.includes(error.problem.code)) return false
    throw error
  }
  router.go(`#/game/${encodeURIComponent(game)}`)
  return true
}

export const seek = new Seek()
