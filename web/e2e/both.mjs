// The tests that run against both halls: the one with a server, and the one of static files (project `static`).

/** The beginnings of their titles. */
const titles = [
  'mouse: a game to its end by clicks and drags',
  'keyboard: a game to its end through roles and names only',
  'touch: a game to its end on a phone',
  'machine: a new game by the form, take back, hint, draw, resign',
  'reversi: a whole game by mouse',
  'files: a whole game is pasted',
  'lessons: the first one is two clicks from the front page',
  'teacher: a move that loses a chariot is held back',
  'openings: what was played is walked, kept and drilled',
  'puzzles: the first one is two clicks away',
  'study: keys after clicks, redo, and a comment',
  'threat: xiangqi: what the other side would play',
  'only these moves: moves chosen on the board',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
export const both = new RegExp(escaped.join('|'))
