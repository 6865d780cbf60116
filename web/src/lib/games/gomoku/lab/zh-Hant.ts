// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    'points-open-three': '可成活三的點',
    'any-open-three': '有可成活三的點',
    'open-three': '活三',
    'points-four': '可成衝四的點',
    'any-four': '有可成衝四的點',
    four: '四',
    'points-double-three': '可成雙活三的點',
    'any-double-three': '有可成雙活三的點',
    'double-three': '雙活三',
    'points-four-three': '可成四三的點',
    'any-four-three': '有可成四三的點',
    'four-three': '四三',
    'points-open-four': '可成活四的點',
    'any-open-four': '有可成活四的點',
    'open-four': '活四',
    'points-five': '可成五連的點',
    'any-five': '有可成五連的點',
    five: '五',
    'points-foul': '可成禁手的點',
    'any-foul': '有可成禁手的點',
    foul: '禁手',
    'points-possible-foul': '可成可能的禁手的點',
    'any-possible-foul': '有可成可能的禁手的點',
    'possible-foul': '可能的禁手',
    'points-quiet': '可成平常點的點',
    'any-quiet': '有可成平常點的點',
    quiet: '平常點',
    'threats-together': '雙方威脅合在一起的價值',
    two: '二',
    three: '三',
  },
}
