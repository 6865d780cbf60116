// An opening protocol as the server tells it: what is asked, of whom, what may be answered, and
// what has been answered so far.

import type { Messages } from '../i18n/en'
import { otherSide, type Board, type Game, type Side } from '../types'

export type Stage = 'put' | 'choose' | 'declare' | 'offer' | 'pick'

export interface Opening {
  readonly id: string
  readonly stage: string
  /** The seat that decides: the colour it has now. */
  readonly decides: Side
  /** The colour of the stone that is put, offered or picked. */
  readonly stone?: Side | null
  readonly zone: string
  readonly choices: readonly string[]
  readonly left: number
  readonly offered: readonly string[]
  readonly acts: readonly string[]
}

/** The opening a game is in; `null` when it has none or it is over. */
export function openingOf(game: Game | null): Opening | null {
  return (game as (Game & { opening?: Opening | null }) | null)?.opening ?? null
}

/** `declare=4` says how many fifth moves will be offered. */
export function declared(choice: string): number | null {
  const found = /^declare=(\d+)$/.exec(choice)
  return found ? Number(found[1]) : null
}

/** How many fifth moves were declared so far, if any were. */
export const declaredIn = (opening: Opening): number | null =>
  opening.acts.reduce<number | null>((n, act) => declared(act) ?? n, null)

const isPut = (act: string) => /^(pick=)?[a-z]\d+$/.test(act)
export const isAnswer = (act: string) => !isPut(act) && !act.startsWith('offer=')

/** What is asked of the one who decides. */
export function question(m: Messages, opening: Opening): string {
  switch (opening.stage) {
    case 'put':
      return m.gomoku.put(m.side(opening.stone ?? 'first', 'gomoku'), opening.zone, opening.left)
    case 'choose':
      return m.gomoku.choose
    case 'declare':
      return m.gomoku.declare
    case 'offer':
      return m.gomoku.offer(opening.left)
    case 'pick':
      return m.gomoku.pick
    default:
      return ''
  }
}

/** What was answered so far, besides stones: `colours kept, 12 fifth moves were declared`. */
export const soFar = (m: Messages, opening: Opening): readonly string[] =>
  opening.acts.filter(isAnswer).map((act) => m.gomoku.answered(act, declared(act)))

/** What a choice leads to, said to the one who may make it. */
export function consequence(m: Messages, opening: Opening, choice: string): string {
  const words = m.gomoku.leads
  if (choice === 'put-two') return words.putTwo
  if (choice === 'offer-ten') return words.offerTen
  const stones = opening.acts.filter(isPut).length
  const mine: Side = choice === 'swap' ? otherSide(opening.decides) : opening.decides
  const next: Side = stones % 2 === 0 ? 'first' : 'second'
  const [black, puts] = [mine === 'first', mine === next]
  const offers = declaredIn(opening) ?? 2
  const [kind = ''] = opening.id.split('-')
  if (kind === 'soosorv') return stones < 4 ? words.declares(puts) : words.offers(black, offers)
  if (kind === 'rif' || kind === 'yamaguchi') return words.fourth(puts, offers)
  const growing = ['taraguchi', 'super', 'tarannikov'].includes(kind)
  return growing && stones < 5 ? words.swapsAgain(puts) : words.plays(puts)
}

/** Something answered in an opening: by whom, and which colour is theirs after it. */
export interface Answer {
  readonly act: string
  readonly by: Side
  readonly has: Side
}

const samePlayers = (a: Game, b: Game) => JSON.stringify(a.players) === JSON.stringify(b.players)

/**
 * What was answered between two states of a game. The last answer ends the opening and is not
 * among its acts any more: it shows in who sits where, or is known because it was given here.
 */
export function answerBetween(before: Game, after: Game, given: string | null): Answer | null {
  const [was, is] = [openingOf(before), openingOf(after)]
  if (!was || after.moves.length < before.moves.length) return null
  const fresh = is && is.acts.length > was.acts.length ? is.acts.slice(was.acts.length) : []
  let act = fresh.find(isAnswer) ?? null
  if (!is && was.stage === 'choose') {
    act = !samePlayers(before, after) ? 'swap' : oneOfAKind(before) ? given : 'keep'
  }
  if (act === null) return null
  return { act, by: was.decides, has: act === 'swap' ? otherSide(was.decides) : was.decides }
}

/** Whether an exchange of colours would not show. */
function oneOfAKind({ players }: Game): boolean {
  return JSON.stringify(players[0]) === JSON.stringify(players[1])
}

/** An answer in words; people without names are not told apart. */
export function sayAnswer(m: Messages, game: Game, answer: Answer): string {
  const player = game.players[answer.has === 'first' ? 0 : 1]!
  const machines = game.players.filter((p) => p.kind === 'machine').length
  const you = machines === 1 && player.kind === 'person' && !player.name
  const name =
    player.kind === 'person'
      ? player.name
      : machines === 1
        ? m.gomoku.machine
        : m.player.machine(player.level)
  const who = you ? m.player.you : (name ?? '')
  return m.gomoku.answer(answer.act, {
    who,
    you,
    colour: m.side(answer.has, 'gomoku'),
    number: declared(answer.act) ?? 0,
  })
}

/** From how many stones on the one who did not begin decides anything. */
function answererFrom(kind: string, side: Side): number {
  if (['swap', 'swap2', 'rif', 'sakata'].includes(kind) || kind.startsWith('soosorv')) return 3
  if (kind === 'yamaguchi') return side === 'first' ? 4 : 5
  return 1
}

/** Whether the person who plays the machine began the opening; `null` where it cannot be told. */
export function personBegan(game: Game): boolean | null {
  const opening = openingOf(game)
  if (!opening) return null
  const swaps = opening.acts.filter((act) => act === 'swap').length
  return game.players[swaps % 2]?.kind === 'person'
}

/**
 * How many stones may remain when one against the machine takes back to `ply`: what the machine
 * put before one decided anything stands.
 */
export function backInOpening(game: Game, me: Side, ply: number): number | null {
  const from = answererFrom(game.opening_kind ?? '', me)
  if (ply >= from) return ply
  return openingOf(game) && from < game.moves.length ? from : null
}

/** Why a point may not be taken now, where it is not a foul; '' where there is nothing to say. */
export function whyNot(m: Messages, board: Board, opening: Opening | null, at: string): string {
  const words = m.gomoku.whyNot
  const name = at.toUpperCase()
  if (board.pieces.some((p) => p.at === at)) return words.occupied(name)
  switch (opening?.stage) {
    case 'put':
      return words.zone(name, opening.zone)
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
