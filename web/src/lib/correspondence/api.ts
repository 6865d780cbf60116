// What games by correspondence ask of the hall.

import { json } from '../api'
import type { ShownConditionalMoves, TurnList } from '../types'

const path = (game: string) => `/api/games/${encodeURIComponent(game)}/conditional`

export const correspondenceApi = {
  /** The games in which one is to move. */
  turns: () => json<TurnList>('/api/turns'),
  conditional: (game: string) => json<ShownConditionalMoves>(path(game)),
  setConditional: (game: string, ply: number, lines: readonly (readonly string[])[]) =>
    json<ShownConditionalMoves>(path(game), 'PUT', { ply, lines }),
}
