// What happened, in plain words of the language chosen.

import { familyOf, letterName, type Family } from '../board/squares'
import type { Messages } from '../i18n/en'
import type { ClockSetting, End, Game, MovePlayed, Piece, Player, Side } from '../types'

export interface Score {
  readonly cp?: number | null
  readonly mate?: number | null
}

export interface Sentence {
  /** Drawn in the accent colour. */
  readonly head: string
  readonly body: string
}

export function playerName(m: Messages, player: Player, side: Side, variant: string): string {
  if (player.kind === 'person') {
    return player.name ? player.name : m.player.person(m.side(side, familyOf(variant)))
  }
  if (player.depth) return m.player.machineDepth(player.depth)
  if (player.move_time_ms) return m.player.machineTime(player.move_time_ms / 1000)
  return m.player.machine(player.level)
}

/** A move as it is written: points as they stand around the board. */
export function writtenMove(
  variant: string,
  move: { text: string; notations: Readonly<Record<string, string>> },
  notation: string,
): string {
  const written = move.notations[notation] ?? move.text
  return familyOf(variant) === 'gomoku' ? written.toUpperCase() : written
}

/** What a square is called where moves are written so. */
export function squareText(game: Game, at: string, notation: string): string {
  const letters = familyOf(game.variant) === 'draughts' && notation === 'letters'
  return letters ? letterName(game.board, at) : at
}

function draughtsWords(m: Messages, game: Game, move: MovePlayed, notation: string) {
  const of = (kind: string) => move.captured.filter((k) => k === kind).length
  return {
    side: m.side(move.side, 'draughts'),
    piece: kindName(m, move.side, move.piece, 'draughts'),
    from: squareText(game, move.from ?? '', notation),
    to: squareText(game, move.to, notation),
    men: of('man'),
    kings: of('king'),
    crowned: move.crowned ?? false,
    time: move.time_ms >= 100 ? m.seconds(move.time_ms) : '',
  }
}

export function sayMove(
  m: Messages,
  game: Game,
  move: MovePlayed,
  notation: string,
  made = '',
): Sentence {
  const family = familyOf(game.variant)
  if (family === 'gomoku') {
    const time = move.time_ms >= 100 ? m.seconds(move.time_ms) : ''
    return m.gomoku.moved(m.side(move.side, family), move.to, made, time)
  }
  if (family === 'draughts') return m.draughts.moved(draughtsWords(m, game, move, notation))
  return m.say.moved({
    side: m.side(move.side, family),
    piece: kindName(m, move.side, move.piece),
    to: move.to,
    notation: move.notations[notation] ?? move.text,
    captured: move.captured
      .map((kind) => kindName(m, move.side === 'first' ? 'second' : 'first', kind))
      .join(m.say.and),
    check: move.check,
    time: move.time_ms >= 100 ? m.seconds(move.time_ms) : '',
  })
}

/** The name of a piece without its colour, as its side calls it. */
export function kindName(m: Messages, side: Side, kind: string, family?: Family): string {
  return m.code === 'zh-Hans' ? m.piece(side, kind, family).slice(1) : m.pieceKind(kind)
}

/** A move as a screen reader should say it. */
export function speakMove(
  m: Messages,
  game: Game,
  move: MovePlayed,
  notation = '',
  made = '',
): string {
  const family = familyOf(game.variant)
  if (family === 'gomoku') return m.gomoku.spoken(m.side(move.side, family), move.to, made)
  if (family === 'draughts') return m.draughts.spoken(draughtsWords(m, game, move, notation))
  return m.say.spokenMove(
    m.side(move.side, familyOf(game.variant)),
    kindName(m, move.side, move.piece),
    move.from ?? '',
    move.to,
    move.captured
      .map((kind) => kindName(m, move.side === 'first' ? 'second' : 'first', kind))
      .join(m.say.and),
    move.check,
  )
}

/** How a game ended, whole: who won and why, by which rule, and which pieces prove it. */
export function sayEnd(m: Messages, end: End, variant: string, pieces: readonly Piece[]): Sentence {
  const family = familyOf(variant)
  if (end.outcome === '*') return { head: m.say.abandoned, body: '' }
  const reason = reasonOf(variant, end.reason)
  const head = end.winner ? m.say.won(m.side(end.winner, family), reason) : m.say.drawn(reason)
  return { head, body: grounds(m, end, pieces) }
}

/** The key of a reason's words: some reasons mean another thing in some games. */
export function reasonOf(variant: string, reason: string): string {
  if (variant === 'draughts-losing' && reason === 'no-moves') return 'cannot-move-wins'
  if (familyOf(variant) === 'gomoku' && reason === 'no-moves') return 'no-points'
  return familyOf(variant) === 'draughts' && reason === 'material' ? 'too-few' : reason
}

/** The rule and the evidence of an end, as far as there are any. */
export function grounds(m: Messages, end: End, pieces: readonly Piece[]): string {
  const parts: string[] = []
  const evidence = sayEvidence(m, end, pieces)
  if (evidence) parts.push(evidence.charAt(0).toUpperCase() + evidence.slice(1))
  if (end.rule) {
    const [id = '', ...rest] = end.rule.split(' ')
    const name = m.rules[id]
    parts.push(name && rest.length > 0 ? m.say.rule(name, rest.join(' ')) : end.rule)
  }
  return parts.join(m.code === 'en' ? ' · ' : '；')
}

function sayEvidence(m: Messages, end: End, pieces: readonly Piece[]): string {
  if (!end.evidence) return ''
  const known = m.draughts.evidence[end.evidence]
  if (known) return known
  const name = (at: string) => {
    // Stones stand where they stand: their points say enough.
    if (pieces[0]?.kind === 'stone') return at.toUpperCase()
    const piece = pieces.find((p) => p.at === at)
    return piece ? m.say.pieceOn(kindName(m, piece.side, piece.kind), at) : at
  }
  const named = (text: string) =>
    (text.match(/[a-z]\d+/g) ?? []).map(name).join(m.say.and) || text.trim()
  if (!end.reason.endsWith('chase')) return end.evidence.replace(/[a-z]\d+/g, name)
  const [victims = '', attackers] = end.evidence.split(' by ')
  return attackers ? m.say.chased(named(victims), named(attackers)) : named(victims)
}

/** The words of a rule's warning for a move: the end it would bring. */
export function sayWarning(m: Messages, game: Game, end: End, mover: Side) {
  const pieces = game.board.pieces
  const { body } = sayEnd(m, end, game.variant, pieces)
  const title = !end.winner
    ? m.confirm.warnDraw
    : end.winner === mover
      ? m.confirm.warnWin
      : m.confirm.warnLose
  return { title, reason: m.say.reason(reasonOf(game.variant, end.reason)), body }
}

export function sayClock(m: Messages, clock: ClockSetting): string {
  const time = (ms: number) =>
    ms % 60000 === 0 && ms > 0 ? m.clock.minutes(ms / 60000) : m.clock.seconds(ms / 1000)
  switch (clock.kind) {
    case 'none':
      return m.clock.none
    case 'per_move':
      return m.clock.perMove(time(clock.ms))
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

/** A score as people write it: `+0.42`, or the win it announces; only kings are mated. */
export function scoreText(m: Messages, score: Score, family: Family = 'xiangqi'): string {
  if (score.mate !== null && score.mate !== undefined) {
    return family === 'xiangqi' ? m.play.mateIn(score.mate) : m.play.winsIn(score.mate)
  }
  const cp = (score.cp ?? 0) / 100
  return `${cp > 0 ? '+' : cp < 0 ? '−' : ''}${Math.abs(cp).toFixed(2)}`
}

/** A hint: the move, and what it is worth; in gomoku, whose numbers nobody knows, in words. */
export function sayHint(
  m: Messages,
  game: Game,
  hint: { text: string; notations: Readonly<Record<string, string>>; score: Score },
  notation: string,
): string {
  const family = familyOf(game.variant)
  const move = writtenMove(game.variant, hint, notation)
  if (family !== 'gomoku') return m.play.hintSays(move, scoreText(m, hint.score, family))
  return m.play.hintSays(move, balance(m, game.turn, hint.score))
}

/** Who stands better in gomoku, and by how much: what the machine's chances to win say. */
export function balance(m: Messages, turn: Side, score: Score): string {
  const side = (mover: boolean) =>
    m.side(mover === (turn === 'first') ? 'first' : 'second', 'gomoku')
  const { mate } = score
  if (mate !== null && mate !== undefined) return m.gomoku.decided(side(mate > 0), Math.abs(mate))
  const cp = score.cp ?? 0
  const much = Math.abs(cp)
  const degree = much < 30 ? 0 : much < 100 ? 1 : much < 250 ? 2 : 3
  return m.gomoku.balance(side(cp > 0), degree)
}

/** What a level is like to play against. */
export function levelText(m: Messages, level: number, family: Family): string {
  const own = family === 'gomoku' ? m.gomoku.levels[level] : undefined
  return own ?? m.levels[level - 1] ?? ''
}

/** Large counts shortened: `3.1 M`. */
export function count(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`
  if (n >= 1e3) return `${(n / 1e3).toFixed(1)} k`
  return String(n)
}
