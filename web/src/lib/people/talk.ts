// The talk of two persons, as words.

import type { Messages } from '../i18n/en'
import type { Game, Line } from '../types'
import { nameOf } from './seats'

/** The name of one of the two persons of a game. */
export function nameOfPerson(game: Game, person: string): string {
  const at = game.players.findIndex(
    (p) => p.kind === 'person' && p.seat?.kind === 'taken' && p.seat.person === person,
  )
  return nameOf(game, at === 1 ? 'second' : 'first')
}

/** A line in the language of the page. */
export const spoken = (m: Messages, line: Line): string =>
  line.kind === 'phrase' ? m.people.phrases[line.phrase] : line.text
