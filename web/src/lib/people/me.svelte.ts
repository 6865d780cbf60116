// Who uses this browser, and for whom the hall is. In a hall of one user everything belongs to that user.

import { json } from '../api'
import { givenMe } from '../given'
import type { Me, Player } from '../types'

class Myself {
  value = $state.raw<Me | null>(givenMe())

  async load(): Promise<void> {
    if (this.value) return
    // Without an answer the page offers everything; the hall decides what it does.
    this.value = await json<Me>('/api/me').catch(() => null)
  }

  /** Whether several people use the hall. */
  get hasPeople(): boolean {
    return (this.value?.mode ?? 'mine') !== 'mine'
  }

  /** The id of the person; '' where there is none. */
  get id(): string {
    return this.value?.person?.id ?? ''
  }

  get name(): string {
    return this.value?.person?.name ?? ''
  }

  /** Takes a name, which the server cleans. */
  async call(name: string): Promise<void> {
    this.value = await json<Me>('/api/me', 'PUT', { name })
  }

  /** Whether a place in a game is this person's; `maker`: who made the game. */
  has(player: Player | undefined, maker: string | null | undefined): boolean {
    if (player?.kind !== 'person') return false
    if (!this.hasPeople) return true
    const { seat } = player
    if (seat) return seat.kind === 'taken' && seat.person === this.id
    return this.made(maker)
  }

  /** Whether what somebody made is this person's. */
  made(maker: string | null | undefined): boolean {
    if (!this.hasPeople) return true
    return maker ? maker === this.id : !!this.value?.person?.host
  }

  /** The address of a game for others. */
  linkTo(game: string): string {
    const here = `${location.origin}/`
    return `${this.value?.address ?? here}#/game/${encodeURIComponent(game)}`
  }
}

export const me = new Myself()
