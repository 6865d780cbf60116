// The texts of an opening. The server sends the question, the possible choices and their consequences.

import { presetName, presetOf } from '../../play/presets'
import type { Messages } from '../../i18n/en'
import type { Board, Game, Opening, OpeningAnswer, OpeningChoice } from '../../types'
import { wordsIn } from './words'

/** The question to the player who decides. */
export function question(m: Messages, opening: Opening): string {
  const w = wordsIn(m)
  switch (opening.stage) {
    case 'put':
      return w.put(opening.stone ?? 'first', opening.region ?? null, opening.left)
    case 'choose':
      return w.choose
    case 'declare':
      return w.declare
    case 'offer':
      return w.offer(opening.left)
    case 'pick':
      return w.pick
    default:
      return ''
  }
}

/** The answers so far: `colours kept, 12 fifth moves were declared`. */
export const soFar = (m: Messages, answers: readonly OpeningAnswer[]): readonly string[] =>
  answers.map(({ kind, number }) => wordsIn(m).answered(kind, number ?? null))

/** The consequence of a choice, for the player who decides. */
export function consequence(m: Messages, choice: OpeningChoice): string {
  const words = wordsIn(m).leads
  if (choice.kind === 'put-two') return words.putTwo
  if (choice.kind === 'offer-ten') return words.offerTen
  const [next, then] = choice.leads
  if (!next) return ''
  if (next.kind === 'offer') return words.offers(next.own, next.left)
  if (then?.kind === 'declare') return words.declares(next.own)
  if (then?.kind === 'offer') return words.fourth(next.own, then.left)
  return then?.kind === 'choose' ? words.swapsAgain(next.own) : words.plays(next.own)
}

/** An answer in words; people without names are not distinguished. */
export function sayAnswer(m: Messages, game: Game, answer: OpeningAnswer): string {
  const player = game.players[answer.has === 'first' ? 0 : 1]!
  const machines = game.players.filter((p) => p.kind === 'machine').length
  const you = machines === 1 && player.kind === 'person' && !player.name
  const name =
    player.kind === 'person'
      ? player.name
      : machines === 1
        ? wordsIn(m).machine
        : presetOf(player)
          ? presetName(m, game.variant, presetOf(player))
          : m.player.machine(player.level)
  const who = you ? m.player.you : (name ?? '')
  return wordsIn(m).answer(answer.kind, {
    who,
    you,
    colour: wordsIn(m).sides[answer.has],
    number: answer.number ?? 0,
  })
}

/** Why a point is not available now, if it is not a foul; '' if there is no text for it. `called`: its name. */
export function whyNot(
  m: Messages,
  board: Board,
  opening: Opening | null,
  at: string,
  called = at,
): string {
  const words = wordsIn(m).whyNot
  const name = called.toUpperCase()
  if (board.pieces.some((p) => p.at === at)) return words.occupied(name)
  switch (opening?.stage) {
    case 'put':
      return words.zone(name, opening.region ?? null)
    case 'offer':
      return opening.offered.includes(at) ? words.offered(name) : words.mirror(name)
    case 'pick':
      return words.pick(name)
    case 'choose':
    case 'declare':
      return words.answerFirst
    default:
      return ''
  }
}
