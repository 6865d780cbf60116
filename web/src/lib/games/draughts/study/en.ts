import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const men = (n: number) => (n === 1 ? 'one piece' : `${n} pieces`)
const moves = (n: number) => (n === 1 ? 'one move' : `${n || 'no'} moves`)
const by = (r: ReasonFacts) => (r.line ? `: ${r.line}` : '')
/** What goes, and what comes for it. */
const bargain = (r: ReasonFacts) =>
  r.count[1] > 0
    ? `${men(r.count[0])} for ${r.count[1]}`
    : r.count[0] === 1
      ? `the ${r.pieces[0]} on ${r.squares[0]}`
      : men(r.count[0])

/** Behind the line that leads there. */
const after = (r: ReasonFacts) => (r.line ? `After ${r.line} ` : '')

export const words: GameStudyWords = {
  unit: 'men',
  reasons: {
    'hangs-piece': (r) =>
      `${r.side} leaves the ${r.pieces[0] ?? 'piece'}${r.squares[0] ? ` on ${r.squares[0]}` : ''} to be taken.`,
    'majority-capture': (r) => `${r.other} can answer with a capture that takes the majority.`,
    'allows-shot': (r) =>
      `${r.other} gives ${men(r.count[0])} and takes ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
    'misses-shot': (r) =>
      `${r.side} could have given ${men(r.count[0])} for ${men(r.count[1])}${r.line ? `: ${r.line}` : ''}.`,
    'loses-material': (r) => `${r.side} loses ${bargain(r)}${by(r)}.`,
    'misses-material': (r) => `${r.side} could have won ${bargain(r)}${by(r)}.`,
    'allows-king': (r) => `${r.other} gets a king on ${r.squares[0]}${by(r)}.`,
    'misses-king': (r) => `${r.side} could have got a king on ${r.squares[0]}${by(r)}.`,
    'fewer-safe-moves': (r) =>
      `${after(r)}${r.side} has ${moves(r.count[0])} that lose nothing at once; after the better line ${r.count[1]}.`,
    'more-safe-moves': (r) =>
      `${after(r)}${r.other} has ${moves(r.count[0])} that lose nothing at once; after the better line ${r.count[1]}.`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side} has ${moves(r.count[0])}; after the better line ${r.count[1]}.`,
    'more-moves': (r) =>
      `${after(r)}${r.other} has ${moves(r.count[0])}; after the better line ${r.count[1]}.`,
    'leaves-centre': (r) =>
      `${after(r)}${r.side} holds the centre with ${men(r.count[0])}; after the better line with ${r.count[1]}.`,
    'keeps-pieces': (r) =>
      `${after(r)}${r.side} keeps ${men(r.count[0])}, with the better line ${r.count[1]}: fewer is better here.`,
    'own-moves': (r) =>
      `${after(r)}${r.side} has ${moves(r.count[0])}, with the better line ${r.count[1]}: fewer is better here.`,
    'their-moves': (r) =>
      `${after(r)}${r.other} has ${moves(r.count[0])}, with the better line ${r.count[1]}: more is better here.`,
    'database-draw': () => 'The endgame database says: this gives away a win, and draws.',
    'database-loss': () => 'The endgame database says: this loses.',
  },
}
