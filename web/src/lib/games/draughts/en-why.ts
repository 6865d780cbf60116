// Why a move is not allowed, by the server's code.

import type { WhyWords } from '../interface'

export const enWhy: WhyWords = {
  'must-capture': () => 'A capture must be played.',
  'nothing-to-capture': () => 'There is nothing to capture there.',
  occupied: () => 'That square is not empty.',
  'takes-fewer': (_, [most, takes]) => `You must take ${most}; this path takes only ${takes}.`,
  'lower-value': () => 'The capture worth most must be played; this one is worth less.',
  'king-must-capture': () => 'A king can capture here, and so a king must.',
  'kings-first': () =>
    'Of captures equally long, the one with a king, or of the most kings, must be played.',
  unfinished: () => 'The capture must be completed: more can be taken on the way.',
  'king-run': (_, [most]) =>
    `The same king may make only ${most} moves in a row while its side has a man: move another piece.`,
  'man-step': () => 'A man moves one step diagonally forward.',
  'man-straight': () => 'A man moves one step straight forward or sideways.',
  'king-flight': () => 'A king moves diagonally as far as the way is free.',
  'king-straight': () => 'A king moves along a row or column as far as the way is free.',
  'king-one': () => 'A king moves one step.',
}
