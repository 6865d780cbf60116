// Written by tools/hant.mjs out of zh-Hans-learn.ts: do not edit.
// 五子棋與連珠課程的文字。

import type { LearnWords } from './en-learn'

export const learn: LearnWords = {
  title: '五分鐘學會五子棋與連珠',
  lead: '黑白輪流在空點上放一子，橫、豎、斜先連成五子者勝。棋子不移動，也不被吃。',
  fouls: '連珠：黑方的禁手',
  foulsLead:
    '先行的黑方優勢很大。連珠規定黑方不得走三種棋形：按規則走了即負，所以本程式標出這些點，不讓黑方下；白方不受限，長連也算勝。',
  patterns: {
    five: ['五連', '連續五子即勝。無禁手規則中超過五子也算勝。'],
    'open-four': ['活四', '四子相連且兩端皆空：有兩點成五，一手擋不住。'],
    'open-three': ['活三', '再下一子就成活四，必須應，或以衝四搶先。'],
    'four-three': ['四三', '先以衝四逼應，再把三做成活四。最常見的勝法，連珠中也允許。'],
    overline: ['長連', '六子或更多相連：禁手，不算勝。若同一手恰好也成五，則黑勝。'],
    'double-four': ['四四', '一子同時成兩個四，也可能在同一條線上。'],
    'double-three': ['三三', '一子同時成兩個活三。'],
    apparent: ['假禁手', '看似三三，但其中一個被白方封住，永遠成不了活四，所以可以下。'],
  },
  patternLegend: '圓圈：所說的那一子或那一點；綠點：成五或延伸的點；叉：黑方的禁手點。',
}
