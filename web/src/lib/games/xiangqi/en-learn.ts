// The lesson of Xiangqi in English.

export const learn = {
  title: 'Xiangqi in five minutes',
  lead: 'Two armies face each other across a river. Checkmate the enemy king, or leave the enemy without a move, and you win.',
  board:
    'Pieces stand where lines cross. Nine files, ten ranks, the river between; the points with crossed diagonals are the palaces. Red moves first.',
  pieces: 'How the pieces move',
  king: 'One step along a line, never out of the palace. The two kings may not look at each other along an open file.',
  advisor: 'One step diagonally, never out of the palace.',
  elephant:
    'Exactly two steps diagonally. It cannot cross the river, and a piece on the point between blocks it.',
  chariot: 'Any distance along a line, like a rook. The strongest piece.',
  horse:
    'One step along a line, then one diagonally outward. A piece on the first step hobbles it: it cannot jump.',
  cannon: 'Moves like the chariot. To capture it must jump over exactly one piece, its screen.',
  pawn: 'One step forward; once over the river also sideways. Never back.',
  endings: [
    'Checkmate wins; so does leaving the opponent without any legal move.',
    'You may not win by repeating for ever: who gives check on every move of a cycle loses, and so does who chases the same unprotected piece for ever. Yiqi warns you before such a move.',
    'Other repetitions, sixty rounds without a capture, or too few pieces to give mate are draws.',
  ],
  keys: 'Keyboard',
  keyList: [
    ['Tab', 'reach the board'],
    ['← ↑ → ↓', 'walk over the points'],
    [
      'K A E R H C P',
      'next king, advisor, elephant, chariot, horse, cannon, pawn (with Shift: the opponent’s)',
    ],
    ['Enter', 'pick a piece, then its destination'],
    ['Esc', 'let go'],
    ['[ and ]', 'look one move back or forward'],
    ['F', 'flip the board (outside the board)'],
  ] as [string, string][],
  notationTitle: 'Reading moves',
  notation:
    'In Chinese notation 炮二平五 says: the cannon on file two goes sideways to file five. 进 is forward, 退 back, 平 sideways. Each side counts files from its own right. WXF writes the same as C2=5.',
  legend: 'The dots are where it may go; rings are what it may capture.',
}

export type LearnWords = typeof learn
