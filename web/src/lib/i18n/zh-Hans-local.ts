// 浏览器里的棋馆。

import type { enLocal, enLocalProblems } from './en-local'

export const zhLocal: typeof enLocal = {
  about: (games) =>
    `${games}：与电脑下，难度由你定；也可与身边的人对弈。一切都在这个浏览器里进行，对局也保存在这里。`,
  games: '这个浏览器里的所有对局',
}

export const zhLocalProblems: typeof enLocalProblems = {
  'data-not-stored': '浏览器没有存下来：一切照旧。磁盘还有空间吗？',
  'local-hall-failed': '这个浏览器里的棋馆现在做不到。是否还有部分没有下载？',
  'engine-failed-here': '电脑在这个浏览器里出了错。',
}
