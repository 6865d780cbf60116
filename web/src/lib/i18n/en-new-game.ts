// The form of a new game in English.

import { plural } from './en-plural'

export const enNewGame = {
  title: 'New game',
  lead: 'Choose an opponent and begin.',
  opponent: 'Opponent',
  machine: 'Machine',
  person: 'Two people',
  machines: 'Two machines',
  level: 'Level',
  levelOf: (side: string) => `${side}’s level`,
  /** Machines of textbooks as opponents. */
  plays: 'Who plays',
  playsOf: (side: string) => `${side}’s machine`,
  textbook: 'From the textbook',
  textbookAbout: (depth: number) =>
    `Searches ${depth} plies as a textbook describes it: without quiescence and without a table.`,
  /** Players with one simple habit each. */
  sparring: 'Sparring partners',
  sparringAbout: 'Has one simple habit, and looks no further than the next move.',
  textbookMore: 'How it plays',
  fine: 'Limit its thinking',
  fineAbout: 'Whichever limit is reached first ends its thought.',
  maxDepth: 'Depth (plies)',
  maxTime: 'Seconds a move',
  colour: 'You play',
  movesFirst: 'moves first',
  whoOpens: 'Who opens',
  youOpen: 'You',
  machineOpens: 'The machine',
  opener: 'The opener',
  otherPlayer: 'The other player',
  lot: 'By lot',
  time: 'Time',
  noClock: 'None',
  perMove: 'Per move',
  increment: 'Clock',
  byoYomi: 'Byo-yomi',
  days: 'Days',
  daysAbout:
    'You need not be there together: each move has this time, and the hall watches the clock.',
  secondsPerMove: 'Seconds a move',
  baseMinutes: 'Minutes',
  incrementSeconds: 'Increment (s)',
  mainMinutes: 'Main time (min)',
  moveSeconds: 'Most for a move (s), 0: none',
  periodSeconds: 'Seconds a period',
  periods: 'Periods',
  byoYomiAbout: 'After the main time, a period that a move does not use up is full again.',
  rules: 'Rules',
  variant: 'Game',
  kindOf: (family: string) => `Which ${family.toLowerCase()}`,
  moreOf: (n: number, some: readonly string[]) =>
    n > some.length ? `${some.join(', ')} and ${n - some.length} more` : some.join(', '),
  position: 'Start position',
  standard: 'Standard',
  fen: 'Text',
  file: 'File',
  setup: 'Set up',
  fenGood: 'This position can be played.',
  decided: (how: string) => `This position is decided already. ${how}`,
  chooseFile: 'Choose a file…',
  fileGames: (n: number) => `${plural(n, 'game or position', 'games and positions')} in this file`,
  textGames: (n: number) => `${plural(n, 'game or position', 'games and positions')} in this text`,
  gameNumber: (n: number) => `Game ${n}`,
  switched: (name: string) => `Changed to ${name}: the game says so itself.`,
  rulesUnsaid: 'Such files do not say by which rules they were played: choose them above.',
  fileEmpty: 'Nothing to play was found in this file.',
  fileOther: (name: string) => `“${name}” is not of this game and board.`,
  textEmpty: 'Nothing to play was found in this text.',
  fileFaults: 'Not read:',
  palette: 'Pieces',
  erase: 'Erase',
  clear: 'Clear',
  standardBoard: 'Start position',
  turn: 'To move',
  setupAbout:
    'Choose a piece and tap the board, or drag pieces; drag one off the board to remove it.',
  faults: 'This cannot be played yet:',
  /** A click on the board where the first move is not the person's. */
  pressStart: 'The first move here is not yours: press “Start game”.',
  startGame: 'Start game',
  analyse: 'Open as a study',
  starting: 'Starting…',
  names: 'Names',
  nameOf: (side: string) => `${side}’s name`,
  preview: 'The board the game begins from',
  more: 'More options',
}

/** Times of clocks. */
export const enClock = {
  none: 'no clock',
  perMove: (time: string) => `${time} a move`,
  increment: (base: string, add: string) => (add ? `${base} + ${add}` : base),
  byoYomi: (main: string, move: string, period: string, periods: number) => {
    const after = `${periods > 1 ? `${periods} × ` : ''}${period}`
    const first = move ? `${main} (${move} a move)` : main
    return main ? `${first}, then ${after}` : after
  },
  /** The time that is left for this move, and the periods that are left. */
  ofMove: (left: string) => `move ${left}`,
  periods: (n: number) => (n > 1 ? `${n} periods` : 'last period'),
  days: (n: number) => plural(n, 'day', 'days'),
  daysShort: (n: number) => `${n} d`,
  hours: (n: number) => `${n} h`,
  minutes: (n: number) => `${n} min`,
  seconds: (n: number) => `${n} s`,
}
