// The registration of Xiangqi.

import Board from '../../board/Board.svelte'
import type { GamePage } from '../interface'
import demo from './demo.json'
import Defs from './Defs.svelte'
import { courses } from './exercises'
import { learn } from './learn'
import { isPieceStyle, kindOfKey, pieceStyles, symbolId, xiangqiKinds } from './pieces'
import { byLetters, say } from './say'
import { scenery } from './scenery'
import { packs } from './words'

export const xiangqi: GamePage = {
  id: 'xiangqi',
  owns: (variant) => variant.startsWith('xiangqi'),
  known: ['xiangqi'],
  words: packs,
  look: {
    sets: pieceStyles,
    offered: (language) =>
      language.startsWith('zh')
        ? null
        : { styles: ['traditional', 'both', 'pictures'], kinds: xiangqiKinds, sample: 'horse' },
    pieceHref: (style, { side, kind }) =>
      `#${symbolId(isPieceStyle(style) ? style : 'traditional', side, kind)}`,
    colours: { first: 'red', second: 'dark' },
    faces: true,
    labels: (notation) => (byLetters(notation) ? 'letters' : 'numerals'),
    coordinates: (labels) => (labels === 'letters' ? 'both' : 'files'),
    scenery,
    keys: kindOfKey,
    isBrush: (notation) => notation.startsWith('chinese'),
  },
  say,
  files: {},
  customary(language) {
    if (language === 'zh-Hans') return { notation: 'chinese-simplified', pieces: 'simplified' }
    if (language === 'zh-Hant') return { notation: 'chinese', pieces: 'traditional' }
    return { notation: 'wxf', pieces: 'traditional' }
  },
  sample: {
    variant: 'xiangqi',
    pieces: [
      ['first', 'king', 'e0'],
      ['first', 'advisor', 'd0 f0'],
      ['first', 'elephant', 'c0 g0'],
      ['first', 'horse', 'c2 g2'],
      ['first', 'chariot', 'a0 i0'],
      ['first', 'cannon', 'b2 e6'],
      ['first', 'pawn', 'a3 c4 e3 g3 i3'],
      ['second', 'king', 'e9'],
      ['second', 'advisor', 'd9 f9'],
      ['second', 'elephant', 'c9 g9'],
      ['second', 'horse', 'c7'],
      ['second', 'chariot', 'a9 i9'],
      ['second', 'cannon', 'b7 h7'],
      ['second', 'pawn', 'a6 c6 g4 g6 i6'],
    ],
    marks: [
      { at: 'e2', kind: 'last_from' },
      { at: 'e6', kind: 'last_to' },
      { at: 'e9', kind: 'check' },
    ],
  },
  demo,
  Defs,
  Board,
  courses,
  Learn: () => learn.first(import('./Learn.svelte')),
}
