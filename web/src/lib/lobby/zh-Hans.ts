// 大厅的简体中文。

import type { en } from './en'

export const words: typeof en = {
  title: '与人对弈',
  lead: '马上找人下一盘，挑一个邀约，或者旁观。',
  alone: '这个棋馆只供本机使用。用“yiqi --share”启动，就能与同一网络里的人下棋。',
  now: '马上下一盘',
  nowAbout: '对手是棋力最接近的人；等得越久，找的范围越宽。',
  game: '棋种',
  time: '时间',
  find: '找对手',
  finding: '正在找……',
  offer: '另设一盘邀约',
  offerAbout: '自选规则、时间和先后',
  needsName: '请先写下你的名字。',
  challenges: '公开的邀约',
  none: '现在没有人在等。你来开第一盘吧。',
  side: (side) => `你执${side}`,
  rated: '计分',
  casual: '不计分',
  accept: '应战',
  acceptOf: (name, game) => `与 ${name} 下${game}`,
  withdraw: '撤回',
  toOwn: '去等候',
  yours: '你的',
  watch: '可以旁观',
  noGames: '现在没有人在下棋。',
  spectators: (n) => `${n} 人旁观`,
  opening: '带开局规定',
}
