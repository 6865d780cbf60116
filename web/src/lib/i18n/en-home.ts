// The front page, in English.

import { enLocal } from './en-local'

export const enHome = {
  local: enLocal,
  title: 'A hall of board games',
  about: (games: string) =>
    `${games}: against the machine at your own level, or against somebody beside you. Study your games, and see how the machine thinks.`,
  games: 'Games to play',
  play: 'Play',
  playGame: (game: string) => `Play ${game}`,
  learn: 'New to it? Learn',
  learnGame: (game: string) => `New to it? Learn ${game}`,
  against: (level: number) => `against level ${level}`,
  goOn: 'Go on',
  last: 'The last games here',
  puzzle: 'A puzzle for today',
  daily: 'The same for everybody, a new one each day.',
  find: (side: string) => `Find the move for ${side}.`,
  solved: 'You have solved it.',
  elsewhere: 'What else there is',
  lab: 'Lab',
  rooms: {
    newGame: 'Another opponent, clock, variant or position',
    learn: 'The rules in a few minutes, on a board',
    puzzles: 'Positions to solve, near your rating',
    openings: 'What is played, how it ends, and lines to drill',
    studies: 'Analyse, write notes and review your games',
    games: 'All games, searched and exported',
    progress: 'Your accuracy over time, and what to practise next',
    lab: 'Watch a search, and compare techniques',
  },
}
