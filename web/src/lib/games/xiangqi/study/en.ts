import type { GameStudyWords, ReasonFacts } from '../../../study/game'

const moves = (n: number) => (n === 1 ? 'one move' : `${n || 'no'} moves`)
const checks = (n: number) => (n === 1 ? 'one check' : `${n} checks`)
const by = (r: ReasonFacts) => (r.line ? `: ${r.line}` : '')
const standing = (r: ReasonFacts, i: number) => `the ${r.pieces[i]} on ${r.squares[i]}`
const all = (r: ReasonFacts, from: number, to: number) =>
  r.pieces
    .slice(from, to)
    .map((_, i) => standing(r, from + i))
    .join(' and ')
/** What goes, and what comes for it. */
const bargain = (r: ReasonFacts) => {
  const goes = all(r, 0, r.count[0])
  const comes = r.pieces
    .slice(r.count[0])
    .map((piece) => `a ${piece}`)
    .join(' and ')
  return comes ? `${goes} for ${comes}` : goes
}

/** Behind the line that leads there. */
const after = (r: ReasonFacts) => (r.line ? `After ${r.line} ` : '')

export const words: GameStudyWords = {
  unit: 'pawns',
  sources: { checks: 'a mate by checks, proven', repetition: 'repetition, check or chase' },
  reasons: {
    'hangs-piece': (r) =>
      `${r.side} leaves the ${r.pieces[0] ?? 'piece'}${r.squares[0] ? ` on ${r.squares[0]}` : ''} to be taken.`,
    'allows-repetition': (r) => `${r.other} can repeat the position and draw${by(r)}.`,
    'loses-material': (r) => `${r.side} loses ${bargain(r)}${by(r)}.`,
    'misses-material': (r) => `${r.side} could have won ${bargain(r)}${by(r)}.`,
    'threatens-pieces': (r) => `${r.other} attacks ${all(r, 0, r.pieces.length)}${by(r)}.`,
    'allows-checks': (r) =>
      `${r.other} can give ${checks(r.count[0])}${by(r)}. After the better move: ${r.count[1]}.`,
    'pawn-crosses': (r) => `A pawn of ${r.other} crosses the river on ${r.squares[0]}${by(r)}.`,
    'misses-crossing': (r) =>
      `A pawn of ${r.side} could have crossed the river on ${r.squares[0]}${by(r)}.`,
    'shut-in': (r) =>
      `After ${r.line} the ${r.pieces[0]} on ${r.squares[0]} has ${moves(r.count[0])}; after the better line it has ${r.count[1]}.`,
    'frees-piece': (r) =>
      `${r.line ? `After ${r.line} the` : 'The'} ${r.pieces[0]} on ${r.squares[0]} gets ${moves(r.count[0])}; after the better line it has ${r.count[1]}.`,
    'fewer-moves': (r) =>
      `${after(r)}${r.side} has ${moves(r.count[0])} to choose from; after the better line ${r.count[1]}.`,
    'more-moves': (r) =>
      `${after(r)}${r.other} has ${moves(r.count[0])} to choose from; after the better line ${r.count[1]}.`,
    perpetual: (r) =>
      `This repeats checks or a chase: the rules decide against ${r.side} if it goes on.`,
  },
}
