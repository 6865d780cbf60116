// Why a move is not allowed, by the server's code.

import type { WhyWords } from '../interface'

export const enWhy: WhyWords = {
  'no-movement': () => 'A piece has to go to another point.',
  'own-piece': (piece) => `${piece} stands there.`,
  'king-palace': () => 'The king never leaves its palace.',
  'king-step': () => 'The king moves one step along a line.',
  'advisor-palace': () => 'An advisor never leaves the palace.',
  'advisor-step': () => 'An advisor moves one step diagonally.',
  'elephant-step': () => 'An elephant moves two steps diagonally.',
  'elephant-river': () => 'An elephant never crosses the river.',
  'eye-blocked': (piece) => `The elephant’s eye is blocked by ${piece}.`,
  'horse-step': () => 'A horse moves one step along a line and one diagonally outwards.',
  'leg-blocked': (piece) => `The horse’s leg is blocked by ${piece}.`,
  'line-step': () => 'It moves along a line.',
  'way-blocked': (piece) => `The way is blocked by ${piece}.`,
  'cannon-way': (piece) => `A cannon jumps only to capture; ${piece} is in its way.`,
  'no-screen': () => 'A cannon captures by jumping over one piece, and there is none between.',
  'many-screens': () => 'A cannon captures by jumping over exactly one piece.',
  'pawn-back': () => 'A pawn never moves back.',
  'pawn-step': () => 'A pawn moves one step.',
  'pawn-sideways': () => 'A pawn moves sideways only after it has crossed the river.',
  check: (piece) => `Your king would be in check by ${piece}.`,
  'still-check': (piece) => `Your king would still be in check by ${piece}.`,
  'kings-facing': () => 'The kings would face each other on an open file.',
}
