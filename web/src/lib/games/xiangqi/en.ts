// Xiangqi in English. Every other language must have the same keys, or it does not compile.

import type { Side } from '../../types'
import type { Own } from '../interface'
import { enWhy } from './en-why'

const kinds: Record<string, string> = {
  king: 'king',
  advisor: 'advisor',
  elephant: 'elephant',
  horse: 'horse',
  chariot: 'chariot',
  cannon: 'cannon',
  pawn: 'pawn',
}
const kindName = (kind: string) => kinds[kind] ?? kind

/** The parts of a move that its texts need. */
export interface MoveWords {
  side: string
  piece: string
  from: string
  to: string
  /** The move in its notation, for boards whose points have no names. */
  written: string
  captured: string
  check: boolean
  time: string
}

export const en = {
  name: 'Xiangqi',
  sides: { first: 'Red', second: 'Black' },
  piece: (side: Side, kind: string) => `${side === 'first' ? 'red' : 'black'} ${kindName(kind)}`,
  kind: (_side: Side, kind: string) => kindName(kind),
  /** The name of a kind without a side. */
  anyKind: kindName,
  pieceAbout: {
    king: 'King: one step along a line, inside the palace.',
    advisor: 'Advisor: one step diagonally, inside the palace.',
    elephant:
      'Elephant: exactly two steps diagonally, over an empty point; never across the river.',
    horse:
      'Horse: one step along a line, then one diagonally outward. A piece on that first point blocks it.',
    chariot: 'Chariot: any distance along a line.',
    cannon: 'Cannon: any distance along a line; it captures by jumping over exactly one piece.',
    pawn: 'Pawn: one step forward; across the river also sideways. Never back.',
  } as Record<string, string>,
  variantAbout: {} as Record<string, string>,
  keys: 'letters jump from piece to piece (K king, A advisor, E elephant, R chariot, H horse, C cannon, P pawn), T goes to the next piece that can move, or to the next target, ',
  ends: {
    sentences: {
      checkmate: 'by checkmate',
      stalemate: 'because the opponent has no legal move',
      'perpetual-check': 'because the opponent checked perpetually',
      'perpetual-chase': 'because the opponent chased the same piece perpetually',
      'mutual-check': 'both sides checked perpetually',
      'mutual-chase': 'both sides chased perpetually',
      'sixty-move': 'sixty rounds passed without a capture',
      material: 'neither side has the pieces to give mate',
    } as Record<string, string>,
    labels: {
      checkmate: 'Checkmate',
      stalemate: 'No legal move',
      'perpetual-check': 'Perpetual check',
      'perpetual-chase': 'Perpetual chase',
      'mutual-check': 'Mutual perpetual check',
      'mutual-chase': 'Mutual perpetual chase',
      'sixty-move': 'Sixty rounds without capture',
      material: 'Not enough pieces to mate',
    } as Record<string, string>,
  },
  textLabel: 'A position (FEN), moves, or a whole game (PGN, DhtmlXQ)',
  fileAbout: 'PGN, XQF, DhtmlXQ, CCBridge (CBR, CBL, CBF), FEN or a list of moves.',
  formatNames: { xqf: 'XQF' } as Record<string, string>,
  formatAbout: {
    xqf: 'A game for XQStudio, with its variations. It is no text: download it.',
    dhtmlxq: 'The markup of Chinese forums and of dpxq.com.',
  } as Record<string, string>,
  limits: {
    'sixty-move': 'moves without a capture',
  } as Record<string, string>,
  why: enWhy,
  sets: {
    traditional: 'Traditional',
    simplified: 'Simplified',
    both: 'Both',
    pictures: 'Pictures',
    letters: 'Letters',
    solid: 'Solid',
  } as Record<string, string>,
  setAbout: {
    both: 'Each character with a picture of its piece.',
    solid: 'Red is printed in reverse: told apart without colour.',
  } as Record<string, string>,
  rules: {
    wxf: 'World Xiangqi Rules',
    cxa: 'Chinese Association Rules',
    computer: 'Computer rules',
    simple: 'Simple rules',
  } as Record<string, string>,
  rulesAbout: {
    wxf: 'Perpetual check and perpetual chase of one unprotected piece lose; other repetitions are drawn.',
    cxa: 'Any attack repeated on every move loses; written from secondary sources.',
    computer: 'What engines use among themselves.',
    simple: 'Perpetual check loses; any other threefold repetition is a draw.',
  } as Record<string, string>,
  inCheck: (side: string) => `${side} is in check: capture, block, or move the king.`,
  winsIn: (n: number) => (n > 0 ? `mate in ${n}` : `mated in ${-n}`),
  moved: (m: MoveWords) => ({
    head: m.check ? 'Check.' : '',
    body:
      (m.written
        ? `${m.side} played ${m.written}${m.captured ? `, taking the ${m.captured}` : ''}`
        : m.captured
          ? `${m.side}’s ${m.piece} took the ${m.captured} on ${m.to}`
          : `${m.side}’s ${m.piece} went to ${m.to}`) +
      (m.check ? (m.written && m.captured ? ', and gives check' : ' and gives check') : '') +
      (m.time ? `, after ${m.time}.` : '.'),
  }),
  spoken: (m: MoveWords) =>
    `${m.side} ${m.written ? `${m.written}: ` : ''}${m.piece} ${m.from} to ${m.to}${m.captured ? `, takes ${m.captured}` : ''}${m.check ? ', check' : ''}`,
  chased: (victims: string, attackers: string) => `${attackers} chased ${victims}`,
  threatened: (pieces: string) => `${pieces} threatened mate on every move`,
  pieceOn: (piece: string, at: string) => `the ${piece} on ${at}`,
  /** A file by a side's number of it. */
  onFile: (_side: Side, file: number) => `file ${file}`,
  /** A piece by its own side's number of its file; `one`: which of two there. */
  pieceOnFile: (piece: string, _side: Side, file: number, one: '' | 'front' | 'rear') =>
    `the ${one ? `${one} ` : ''}${piece} on file ${file}`,
  /** Descriptions of levels for this game, where the common texts do not fit. */
  levels: {
    2: 'sees a chariot in danger',
    3: 'misses cannons over a screen',
  } as Record<number, string>,
}

export type Words = Own<typeof en>
