// 简体中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    edge: '边',
    'second-line': '第二线',
    'inner-lines': '内线',
    diagonals: '对角线',
    corners: '角',
    frontier: '外围子',
    'beside-corners': '角旁',
    empty: '空格',
  },
}
