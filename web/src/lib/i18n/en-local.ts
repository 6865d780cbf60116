// A hall in the browser, in English.

/** On the front page, in place of what is said of a hall with a server. */
export const enLocal = {
  about: (games: string) =>
    `${games}: against the machine at your own level, or against somebody beside you. Everything happens in this browser, which keeps your games.`,
  games: 'All games in this browser',
}

export const enLocalProblems = {
  'data-not-stored':
    'The browser did not store it: nothing has changed. Is there room on the disk?',
  'local-hall-failed': 'The hall in this browser cannot do that now. Is a part not fetched yet?',
  'engine-failed-here': 'The machine has failed in this browser.',
}
