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
      'full-board': '棋盤已滿，計子定勝負',
      'no-moves': '雙方都無處落子，計子定勝負',
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
  learnTitle: '五步學會黑白棋',
  learnLead: '用自己的兩個子夾住對方的子，夾住的子就變成自己的顏色。終局時子多者勝。',
  lessonAgain: '再來一次',
  endings: [
    '無處落子者停一手；能落子者不得停手。',
    '雙方都無處落子時終局，通常是棋盤已滿。',
    '子多者勝，空格算勝方的。',
    '棋子從不離開棋盤，角上的子永遠不會被翻轉。',
  ],
  lessons: {
    flip: {
      title: '夾住',
      text: '黑方先走。落子後，白子須在一條直線上處於新子與另一黑子之間：這裡有四格可下。',
      done: '白子被夾住，變成黑子。',
    },
    lines: {
      title: '同時幾條線',
      text: '一子翻轉它夾住的所有子：橫、豎、斜，各個方向同時翻轉。請下在 d4。',
      done: '四個方向，五個子。無論願意與否，都必須翻轉。',
    },
    pass: {
      title: '停一手',
      text: '黑方只有角旁一子，夾不住任何子。無處落子者停一手，由對方繼續。',
      done: '輪到白方，吃掉最後一個黑子。',
    },
    corner: {
      title: '角',
      text: '角的後面沒有格子，所以角上的子永遠夾不住。請佔角 a1。',
      done: '整條邊都是黑子，直到終局。',
    },
    quiet: {
      title: '寧少勿多',
      text: '開局子多並不佔優：子多的一方給對方更多可下之處。只翻裡面的一個子：試試 c3、b3 或 f3。',
      done: '一步靜著。白方在那一側幾乎無子可夾。',
    },
  },
}
