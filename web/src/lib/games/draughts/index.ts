// The registration of draughts in all its variants.

import Board from '../../board/Board.svelte'
import { letterName } from '../../board/squares'
import type { GamePage } from '../interface'
import demo from './demo.json'
import Defs from './Defs.svelte'
import { courses } from './exercises'
import { learn } from './learn'
import { draughtsSets, draughtsSymbol } from './pieces'
import { say } from './say'
import { scenery } from './scenery'
import { packs } from './words'

export const draughts: GamePage = {
  id: 'draughts',
  owns: (variant) => variant.startsWith('draughts'),
  known: ['draughts', 'draughts-russian', 'draughts-brazilian', 'draughts-english'],
  words: packs,
  look: {
    sets: draughtsSets,
    pieceHref: (style, { side, kind }) => `#${draughtsSymbol(style, side, kind)}`,
    colours: { first: 'light', second: 'dark' },
    faces: true,
    labels: (notation) => (notation === 'letters' ? 'letters' : 'numbers'),
    coordinates: (labels) => (labels === 'letters' ? 'both' : 'none'),
    scenery,
    keys: { m: 'man', k: 'king' },
    squareName: (board, at, notation) => (notation === 'letters' ? letterName(board, at) : at),
  },
  say,
  files: {},
  // The first notation of each variant is its customary one.
  customary: () => ({ notation: '', pieces: 'classic' }),
  sample: {
    variant: 'draughts',
    pieces: [
      ['first', 'man', '27 28 32 35 36 37 38 40 42 43 47 48 49'],
      ['first', 'king', '3'],
      ['second', 'man', '7 8 9 12 13 14 18 19 22 24 26'],
      ['second', 'king', '45'],
    ],
    marks: [
      { at: '17', kind: 'last_from' },
      { at: '22', kind: 'last_to' },
      { at: '28', kind: 'must_capture' },
    ],
  },
  demo,
  Defs,
  Board,
  courses,
  Learn: () => learn.first(import('./Learn.svelte')),
}
