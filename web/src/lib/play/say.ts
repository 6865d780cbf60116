// Events as sentences in the language of the page.

import type { GamePage, GameWords } from '../games/interface'
import { gameOf } from '../games/registry'
import { pickIn } from '../i18n/index.svelte'
import { leftText } from './clocks'
import { countsPlies, firstOf, numberOf, offsetOf } from './numbering'
import { presetName, presetOf } from './presets'
import type { Messages } from '../i18n/en'
import {
  otherSide,
  sideIndex,
  type Board,
  type BoardMove,
  type ClockSetting,
  type End,
  type Fault,
  type Game,
  type MovePlayed,
  type Piece,
  type Player,
  type RuleWarning,
  type Side,
  type Thinking,
} from '../types'

export interface Score {
  readonly cp?: number | null
  readonly mate?: number | null
}

export interface Sentence {
  /** Drawn in the accent colour. */
  readonly head: string
  readonly body: string
}

/** The name of a side. */
export const sideName = (m: Messages, variant: string, side: Side): string =>
  pickIn(m, gameOf(variant).words).sides[side]

/** The name that the hall writes where an account was deleted; nobody can take it. */
const DELETED = 'deleted account'

export function playerName(m: Messages, player: Player, side: Side, variant: string): string {
  if (player.kind === 'person') {
    if (player.seat && player.name === DELETED) return m.people.deletedAccount
    // Our machine of a file is called in the language of the page.
    const level = levelInFile(player)
    if (level !== null) return m.player.machine(level)
    if (player.name) return player.name
    if (player.seat?.kind === 'open') return m.people.nobodyYet
    return player.seat ? m.people.guest : m.player.person(sideName(m, variant, side))
  }
  if (presetOf(player)) return presetName(m, variant, presetOf(player))
  if (player.depth) return m.player.machineDepth(player.depth)
  if (player.move_time_ms) return m.player.machineTime(player.move_time_ms / 1000)
  return m.player.machine(player.level)
}

/** The name of our machine in files and studies. */
const MACHINE = /^Yiqi level (\d+)$/

/** The level of our machine by its name in a file or a study; `null` for another name. */
export function machineLevel(name: string): number | null {
  const level = MACHINE.exec(name)?.[1]
  return level === undefined ? null : Number(level)
}

/** The level of our machine in a game that came out of a file: there it is a person with its name, but without a seat. */
const levelInFile = (player: Player): number | null =>
  player.kind === 'person' && !player.seat ? machineLevel(player.name ?? '') : null

/**
 * The side that is "You"; `mine`: the one of this browser's person. In a game that came out of a file, where one browser
 * moves both sides, it is the person without a name who played our machine.
 */
export function yourSide(players: readonly Player[], mine: Side | null): Side | null {
  const isYou = (side: Side) => {
    const [own, other] = [players[sideIndex(side)], players[sideIndex(otherSide(side))]]
    const isNameless = own?.kind === 'person' && !own.name && !own.seat
    return isNameless && !!other && levelInFile(other) !== null
  }
  return mine ?? (['first', 'second'] as const).find(isYou) ?? null
}

/**
 * The names of a file or a study as they are shown: our machine in the language of the page, a person without a name
 * as `You` against it and by the side otherwise.
 */
export function shownNames(
  m: Messages,
  variant: string,
  names: readonly string[],
): [string, string] {
  const levels = names.map(machineLevel)
  return (['first', 'second'] as const).map((side, i) => {
    const level = levels[i] ?? null
    if (level !== null) return m.player.machine(level)
    if (names[i]) return names[i]
    return (levels[1 - i] ?? null) !== null ? m.player.you : sideName(m, variant, side)
  }) as [string, string]
}

/** A move in the notation of the game. */
export function writtenMove(
  variant: string,
  move: { text: string; notations: Readonly<Record<string, string>> },
  notation: string,
): string {
  const written = move.notations[notation] ?? move.text
  return gameOf(variant).say.written?.(written) ?? written
}

/** The principal variation in the notation of the game. */
export function lineText(
  variant: string,
  thinking: Pick<Thinking, 'lines' | 'pv'>,
  notation: string,
): readonly string[] {
  const { written } = gameOf(variant).say
  const line = thinking.lines[notation] ?? thinking.pv
  return written ? line.map((text) => written(text)) : line
}

/** A move by its squares, used before the server has confirmed it. */
export function plainMove(move: BoardMove): string {
  if (!move.from) return move.to.toUpperCase()
  return `${move.from}${(move.captures?.length ?? 0) > 0 ? '×' : '–'}${move.to}`
}

/** An unconfirmed move of this game, in its own way or by its squares with the board's names for them. */
export function pendingMove(game: Game, move: BoardMove, notation: string): string {
  const own = gameOf(game.variant).say.pending?.(game, move, notation)
  if (own) return own
  const name = (at: string) => squareText(game, at, notation)
  const from = move.from ? { from: name(move.from) } : {}
  const plain = plainMove({ ...move, ...from, to: name(move.to) })
  return gameOf(game.variant).say.written?.(plain) ?? plain
}

/** The name of a square in notations that use squares. */
export const squareText = (game: Game, at: string, notation: string): string =>
  gameOf(game.variant).look.squareName?.(game.board, at, notation) ?? at

/** Where a point is: its name, or its file where the notation names no points. */
export const placeText = (
  m: Messages,
  variant: string,
  board: Board,
  at: string,
  notation: string,
  side: Side = 'first',
): string => {
  const { look, say } = gameOf(variant)
  return say.where?.(m, board, at, notation, side) || (look.squareName?.(board, at, notation) ?? at)
}

/** The time a move took; '' for less than a tenth of a second. */
export function timeText(m: Messages, { time_ms: ms }: MovePlayed): string {
  if (ms >= 3600000) return leftText(m, ms)
  return ms >= 100 ? m.seconds(ms) : ''
}

export const sayMove = (
  m: Messages,
  game: Game,
  move: MovePlayed,
  notation: string,
  made = '',
): Sentence => gameOf(game.variant).say.moved(m, game, move, notation, made)

/** How many moves there are, as the numbered list counts them. `begins`: the side of the first, if it is known. */
export const movesText = (m: Messages, variant: string, plies: number, begins?: Side): string =>
  m.games.moves(
    numberOf(variant, plies, begins ? offsetOf(variant, begins) : 0),
    !countsPlies(variant),
  )

/** A move by its number in the list, and whose it is; `null` for the start. `begins`: the side of the first move. */
export function moveOf(
  m: Messages,
  variant: string,
  ply: number,
  begins: Side = firstOf(variant),
): string | null {
  if (ply === 0) return null
  if (countsPlies(variant)) return m.games.moveOf(ply, null)
  const side = ply % 2 === 1 ? begins : otherSide(begins)
  const number = numberOf(variant, ply, offsetOf(variant, begins))
  return m.games.moveOf(number, sideName(m, variant, side))
}

/** A move in words for a screen reader. */
export const speakMove = (
  m: Messages,
  game: Game,
  move: MovePlayed,
  notation = '',
  made = '',
): string => gameOf(game.variant).say.spoken(m, game, move, notation, made)

/** The end of a game: winner, reason, rule and evidence. */
export function sayEnd(
  m: Messages,
  end: End,
  variant: string,
  pieces: readonly Piece[],
  notation = '',
): Sentence {
  if (end.outcome === '*') return { head: m.say.abandoned, body: '' }
  const how = reasonWords(m, variant, end, pieces, 'sentences')
  const head = end.winner
    ? m.say.won(sideName(m, variant, end.winner), how ?? `(${end.reason})`)
    : m.say.drawn(how ?? end.reason)
  return { head, body: grounds(m, end, variant, pieces, notation) }
}

/** An end from the person's view; `mine`: the person's side, if there is exactly one person. */
export function endTitle(m: Messages, end: End, variant: string, mine: Side | null): string {
  if (end.outcome === '*') return m.say.abandoned
  if (!end.winner) return m.say.result(null, true)
  if (mine === null) return m.say.result(sideName(m, variant, end.winner), true)
  return mine === end.winner ? m.say.youWon : m.say.youLost
}

function reasonWords(
  m: Messages,
  variant: string,
  end: Pick<End, 'reason' | 'winner'>,
  pieces: readonly Pick<Piece, 'side'>[] | undefined,
  form: 'sentences' | 'labels',
): string | undefined {
  const game = gameOf(variant)
  const key = game.say.reason?.(variant, end, pieces) ?? end.reason
  return pickIn(m, game.words).ends[form][key] ?? m.ends[form][key]
}

/** The reason of an end as a label; its code if it has no text. `pieces`: those at the end, if they are known. */
export const reasonLabel = (
  m: Messages,
  variant: string,
  end: Pick<End, 'reason' | 'winner'>,
  pieces?: readonly Pick<Piece, 'side'>[],
): string => reasonWords(m, variant, end, pieces, 'labels') ?? end.reason

/** The name of a rule set, if there is a text for it. */
export const rulesName = (m: Messages, variant: string, rules: string): string | undefined =>
  pickIn(m, gameOf(variant).words).rules?.[rules]

/** The rule and the evidence of an end, as far as they exist. */
function grounds(
  m: Messages,
  end: End,
  variant: string,
  pieces: readonly Piece[],
  notation: string,
): string {
  const parts: string[] = []
  const evidence = gameOf(variant).say.evidence?.(m, end, pieces, notation) ?? ''
  if (evidence) parts.push(evidence.charAt(0).toUpperCase() + evidence.slice(1))
  if (end.rule) {
    const [id = '', ...rest] = end.rule.split(' ')
    const name = rulesName(m, variant, id)
    parts.push(name && rest.length > 0 ? m.say.rule(name, rest.join(' ')) : end.rule)
  }
  return parts.join(m.say.semicolon)
}

/** A fault of a position or a file in words. */
export function sayFault(
  m: Messages,
  words: GameWords,
  fault: Fault,
  name: (at: string) => string = (at) => at,
): string {
  const piece = fault.piece ? words.piece(fault.piece.side, fault.piece.kind) : ''
  const facts = { piece, numbers: fault.numbers ?? [] }
  // The server's sentence names squares by the engine's names.
  const said = fault.squares.reduce(
    (text, at) => text.replace(` on ${at}`, ` on ${name(at)}`),
    fault.message,
  )
  return m.fault(fault.code, said, fault.squares.map(name), fault.place, words.faults, facts)
}

/** Why a move that was tried is not allowed. The piece that proves it is named by side and kind. */
export function sayWhy(m: Messages, game: Game, fault: Fault): string {
  const shown = game.board.pieces.find((p) => p.at === fault.squares[0])
  const piece = shown ? sidesPiece(m, game.variant, shown) : ''
  const words = pickIn(m, gameOf(game.variant).words)
  return words.why?.[fault.code]?.(piece, fault.numbers ?? []) ?? m.problems['illegal-move']!
}

/** A piece by its side and kind: `Black’s cannon`. */
export function sidesPiece(m: Messages, variant: string, { side, kind }: Piece): string {
  const words = pickIn(m, gameOf(variant).words)
  return m.say.sidesPiece(words.sides[side], words.kind(side, kind), words.piece(side, kind))
}

/** The text of a rule's warning for a move: the end that the move would cause, and the cycle. */
export function sayWarning(
  m: Messages,
  game: Game,
  warning: Pick<RuleWarning, 'end' | 'reply'>,
  mover: Side,
  notation = '',
) {
  const { end, reply } = warning
  const repeated = end.proof?.repeated
  const { body } = sayEnd(m, end, game.variant, game.board.pieces, notation)
  const title = reply
    ? m.confirm.warnReply
    : !end.winner
      ? m.confirm.warnDraw
      : end.winner === mover
        ? m.confirm.warnWin
        : m.confirm.warnLose
  const parts = [body]
  if (repeated) {
    const [first, last] = repeated.plies
    const moves = onceAround(game, first!, last!)
    const text = moves.map((move) => writtenMove(game.variant, move, notation)).join(' ')
    parts.push(m.confirm.repeats(text, repeated.times))
    // If the rule only counts moves, any reply would cause the end.
    if (reply) parts.push(m.confirm.warnByReply(writtenMove(game.variant, reply, notation)))
  }
  return {
    title,
    reason: reasonLabel(m, game.variant, end),
    body: parts.filter(Boolean).join(m.code === 'en' ? ' ' : ''),
  }
}

/** The moves of a cycle, once around if it repeats them; plies count from 1. */
function onceAround(game: Game, first: number, last: number): MovePlayed[] {
  const plies = last - first + 1
  const half = plies / 2
  const texts = game.moves.slice(first - 1, last).map((move) => move.text)
  const twice = Number.isInteger(half) && texts.slice(half).every((text, i) => text === texts[i])
  return game.moves.slice(first - 1, twice ? first - 1 + half : last)
}

export function sayClock(m: Messages, clock: ClockSetting): string {
  const time = (ms: number) =>
    ms % 60000 === 0 && ms > 0 ? m.clock.minutes(ms / 60000) : m.clock.seconds(ms / 1000)
  switch (clock.kind) {
    case 'none':
      return m.clock.none
    case 'per_move':
      return m.clock.perMove(time(clock.ms))
    case 'days':
      return m.clock.perMove(m.clock.days(clock.days))
    case 'byo_yomi':
      return m.clock.byoYomi(
        clock.base_ms > 0 ? time(clock.base_ms) : '',
        clock.move_ms ? time(clock.move_ms) : '',
        m.clock.seconds(clock.period_ms / 1000),
        clock.periods,
      )
    case 'increment':
      return m.clock.increment(
        time(clock.base_ms),
        clock.increment_ms > 0 ? m.clock.seconds(clock.increment_ms / 1000) : '',
      )
  }
}

/** `8:41`, `1:02:03`, and tenths below ten seconds. */
export function clockFace(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`
  const s = Math.ceil(left / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, min, sec] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60), s % 60]
  return h > 0 ? `${h}:${two(min)}:${two(sec)}` : `${min}:${two(sec)}`
}

/** A score in words or figures: `+0.42`, or the announced win. */
export function scoreText(m: Messages, score: Score, game: GamePage): string {
  if (score.mate !== null && score.mate !== undefined) {
    return (pickIn(m, game.words).winsIn ?? m.play.winsIn)(score.mate)
  }
  const cp = (score.cp ?? 0) / 100
  return `${cp > 0 ? '+' : cp < 0 ? '−' : ''}${Math.abs(cp).toFixed(2)}`
}

/** A hint: the move and its value. */
export function sayHint(
  m: Messages,
  game: Game,
  hint: { text: string; notations: Readonly<Record<string, string>>; score: Score },
  notation: string,
): string {
  const page = gameOf(game.variant)
  const move = writtenMove(game.variant, hint, notation)
  const worth = page.say.hintWorth?.(m, game.turn, hint.score) ?? scoreText(m, hint.score, page)
  return m.play.hintSays(move, worth)
}

/** The description of a level. */
export const levelText = (m: Messages, level: number, game: GamePage): string =>
  pickIn(m, game.words).levels?.[level] ?? m.levels[level - 1] ?? ''

/** Large counts in a short form: `3.1 M`. */
export function count(n: number, m?: Messages): string {
  if (m && m.code !== 'en') {
    const style = { notation: 'compact', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(m.code, style).format(n)
  }
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`
  if (n >= 1e3) return `${(n / 1e3).toFixed(1)} k`
  return String(n)
}

/** Joins sentences, each with one full stop between it and the next. */
export const joined = (words: Messages, sentences: readonly string[]) =>
  sentences
    .filter(Boolean)
    .map((text) => text.replace(/[.。]$/, ''))
    .join(words.code === 'en' ? '. ' : '。')
