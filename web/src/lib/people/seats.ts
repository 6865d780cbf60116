// The seats of a game of two persons, and what they ask each other for.

import { t } from '../i18n/index.svelte'
import { playerName } from '../play/say'
import { sideIndex, type Game, type GameSummary, type Side } from '../types'
import { me } from './me.svelte'

/** Whether two persons with seats of their own play, of whom each only acts for the own side. */
export const isBetweenPersons = (game: Game | GameSummary): boolean =>
  me.hasPeople &&
  game.players.every((player) => player.kind === 'person' && player.seat?.kind === 'taken')

/** The number of the side whose seat is open: the game has not begun; -1: none is. */
export const openSeat = (game: Game | GameSummary): number =>
  me.hasPeople
    ? game.players.findIndex((player) => player.kind === 'person' && player.seat?.kind === 'open')
    : -1

/**
 * Whether this browser's person is asked who sees a game: who made it says it, and the other player takes back that it is open; not
 * while a seat is for whoever has the link.
 */
export const asksWhoSees = (game: Game): boolean =>
  me.hasPeople &&
  (me.made(game.maker) || game.players.some((player) => me.has(player, game.maker))) &&
  !game.players.some(
    (player) => player.kind === 'person' && player.seat?.kind === 'open' && !player.seat.only,
  )

/** A rated game and one of a tournament are shown to everybody. */
export const canBePrivate = (game: Game): boolean => !game.rated && !game.tournament

/** The name of a side's player for a sentence. */
export const nameOf = (game: Game, side: Side): string =>
  playerName(t(), game.players[sideIndex(side)]!, side, game.variant)

/** The number of moves that remain when a person takes the own last move back; `null`: there is none. */
export function ownTakeBack(game: Game, side: Side | null): number | null {
  if (game.end || openSeat(game) >= 0) return null
  const own = game.moves.findLastIndex((move) => move.side === side)
  return own < 0 ? null : own
}

/** Whether a request of this browser's person has ended without anything else. */
export function isRefused(before: Game, now: Game): boolean {
  const asked = before.consent
  if (!asked || now.consent || now.end || now.version !== before.version + 1) return false
  const isSame =
    now.moves.length === before.moves.length &&
    now.paused === before.paused &&
    // A clock only runs down, unless time was added.
    now.clock.left_ms.every((left, i) => left <= before.clock.left_ms[i]!) &&
    JSON.stringify(now.players) === JSON.stringify(before.players)
  return isSame && me.has(now.players[sideIndex(asked.side)], now.maker)
}
