// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 黑白棋所需的文字。

import type { Words } from './en'
import { zhWhy } from './zh-Hant-why'

export const words: Words = {
  name: '黑白棋',
  sides: { first: '黑方', second: '白方' },
  piece: (side) => (side === 'first' ? '黑子' : '白子'),
  kind: () => '棋子',
  keys: 'T 鍵跳到下一個可落子的格，',
  textLabel: '局面、著法（f5 d6 c3 或 f5d6c3）或整盤棋譜（GGF）',
  fileAbout: 'GGF 或棋譜列表（f5d6c3…）。',
  natural: '未落子',
  why: zhWhy,
  variantAbout: {
    reversi: '8×8，與奧賽羅棋比賽相同。',
    'reversi-6': '6×6，一盤較短，白方有必勝之法。',
  },
  notations: { engine: '字母加數字（f5）', ggf: '大寫（F5）' },
  rules: { wof: '世界黑白棋聯合會規則' },
  formatAbout: { ggf: '著法與用時，通用對弈伺服器的格式。' },
  faults: {
    'empty-centre': '中央四格必須有子',
    twice: '一格有兩個子',
    'off-board': '棋子不在棋盤上',
    'other-size': '局面屬於另一種棋盤',
  },
  ends: {
    sentences: {
      'full-board': '棋盤已滿，以子數計',
      'no-moves': '雙方都無處落子，以子數計',
      'wiped-out': '棋盤上只剩一種顏色',
    },
    labels: { 'full-board': '棋盤已滿', 'no-moves': '無處落子', 'wiped-out': '全部翻轉' },
  },
  moved: (side, at, time) => ({
    head: at ? '' : '停一手。',
    body: (at ? `${side}落子 ${at}` : `${side}無處落子`) + (time ? `，用時 ${time}。` : '。'),
  }),
  spoken: (side, at) => (at ? `${side} ${at}` : `${side}停一手`),
  mustPass: (side) => `${side}無處落子，必須停一手。`,
  pass: '停一手',
  tally: (n) => `${n} 子`,
  count: (black, white) => `黑方 ${black}，白方 ${white}`,
  ahead: (side, discs) => `${side}領先 ${discs} 子`,
  even: '雙方均勢',
  wins: (side) => `${side}勝`,
  levels: {
    1: '貪多翻子，常送角',
    2: '常翻得太多，漏看角',
    3: '多半看得見角，漏看好的靜著',
  },
}
