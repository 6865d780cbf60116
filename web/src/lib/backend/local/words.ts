// What the page says of a hall in this browser, where the words of a hall with a server are not true of it.

import type { Messages } from '../../i18n/en'

/** It has no connection to lose and no server with a log, and its games are kept here. */
export function inBrowser(m: Messages): Messages {
  const { lost, about, games, file } = m.home.local
  const failed = m.problems['engine-failed-here']!
  return {
    ...m,
    common: { ...m.common, offline: lost, connectionLost: lost },
    play: { ...m.play, connectionLost: lost },
    home: {
      ...m.home,
      about,
      rooms: { ...m.home.rooms, games },
      local: { ...m.home.local, file: { ...file, about: file.aboutHere } },
    },
    problems: { ...m.problems, 'engine-failed': failed, 'search-failed': failed },
  }
}

/** Said where the modules of the hall cannot run: before the words of any language are there. */
export const TOO_OLD =
  'This hall runs inside the browser, and this browser is too old for it: its WebAssembly has no vectors. ' +
  'Chrome and Edge 91, Firefox 89 and Safari 16.4 have them, and all later versions. ' +
  '本站在浏览器中运行，而此浏览器版本过旧：其 WebAssembly 不支持向量指令。请使用 Chrome 或 Edge 91、Firefox 89、Safari 16.4 或更高版本。'
