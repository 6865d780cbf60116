// Written by tools/hant.mjs out of zh-Hans-local.ts: do not edit.
// 瀏覽器裡的棋館。

import type { enLocal, enLocalProblems } from './en-local'

export const zhLocal: typeof enLocal = {
  about: (games) =>
    `${games}：與電腦下，難度由你定；也可與身邊的人對弈。一切都在這個瀏覽器裡進行，對局也儲存在這裡。`,
  games: '這個瀏覽器裡的所有對局',
  fetching: '正在下載棋館的一個部分',
  kept: (games) => `沒有網路時，這裡可以下：${games}。`,
  keptLater: '其他棋類開啟後也會儲存。',
  lost: '這裡需要棋館的一個部分，這個瀏覽器還沒有儲存它，網路也沒有應答。請連上網路，隨後會自動重試。',
  file: {
    title: '全部內容存為一個檔案',
    aboutHere:
      '對局、研究和復盤只儲存在這個瀏覽器裡。存成檔案，可以帶到另一個瀏覽器，也可以留作備份。',
    about:
      '對局、研究、復盤和你的進度。另一個棋館可以匯入這個檔案，瀏覽器裡的棋館也可以；本館也能匯入它們的檔案。',
    save: '儲存檔案',
    open: '開啟這樣的檔案',
    unread: '這不是整個棋館的檔案。',
    busy: '請稍候…',
    notSaved: (n) => `有 ${n} 項無法讀取，沒有寫入檔案。`,
    again: '再開啟一次這個檔案，即可匯入其餘部分。',
    taken: (of) => {
      const known = of.known > 0 ? `另有 ${of.known} 項這裡已有。` : ''
      const damaged = of.damaged > 0 ? `${of.damaged} 項無法讀取。` : ''
      return `已匯入 ${of.games} 局棋、${of.studies} 項研究。${known}${damaged}`
    },
  },
}

export const zhLocalProblems: typeof enLocalProblems = {
  'bad-file': '這不是整個棋館的檔案。',
  'data-not-stored': '瀏覽器沒有存下來：一切照舊。磁碟還有空間嗎？',
  'local-hall-failed': '這個瀏覽器裡的棋館現在做不到。是否還有部分沒有下載？',
  'part-not-fetched':
    '這裡需要棋館的一個部分，這個瀏覽器還沒有儲存它，網路也沒有應答。請連上網路後再試。',
  'engine-failed-here': '電腦在這個瀏覽器裡出了錯。',
}
