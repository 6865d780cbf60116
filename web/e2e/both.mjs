// The tests that run against both halls: the one with a server, and the one of static files (project `static`).

/** The beginnings of their titles. */
const titles = [
  'mouse: a game to its end by clicks and drags',
  'keyboard: a game to its end through roles and names only',
  'touch: a game to its end on a phone',
  'machine: a new game by the form, take back, hint, draw, resign',
  'reversi: a whole game by mouse',
  'files: a whole game is pasted',
  'games: found by a player’s name and by the kind of game',
  'lessons: the first one is two clicks from the front page',
  'teacher: ',
  'endings: begun against the strongest level',
  'openings: what was played is walked, kept and drilled',
  'openings: own games are counted however the position was reached',
  'openings: beside a game and beside a study',
  'puzzles: the first one is two clicks away',
  'puzzles: the rating moves, a failed one comes back',
  'study: keys after clicks, redo, and a comment',
  'study: found in the list, linked, printed, pictured and played on',
  'study: two tabs on one comment keep both texts',
  'studies: made new, renamed, exported and imported again',
  'studies in the hall: gomoku: the tree is kept, and the machine searches',
  'keyboard: xiangqi: a study from the game to the review',
  'end: Review opens the study of the game',
  'heat map: each point has its value',
  'threat: xiangqi: what the other side would play',
  'only these moves: moves chosen on the board',
  'export: the file of a study holds its variations',
  'archive: games are found by result',
  'archive: a position is drawn and found',
  'archive: tags are given to a selection',
  'archive: a position is a picture',
  'archive: several files are imported at once',
  'lab: minimax and alpha-beta over depth',
  'lab: a match of two levels',
  'lab in the hall: a position is set up by hand, or pasted',
  'lab games: several games, faults with line and column',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
export const both = new RegExp(escaped.join('|'))
