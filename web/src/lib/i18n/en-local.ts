// A hall in the browser, in English.

import { plural } from './en-plural'

/** On the front page, in place of what is said of a hall with a server. */
export const enLocal = {
  about: (games: string) =>
    `${games}: against the machine at your own level, or against somebody beside you. Everything happens in this browser, which keeps your games.`,
  games: 'All games in this browser',
  fetching: 'A part of the hall is being fetched',
  /** What this browser keeps, and then what happens to the others. */
  kept: (games: string) => `Without a network you can play here: ${games}.`,
  keptLater: ' Other games are kept when you open them.',
  lost: 'This needs a part of the hall that this browser has not kept, and the network does not answer. Connect to the network: it is tried again by itself.',
  file: {
    title: 'Everything as one file',
    aboutHere:
      'Games, studies and reviews are kept by this browser alone. A file takes them to another one, or keeps them safe.',
    about:
      'Games, studies, reviews and your progress. Another hall takes the file over, also one in a browser, and this hall takes over theirs.',
    save: 'Save the file',
    open: 'Open such a file',
    unread: 'This is no file of a whole hall.',
    busy: 'One moment…',
    notSaved: (n: number) =>
      `${plural(n, 'game or study', 'games or studies')} could not be read and are not in the file.`,
    again: 'Open the file again to go on with the rest.',
    taken: (of: { games: number; studies: number; known: number; damaged: number }) => {
      const known = of.known > 0 ? ` ${of.known} were here already.` : ''
      const damaged = of.damaged > 0 ? ` ${of.damaged} could not be read.` : ''
      const games = plural(of.games, 'game', 'games')
      return `Taken over: ${games} and ${plural(of.studies, 'study', 'studies')}.${known}${damaged}`
    },
  },
}

export const enLocalProblems = {
  'bad-file': 'This is no file of a whole hall.',
  'data-not-stored':
    'The browser did not store it: nothing has changed. Is there room on the disk?',
  'local-hall-failed': 'The hall in this browser cannot do that now. Is a part not fetched yet?',
  'part-not-fetched':
    'This needs a part of the hall that this browser has not kept, and the network does not answer. Connect to the network and try again.',
  'engine-failed-here': 'The machine has failed in this browser.',
}
