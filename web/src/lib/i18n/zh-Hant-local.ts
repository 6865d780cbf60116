// Written by tools/hant.mjs out of zh-Hans-local.ts: do not edit.
// 瀏覽器裡的棋館。

import type { enLocal, enLocalProblems } from './en-local'

export const zhLocal: typeof enLocal = {
  about: (games) =>
    `${games}：與電腦下，難度由你定；也可與身邊的人對弈。一切都在這個瀏覽器裡進行，對局也儲存在這裡。`,
  games: '這個瀏覽器裡的所有對局',
}

export const zhLocalProblems: typeof enLocalProblems = {
  'data-not-stored': '瀏覽器沒有存下來：一切照舊。磁碟還有空間嗎？',
  'local-hall-failed': '這個瀏覽器裡的棋館現在做不到。是否還有部分沒有下載？',
  'engine-failed-here': '電腦在這個瀏覽器裡出了錯。',
}
