// Addresses of games, studies and positions, to be sent to others.

import { copyText } from '../copy'

/** The hall's address with this place in it. */
const whole = (place: string) => `${location.origin}${location.pathname}${place}`

/** The place of a game at a ply. */
export const gameAddress = (id: string, ply: number | null): string =>
  `#/game/${encodeURIComponent(id)}${ply === null ? '' : `/${ply}`}`

/** The place of a position. */
export const positionAddress = (variant: string, text: string): string =>
  `#/position/${encodeURIComponent(variant)}/${encodeURIComponent(text)}`

/** The list of the games in which a position stood. */
export const findAddress = (variant: string, text: string): string =>
  `#/games/position/${encodeURIComponent(variant)}/${encodeURIComponent(text)}`

export const copyGameLink = (id: string, ply: number | null): Promise<boolean> =>
  copyText(whole(gameAddress(id, ply)))

export const copyPositionLink = (variant: string, text: string): Promise<boolean> =>
  copyText(whole(positionAddress(variant, text)))
