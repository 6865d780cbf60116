// 浏览器里的棋馆。

import type { enLocal, enLocalProblems } from './en-local'

export const zhLocal: typeof enLocal = {
  about: (games) =>
    `${games}：与电脑下，难度由你定；也可与身边的人对弈。一切都在这个浏览器里进行，对局也保存在这里。`,
  games: '这个浏览器里的所有对局',
  fetching: '正在下载棋馆的一个部分',
  kept: (games) => `没有网络时，这里可以下：${games}。`,
  keptLater: '其他棋类打开后也会保存。',
  lost: '这里需要棋馆的一个部分，这个浏览器还没有保存它，网络也没有应答。请连上网络，随后会自动重试。',
  file: {
    title: '全部内容存为一个文件',
    aboutHere:
      '对局、研究和复盘只保存在这个浏览器里。存成文件，可以带到另一个浏览器，也可以留作备份。',
    about:
      '对局、研究、复盘和你的进度。另一个棋馆可以导入这个文件，浏览器里的棋馆也可以；本馆也能导入它们的文件。',
    save: '保存文件',
    open: '打开这样的文件',
    unread: '这不是整个棋馆的文件。',
    busy: '请稍候…',
    notSaved: (n) => `有 ${n} 项无法读取，没有写入文件。`,
    again: '再打开一次这个文件，即可导入其余部分。',
    taken: (of) => {
      const known = of.known > 0 ? `另有 ${of.known} 项这里已有。` : ''
      const damaged = of.damaged > 0 ? `${of.damaged} 项无法读取。` : ''
      return `已导入 ${of.games} 局棋、${of.studies} 项研究。${known}${damaged}`
    },
  },
}

export const zhLocalProblems: typeof enLocalProblems = {
  'bad-file': '这不是整个棋馆的文件。',
  'data-not-stored': '浏览器没有存下来：一切照旧。磁盘还有空间吗？',
  'local-hall-failed': '这个浏览器里的棋馆现在做不到。是否还有部分没有下载？',
  'part-not-fetched':
    '这里需要棋馆的一个部分，这个浏览器还没有保存它，网络也没有应答。请连上网络后再试。',
  'engine-failed-here': '电脑在这个浏览器里出了错。',
}
