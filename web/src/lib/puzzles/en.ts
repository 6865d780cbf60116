import { plural } from '../i18n/en-plural'
import type { PuzzleOther } from './types'

export const en = {
  title: 'Puzzles',
  game: 'Game',
  ofVariant: (name: string, n: number) => `${name} (${n})`,
  ofGame: 'Puzzles from one game',
  all: 'Puzzles from all games',
  theme: 'Theme',
  allThemes: 'All themes',
  difficulty: 'Difficulty',
  difficulties: { easier: 'Easier', fitting: 'At my rating', harder: 'Harder' },
  source: 'From',
  sources: { all: 'All puzzles', shipped: 'Made by the program', games: 'From games played here' },
  daily: 'Puzzle of the day',
  rating: (n: number, uncertain: boolean) =>
    uncertain ? `Your rating: about ${n}` : `Your rating: ${n}`,
  row: (n: number) => `${n} solved in a row`,
  /** Puzzles that were not solved and whose time has come. */
  waiting: (n: number) => (n === 1 ? 'one comes back now' : `${n} come back now`),
  change: (before: number, after: number) => `Your rating: ${before} → ${after}`,
  /** A puzzle's rating, and the lowest level from which on each finds it. */
  measured: (rating: number, level: number | null) =>
    level === null
      ? `Rating ${rating}; no level finds it every other time`
      : `Rating ${rating}; found from level ${level} on`,
  solvedHere: (n: number) => `${n} solved in this browser`,
  find: (side: string) => `Find the move for ${side}.`,
  /** `right`: how many first moves are right. */
  mate: (n: number, right: number) =>
    n === 1
      ? right > 1
        ? `${right} moves mate: find one.`
        : 'One move mates.'
      : `It leads to mate in ${n}.`,
  win: (n: number | null, right: number) =>
    n === null
      ? right > 1
        ? `Only ${right} moves win: find one. Every other gives the win away.`
        : 'One move wins; every other gives the win away.'
      : n === 1
        ? 'One move wins at once.'
        : `It leads to a forced win in ${n}.`,
  save: (right: number) =>
    right > 1
      ? `Only ${right} moves save the game: find one. Every other loses.`
      : 'One move saves the game; every other loses.',
  moves: (n: number) => (n > 1 ? `You find ${n} moves in a row.` : ''),
  played: (side: string, move: string) => `${side} played ${move}.`,
  checking: 'One moment…',
  right: 'Right!',
  reply: (side: string, move: string) => `Right! ${side} replies ${move}. Go on.`,
  solved: 'Solved!',
  /** A move that the puzzle did not know. */
  other: (move: string, does: PuzzleOther) =>
    does === 'saves'
      ? `Solved! ${move} saves the game too.`
      : does === 'wins'
        ? `Solved! ${move} wins too.`
        : `Solved! ${move} wins too; the solution is a quicker forced win.`,
  wrong: (move: string) => `${move} is not the move. Try another one.`,
  shown: (line: string) => `The solution: ${line}`,
  hint: 'Hint',
  hintPiece: (square: string) => `Look at ${square}.`,
  pieceAt: (piece: string, place: string) => `the ${piece} (${place})`,
  hintPlaces: 'It is one of the marked points.',
  hintMove: (move: string) => `The move is ${move}.`,
  show: 'Show solution',
  again: 'Try again',
  next: 'Next puzzle',
  skip: 'Another puzzle',
  noOther: 'There is no other puzzle to solve here.',
  open: 'Open the game',
  tried: (tries: number, solved: number) =>
    `Tried ${plural(tries, 'time', 'times')}, solved ${plural(solved, 'time', 'times')}.`,
  stepFirst: 'First position',
  stepBack: 'Back',
  stepOn: 'On',
  stepLast: 'Last position',
  line: 'Moves',
  done: (n: number) =>
    n === 1 ? 'You have solved the only puzzle here.' : `You have solved all ${n} puzzles here.`,
  repeat: 'Solve them again',
  empty: 'There are no puzzles',
  emptyAbout:
    'None came with this program, and none were found in the games that are played here. Finish a game and review it: the hall then looks for its puzzles when it has nothing else to do.',
  emptyGame: 'No puzzles were found in this game.',
  games: 'To the games',
  fromGame: (n: number) => `${plural(n, 'puzzle', 'puzzles')} from this game`,
  looking: (done: number, total: number) =>
    `Looking for puzzles in this game: ${done} of ${plural(total, 'position', 'positions')}`,
  cancel: 'Stop looking',
}
