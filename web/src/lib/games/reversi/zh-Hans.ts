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
      'full-board': '棋盘已满，计子定胜负',
      'no-moves': '双方都无处落子，计子定胜负',
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
  learnTitle: '五步学会黑白棋',
  learnLead: '用自己的两个子夹住对方的子，夹住的子就变成自己的颜色。终局时子多者胜。',
  lessonAgain: '再来一次',
  endings: [
    '无处落子者停一手；能落子者不得停手。',
    '双方都无处落子时终局，通常是棋盘已满。',
    '子多者胜，空格算胜方的。',
    '棋子从不离开棋盘，角上的子永远不会被翻转。',
  ],
  lessons: {
    flip: {
      title: '夹住',
      text: '黑方先走。落子后，白子须在一条直线上处于新子与另一黑子之间：这里有四格可下。',
      done: '白子被夹住，变成黑子。',
    },
    lines: {
      title: '同时几条线',
      text: '一子翻转它夹住的所有子：横、竖、斜，各个方向同时翻转。请下在 d4。',
      done: '四个方向，五个子。无论愿意与否，都必须翻转。',
    },
    pass: {
      title: '停一手',
      text: '黑方只有角旁一子，夹不住任何子。无处落子者停一手，由对方继续。',
      done: '轮到白方，吃掉最后一个黑子。',
    },
    corner: {
      title: '角',
      text: '角的后面没有格子，所以角上的子永远夹不住。请占角 a1。',
      done: '整条边都是黑子，直到终局。',
    },
    quiet: {
      title: '宁少勿多',
      text: '开局子多并不占优：子多的一方给对方更多可下之处。只翻里面的一个子：试试 c3、b3 或 f3。',
      done: '一步静着。白方在那一侧几乎无子可夹。',
    },
  },
}
