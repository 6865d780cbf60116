// 简体中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    man: '兵',
    king: '王',
    'kings-more': '更多的王',
    guard: '底线防守',
    skew: '两翼平衡',
    'safe-step': '安全的步',
    held: '被牵制的子',
    link: '相连的子',
    outpost: '前哨',
    runner: '通路兵',
    'runner-row': '通路兵的行数',
    'king-step': '王的步',
    'king-denied': '王会被吃的步',
    'king-trapped': '被困的王',
    'king-places': '王的位置',
    'main-road': '大道',
    'king-run': '成王之路',
  },
}
