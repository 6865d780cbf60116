// The state of an opening protocol as the server sends it: the question, the side that decides, the possible
// choices, and the earlier choices. The texts for it are in each game's folder.

import { sideIndex, type Game, type Opening, type OpeningAnswer } from '../types'

/** The opening that a game is in; `null` when it has none or the opening is over. */
export function openingOf(game: Game | null): Opening | null {
  return game?.opening ?? null
}

/** The choice in an opening that is shown after a state: the new one, or the one before while it stays. */
export function shownAnswer(
  shown: OpeningAnswer | null,
  game: Game,
  before: Game | null,
): OpeningAnswer | null {
  if (!before) return null
  const answers = game.opening_answers ?? []
  const isNew = answers.length > (before.opening_answers?.length ?? 0)
  if (isNew && game.moves.length >= before.moves.length) return answers.at(-1) ?? null
  return staysShown(shown, game, before) ? shown : null
}

/** A machine's choice stays until the person moves, because the machine moves quickly. */
function staysShown(shown: OpeningAnswer | null, game: Game, before: Game): boolean {
  if (game.moves.length === before.moves.length) return true
  const byMachine = before.players[sideIndex(shown?.has ?? 'first')]?.kind === 'machine'
  const put = before.players[sideIndex(before.turn)]?.kind === 'machine'
  return byMachine && put && game.moves.length > before.moves.length
}
