// 通信对局的简体中文。

import type { en } from './en'

export const words: typeof en = {
  yourMove: '轮到你走',
  left: (time) => `还剩 ${time}`,
  noClock: '走出第一步后才开始计时',
  title: '预设应着',
  about: '对方如果走出你料到的一步，棋馆会立刻替你应一步。这些变化只有你自己看得到。',
  onTheirTurn: '轮到对方走棋时可以设定。',
  none: '还没有设定。',
  add: '加一条变化',
  remove: (line) => `删去变化 ${line}`,
  removeAll: '全部删去',
  waiting: (n) => `预设应着 ${n} 条`,
  wasPlayed: '你预设的应着已经全部走完。',
  hasLeft: '对局没有按你预设的变化进行，这些应着已经作废。',
  dismiss: '知道了',
  newLine: '一条预设的变化',
  theirs: '如果对方走……',
  yours: '……你就应',
  further: '可以接着摆对方的下一步，也可以保存这条变化。',
  ended: '走到这一步，对局就结束了。',
  back: '退一步',
  keep: '保存这条变化',
  board: '摆变化的棋盘',
  noAnswer: '变化要以你的应着结束。',
  bad: '这条变化不能保存：其中有走不通的一步，或者另一条变化对同样的着法有不同的应着。',
}
