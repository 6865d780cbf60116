// Scores and chances in words. The server's scores are from the first side's view.

import { countsPlies } from '../play/numbering'
import { catalogue } from '../catalogue.svelte'
import { sideName, writtenMove, type Score } from '../play/say'
import { gameOf } from '../games/registry'
import type { Messages } from '../i18n/en'
import { notationOf } from '../prefs.svelte'
import type { Game, MovePlayed } from '../types'
import { expected, inPercent, percent } from './chance'
import type { AnalysisLine, Study, StudyNode } from './types'
import { gameWords, s, studyIn } from './words'

export { expected, inPercent, percent } from './chance'

const isMate = (score: Score): score is { mate: number } =>
  score.mate !== null && score.mate !== undefined

/** Another program may give a move without a score. */
const isUnknown = (score: Score) => (score.cp ?? null) === null && !isMate(score)

/** A score as a figure: `+1.20`, `#5` for a win of the first side, `#−5` for one of the second. */
export function figure(score: Score): string {
  if (isUnknown(score)) return '–'
  if (isMate(score)) return `#${score.mate < 0 ? '−' : ''}${Math.abs(score.mate)}`
  const cp = (score.cp ?? 0) / 100
  return `${cp > 0 ? '+' : cp < 0 ? '−' : ''}${Math.abs(cp).toFixed(2)}`
}

/** A score as the panel shows it. */
export const shownScore = (line: Pick<AnalysisLine, 'score' | 'chances'>, unit: string): string =>
  unit === 'chance' && line.chances.some((chance) => chance > 0)
    ? s().worth.percent(percent(expected(line.chances)))
    : figure(line.score)

/** The chances of the results in words: `Red wins 40 %, draw 45 %, Black wins 15 %`. */
export function results(m: Messages, variant: string, chances: readonly number[]): string {
  const { win, draw, loss } = inPercent(chances)
  const [first, second] = [sideName(m, variant, 'first'), sideName(m, variant, 'second')]
  return studyIn(m).worth.results(first, second, win, draw, loss)
}

/** A score in words: `Red stands better`. */
export function worth(m: Messages, variant: string, score: Score): string {
  if (isUnknown(score)) return studyIn(m).worth.unknown
  const page = gameOf(variant)
  const own = gameWords(page, m).worth
  if (own) {
    const text = own(m, score)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const words = studyIn(m).worth
  if (isMate(score)) {
    const side = sideName(m, variant, score.mate > 0 ? 'first' : 'second')
    return words.wins(side, Math.abs(score.mate))
  }
  const cp = score.cp ?? 0
  const much = Math.abs(cp)
  if (much < 30) return words.even
  const side = sideName(m, variant, cp > 0 ? 'first' : 'second')
  return words.ahead(side, much < 100 ? 1 : much < 300 ? 2 : 3)
}

/** A move in the chosen notation. */
export const writtenIn = (variant: string, move: Pick<MovePlayed, 'text' | 'notations'>): string =>
  writtenMove(variant, move, notationOf(variant))

/** The signs of glyphs beside a move. Others are shown by their number. */
const SIGNS: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
}
export const sign = (glyph: number): string => SIGNS[glyph] ?? `$${glyph}`

/** 1 where the second side makes the first move although the first side usually begins. */
export const offsetOf = (study: Pick<Study, 'turn' | 'variant'>): 0 | 1 =>
  study.turn === 'second' && catalogue.variant(study.variant)?.first !== 'second' ? 1 : 0

/** The number before a move: `3.` in the left column, `3…` in the right one. */
export function numberOf(study: Pick<Study, 'turn' | 'variant'>, ply: number): string {
  if (countsPlies(study.variant)) return `${ply}.`
  const at = ply - 1 + offsetOf(study)
  return `${(at >> 1) + 1}${at % 2 === 0 ? '.' : '…'}`
}

/** A move with its signs. */
export const signed = (variant: string, node: StudyNode): string =>
  node.played ? writtenIn(variant, node.played) + node.glyphs.map(sign).join('') : ''

/**
 * The study as a game, for sentences about moves: they need the variant, the board and the moves.
 */
export function asGame(study: Study, moves: readonly MovePlayed[]): Game {
  return {
    id: study.id,
    version: study.version,
    variant: study.variant,
    rules: study.rules,
    players: study.players.map((name) => ({ kind: 'person' as const, name })),
    created_at: study.created_at,
    updated_at: study.updated_at,
    start: study.start,
    position: study.start,
    turn: study.turn,
    moves: [...moves],
    board: study.board,
    lost: [[], []],
    clock: { setting: { kind: 'none' }, left_ms: [0, 0], running: null },
    paused: false,
    warnings: [],
  }
}
