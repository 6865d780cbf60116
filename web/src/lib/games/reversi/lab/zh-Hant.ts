// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    edge: '邊',
    'second-line': '第二線',
    'inner-lines': '內線',
    diagonals: '對角線',
    corners: '角',
    frontier: '外圍子',
    'beside-corners': '角旁',
    empty: '空格',
  },
}
