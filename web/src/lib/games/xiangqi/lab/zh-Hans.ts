// 简体中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    horses: '马',
    chariots: '车',
    cannons: '炮',
    'king-safety': '将帅安全',
    pawns: '兵卒',
    pins: '牵制',
  },
}
