import { api, ApiError } from '../api'
import { problemText } from '../i18n/index.svelte'
import { router } from '../router.svelte'
import type { ImportedGameId, NewGame } from '../types'
import type { Opened } from './opened.svelte'

/** A new game with the position, the moves and all else of a game that the hall keeps. */
const withImported = (
  { position: _position, moves: _moves, opening: _opening, ...rest }: NewGame,
  imported: ImportedGameId,
): NewGame => ({ ...rest, moves: [], imported })

/**
 * Creates a game and opens it; `opened`: of the chosen game of this file, whose comments come with it. Returns the error in
 * words, or '' for success.
 */
export async function beginGame(wanted: NewGame, opened?: Opened): Promise<string> {
  const create = (game: ImportedGameId | null) =>
    api.create(game ? withImported(wanted, game) : wanted)
  try {
    const created = await (opened ? opened.use(wanted.variant, create) : create(null))
    router.go(`#/game/${encodeURIComponent(created.id)}`)
    return ''
  } catch (error) {
    return error instanceof ApiError ? problemText(error.problem) : String(error)
  }
}
