// The registration of reversi (Othello).

import type { GamePage } from '../interface'
import demo from './demo.json'
import Defs from './Defs.svelte'
import { courses } from './exercises'
import DiscBoard from './DiscBoard.svelte'
import { learn } from './learn'
import { say } from './say'
import { scenery } from './scenery'
import { packs } from './words'

export const reversi: GamePage = {
  id: 'reversi',
  owns: (variant) => variant.startsWith('reversi'),
  known: ['reversi', 'reversi-6'],
  words: packs,
  dropped: 'disc',
  look: {
    sets: [],
    pieceHref: (_style, { side }) => `#p-disc-${side}`,
    colours: { first: 'dark', second: 'light' },
    faces: false,
    labels: (notation) => (notation === 'ggf' ? 'capitals' : 'letters'),
    coordinates: () => 'both',
    boardClass: 'othello',
    scenery,
    keys: {},
    squareName: (_board, at, notation) => (notation === 'ggf' ? at.toUpperCase() : at),
  },
  say,
  files: {},
  customary: () => ({ notation: '', pieces: '' }),
  sample: {
    variant: 'reversi',
    pieces: [
      ['first', 'disc', 'c2 d2 d3 d4 e4 d5 e5 f5'],
      ['second', 'disc', 'b3 c3 e3 c4 f4 c5 c6 d6'],
    ],
    marks: [{ at: 'c6', kind: 'last_to' }],
  },
  demo,
  Defs,
  Board: DiscBoard,
  courses,
  Learn: () => learn.first(import('./Learn.svelte')),
}
