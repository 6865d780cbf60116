// What is said of a threat of the weakest level.

import { t } from '../i18n/index.svelte'
import { l } from '../learn/words'
import { notationOf } from '../prefs.svelte'
import type { Game, MovePlayed } from '../types'
import { sidesPiece, writtenMove } from './say'

export function threatText(game: Game, move: MovePlayed): string {
  const [at] = move.captured
  const taken = game.board.pieces.find((piece) => piece.at === at)
  return l().teacher.threatens(
    writtenMove(game.variant, move, notationOf(game.variant)),
    taken ? sidesPiece(t(), game.variant, taken) : '',
  )
}
