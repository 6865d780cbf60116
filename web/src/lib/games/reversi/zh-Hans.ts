// 黑白棋所需的文字。

import type { Words } from './en'
import { zhWhy } from './zh-Hans-why'

export const words: Words = {
  name: '黑白棋',
  sides: { first: '黑方', second: '白方' },
  piece: (side) => (side === 'first' ? '黑子' : '白子'),
  kind: () => '棋子',
  keys: 'T 键跳到下一个可落子的格，',
  textLabel: '局面、着法（f5 d6 c3 或 f5d6c3）或整盘棋谱（GGF）',
  fileAbout: 'GGF 或棋谱列表（f5d6c3…）。',
  natural: '未落子',
  why: zhWhy,
  variantAbout: {
    reversi: '8×8，与奥赛罗棋比赛相同。',
    'reversi-6': '6×6，一盘较短，白方有必胜之法。',
  },
  notations: { engine: '字母加数字（f5）', ggf: '大写（F5）' },
  rules: { wof: '世界黑白棋联合会规则' },
  formatAbout: { ggf: '着法与用时，通用对弈服务器的格式。' },
  faults: {
    'empty-centre': '中央四格必须有子',
    twice: '一格有两个子',
    'off-board': '棋子不在棋盘上',
    'other-size': '局面属于另一种棋盘',
  },
  ends: {
    sentences: {
      'full-board': '棋盘已满，以子数计',
      'no-moves': '双方都无处落子，以子数计',
      'wiped-out': '棋盘上只剩一种颜色',
    },
    labels: { 'full-board': '棋盘已满', 'no-moves': '无处落子', 'wiped-out': '全部翻转' },
  },
  moved: (side, at, time) => ({
    head: at ? '' : '停一手。',
    body: (at ? `${side}落子 ${at}` : `${side}无处落子`) + (time ? `，用时 ${time}。` : '。'),
  }),
  spoken: (side, at) => (at ? `${side} ${at}` : `${side}停一手`),
  mustPass: (side) => `${side}无处落子，必须停一手。`,
  pass: '停一手',
  tally: (n) => `${n} 子`,
  count: (black, white) => `黑方 ${black}，白方 ${white}`,
  ahead: (side, discs) => `${side}领先 ${discs} 子`,
  even: '双方均势',
  wins: (side) => `${side}胜`,
  levels: {
    1: '贪多翻子，常送角',
    2: '常翻得太多，漏看角',
    3: '多半看得见角，漏看好的静着',
  },
}
