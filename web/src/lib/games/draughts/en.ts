// Draughts in English. Every other language must have the same keys, or it does not compile.

import { plural } from '../../i18n/en-plural'
import type { Side } from '../../types'
import type { Own } from '../interface'
import { enWhy } from './en-why'

const list = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** The parts of a move that its texts need. */
export interface DraughtsWords {
  side: string
  piece: string
  from: string
  to: string
  /** The captured pieces. */
  men: number
  kings: number
  crowned: boolean
  time: string
}

const taken = ({ men, kings }: DraughtsWords) =>
  [men > 0 ? plural(men, 'man', 'men') : '', kings > 0 ? plural(kings, 'king', 'kings') : '']
    .filter(Boolean)
    .join(' and ')

const kindName = (kind: string): string => (kind === 'king' ? 'king' : 'man')

export const en = {
  name: 'Draughts',
  sides: { first: 'White', second: 'Black' },
  piece: (side: Side, kind: string) => `${side === 'first' ? 'white' : 'black'} ${kindName(kind)}`,
  kind: (_side: Side, kind: string) => kindName(kind),
  keys: 'letters jump from piece to piece (M man, K king), T goes to the next piece that can move, or to the next target, ',
  textLabel: 'A position (FEN), moves, or a whole game (PDN)',
  fileAbout: 'PDN, FEN or a list of moves.',
  limits: {
    'king-moves': 'moves of kings only',
    'sixteen-moves': 'moves of this ending',
    'fifteen-moves': 'moves of this ending',
    'five-moves': 'moves of this ending',
    'unchanged-material': 'moves with the same pieces',
  } as Record<string, string>,
  why: enWhy,
  rules: { FMJD: 'FMJD rules', 'FMJD-64': 'FMJD rules for 64 squares' } as Record<string, string>,
  variantAbout: {
    draughts: '10×10. Kings fly; the most pieces must be taken.',
    'draughts-russian': '8×8. Kings fly; any capture; crowned in passing.',
    'draughts-brazilian': '8×8. The international rules on the small board.',
    'draughts-english': '8×8. Black begins; kings step one square.',
    'draughts-frisian': '10×10. Captures also run straight.',
    'draughts-italian': '8×8. Men may not take kings.',
    'draughts-pool': '8×8. Black begins; any capture; kings fly.',
    'draughts-czech': '8×8. A king must capture first.',
    'draughts-spanish': '8×8. Mirrored board; men capture forward.',
    'draughts-turkish': '8×8. All squares; straight moves.',
    'draughts-canadian': '12×12. Thirty men each.',
    'draughts-killer': '10×10. Kings stop right behind a taken king.',
    'draughts-breakthrough': '10×10. The first king wins.',
    'draughts-losing': '10×10. Who cannot move wins.',
  } as Record<string, string>,
  ends: {
    sentences: {
      'no-moves': 'because the opponent cannot move',
      'king-made': 'by making a king first',
      'king-moves': 'only kings moved for too long, without a capture',
      'sixteen-moves': 'the moves allowed for winning against the lone king are used up',
      'fifteen-moves': 'the moves allowed for winning against the lone king are used up',
      'five-moves': 'the moves allowed for winning against the lone king are used up',
      'unchanged-material': 'the pieces stayed the same for too long',
      'too-few': 'neither side can win with these pieces',
      'all-taken': 'because the opponent has no piece left',
      'all-given': 'because it has no piece left',
      'cannot-move-wins': 'because it cannot move any more',
    } as Record<string, string>,
    labels: {
      'no-moves': 'No moves',
      'king-made': 'First king',
      'king-moves': 'King moves only',
      'sixteen-moves': 'Lone king held out',
      'fifteen-moves': 'Lone king held out',
      'five-moves': 'Lone king held out',
      'unchanged-material': 'Unchanged pieces',
      'too-few': 'Too few pieces',
      'all-taken': 'All pieces taken',
      'all-given': 'No pieces left',
      'cannot-move-wins': 'Cannot move',
    } as Record<string, string>,
  },
  moved: (m: DraughtsWords) => ({
    head: m.crowned ? 'Crowned.' : m.men + m.kings > 1 ? `Takes ${m.men + m.kings}.` : '',
    body:
      (m.men + m.kings > 0
        ? `${m.side}’s ${m.piece} took ${taken(m)}, from ${m.from} to ${m.to}`
        : `${m.side}’s ${m.piece} went from ${m.from} to ${m.to}`) +
      (m.crowned ? ' and is a king now' : '') +
      (m.time ? `, after ${m.time}.` : '.'),
  }),
  spoken: (m: DraughtsWords) =>
    `${m.side} ${m.piece} ${m.from} to ${m.to}` +
    (m.men + m.kings > 0 ? `, takes ${taken(m)}` : '') +
    (m.crowned ? ', crowned' : ''),
  mustCapture: (side: string, from: readonly string[], most: number) =>
    `${side} must capture${most > 1 ? `, and must take ${most}` : ''}: with the piece on ${list(from)}.`,
  quiet: (from: readonly string[]) =>
    `A capture must be played: with the piece on ${list(from)}. It is marked.`,
  evidence: {
    'no-pieces': 'No pieces left',
    blocked: 'Every piece is blocked',
  } as Record<string, string>,
  sets: { classic: 'Cream and black', red: 'Cream and red', flat: 'Plain' } as Record<
    string,
    string
  >,
  /** Descriptions of levels for this game, where the common texts do not fit. */
  levels: {
    2: 'sees captures of one piece',
    3: 'misses longer captures',
  } as Record<number, string>,
}

export type Words = Own<typeof en>
