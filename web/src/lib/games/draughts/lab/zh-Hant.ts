// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    man: '兵',
    king: '王',
    'kings-more': '更多的王',
    guard: '底線防守',
    skew: '兩翼平衡',
    'safe-step': '安全的步',
    held: '被牽制的子',
    link: '相連的子',
    outpost: '前哨',
    runner: '通路兵',
    'runner-row': '通路兵的行數',
    'king-step': '王的步',
    'king-denied': '王會被吃的步',
    'king-trapped': '被困的王',
    'king-places': '王的位置',
    'main-road': '大道',
    'king-run': '成王之路',
  },
}
