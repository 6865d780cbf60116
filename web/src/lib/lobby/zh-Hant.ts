// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 大廳的繁體中文。

import type { en } from './en'

export const words: typeof en = {
  title: '與人對弈',
  lead: '馬上找人下一盤，挑一個邀約，或者旁觀。',
  alone: '這個棋館只供本機使用。用「yiqi --share」啟動，就能與同一網路裡的人下棋。',
  now: '馬上下一盤',
  nowAbout: '對手是棋力最接近的人；等得越久，找的範圍越寬。',
  game: '棋種',
  time: '時間',
  find: '找對手',
  finding: '正在找……',
  offer: '另設一盤邀約',
  offerAbout: '自選規則、時間和先後',
  needsName: '請先寫下你的名字。',
  challenges: '公開的邀約',
  none: '現在沒有人在等。你來開第一盤吧。',
  side: (side) => `你執${side}`,
  rated: '計分',
  casual: '不計分',
  accept: '應戰',
  acceptOf: (name, game) => `與 ${name} 下${game}`,
  withdraw: '撤回',
  toOwn: '去等候',
  yours: '你的',
  watch: '可以旁觀',
  noGames: '現在沒有人在下棋。',
  spectators: (n) => `${n} 人旁觀`,
  opening: '帶開局規定',
}
