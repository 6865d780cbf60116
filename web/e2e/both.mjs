// The tests that run against both halls: the one with a server, and the one of static files (project `static`).

/** The beginnings of their titles. */
const titles = [
  'mouse: a game to its end by clicks and drags',
  'keyboard: a game to its end through roles and names only',
  'machine: a new game by the form, take back, hint, draw, resign',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
export const both = new RegExp(escaped.join('|'))
