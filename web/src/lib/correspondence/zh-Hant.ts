// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 通訊對局的繁體中文。

import type { en } from './en'

export const words: typeof en = {
  yourMove: '輪到你走',
  left: (time) => `還剩 ${time}`,
  noClock: '走出第一步後才開始計時',
  title: '預設應著',
  about: '對方如果走出你料到的一步，棋館會立刻替你應一步。這些變化只有你自己看得到。',
  onTheirTurn: '輪到對方走棋時可以設定。',
  none: '還沒有設定。',
  add: '加一條變化',
  remove: (line) => `刪去變化 ${line}`,
  removeAll: '全部刪去',
  waiting: (n) => `預設應著 ${n} 條`,
  wasPlayed: '你預設的應著已經全部走完。',
  hasLeft: '對局沒有按你預設的變化進行，這些應著已經作廢。',
  dismiss: '知道了',
  newLine: '一條預設的變化',
  theirs: '如果對方走……',
  yours: '……你就應',
  further: '可以接著擺對方的下一步，也可以儲存這條變化。',
  ended: '走到這一步，對局就結束了。',
  back: '退一步',
  keep: '儲存這條變化',
  board: '擺變化的棋盤',
  noAnswer: '變化要以你的應著結束。',
  bad: '這條變化不能儲存：其中有走不通的一步，或者另一條變化對同樣的著法有不同的應著。',
}
