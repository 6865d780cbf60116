// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    horses: '馬',
    chariots: '車',
    cannons: '炮',
    'king-safety': '將帥安全',
    pawns: '兵卒',
    pins: '牽制',
  },
}
