// Tells a person whose page is in the background that it is their turn.

import { t } from '../i18n/index.svelte'
import type { GameSession } from '../play/session.svelte'
import { prefs } from '../prefs.svelte'
import { sound } from '../sound/sound'
import { otherSide, type Game } from '../types'
import { isBetweenPersons, nameOf, openSeat } from './seats'

/** Whether the browser can show messages of this page; they need a secure address. */
export const canNotify = (): boolean => typeof Notification !== 'undefined' && isSecureContext

/** Asks the person for the permission. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false
  return (await Notification.requestPermission()) === 'granted'
}

export class Bell {
  /** It is the person's turn, and the page has not been looked at since. */
  rings = $state(false)

  constructor(readonly session: GameSession) {}

  seen = () => {
    if (!document.hidden) this.rings = false
  }

  changed(now: Game, before: Game) {
    const { session } = this
    const mine = session.mySide
    if (!isBetweenPersons(now) || mine === null || now.end) return
    const begins = openSeat(before) >= 0
    if (begins) sound.play('check')
    if (!document.hidden || (now.moves.length <= before.moves.length && !begins)) return
    if (now.turn !== mine && !begins) return
    this.rings = true
    if (!prefs.notify || !canNotify() || Notification.permission !== 'granted') return
    const name = nameOf(now, otherSide(mine))
    try {
      const body = begins ? t().people.hasSatDown(name) : t().people.yourTurn(name)
      const message = new Notification(t().brand, { body, tag: now.id })
      message.onclick = () => {
        focus()
        message.close()
      }
    } catch {
      // Some browsers show messages only from a worker.
    }
  }
}
