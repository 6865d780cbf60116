// 简体中文。

import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    'points-open-three': '可成活三的点',
    'any-open-three': '有可成活三的点',
    'open-three': '活三',
    'points-four': '可成冲四的点',
    'any-four': '有可成冲四的点',
    four: '四',
    'points-double-three': '可成双活三的点',
    'any-double-three': '有可成双活三的点',
    'double-three': '双活三',
    'points-four-three': '可成四三的点',
    'any-four-three': '有可成四三的点',
    'four-three': '四三',
    'points-open-four': '可成活四的点',
    'any-open-four': '有可成活四的点',
    'open-four': '活四',
    'points-five': '可成五连的点',
    'any-five': '有可成五连的点',
    five: '五',
    'points-foul': '可成禁手的点',
    'any-foul': '有可成禁手的点',
    foul: '禁手',
    'points-possible-foul': '可成可能的禁手的点',
    'any-possible-foul': '有可成可能的禁手的点',
    'possible-foul': '可能的禁手',
    'points-quiet': '可成平常点的点',
    'any-quiet': '有可成平常点的点',
    quiet: '平常点',
    'threats-together': '双方威胁合在一起的价值',
    two: '二',
    three: '三',
  },
}
