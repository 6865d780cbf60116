import { plural } from '../i18n/en-plural'

export const en = {
  title: 'Progress',
  lead: 'How well you played against the machine, by the reviews of your games.',
  none: 'No game of yours against the machine has a review yet. Play one, and choose "Review" at its end.',
  play: 'Play a game',
  games: (n: number) => plural(n, 'reviewed game', 'reviewed games'),
  accuracy: 'Accuracy',
  mean: 'Mean',
  latest: (n: number) => `Last ${n}`,
  phases: ['Opening', 'Middlegame', 'Ending'] as readonly string[],
  phase: 'Phase',
  openings: 'By opening',
  count: 'Games',
  results: (won: number, drawn: number, lost: number) => `${won} won, ${drawn} drawn, ${lost} lost`,
  mistakes: (n: string) => `${n} mistakes and blunders a game`,
  chart: (first: number, last: number) =>
    `Accuracy from the oldest game to the latest: ${first} to ${last} percent.`,
  game: (date: string, accuracy: number) => `${date}: ${accuracy} percent`,
  next: 'What to practise next',
  nextIs: 'What to practise next:',
  weakest: (phase: string, accuracy: number) =>
    `Your weakest part is the ${phase.toLowerCase()}, with ${accuracy} %.`,
  few: 'After three reviewed games this says which part of the game is your weakest.',
  todo: {
    openings: 'Walk through openings and keep lines to drill',
    puzzles: 'Solve puzzles',
    endings: 'Win endings against the strongest machine',
    lines: (n: number) =>
      n === 1 ? 'One line of an opening waits' : `${n} lines of openings wait`,
    waiting: (n: number) => (n === 1 ? 'One puzzle comes back now' : `${n} puzzles come back now`),
  },
  review: (date: string) => `Review: ${date}`,
  reached: {
    title: 'Where you are',
    exercises: (n: number) => plural(n, 'exercise done', 'exercises done'),
    games: 'Your accuracy, and what to practise next',
  },
}
