// English. Every other language has exactly these keys, or it does not compile.

import type { Family } from '../board/squares'
import type { Fault, Side } from '../types'
import { enDraughts, enDraughtsEnds, enVariants } from './en-draughts'
import { enLessonAgain, enLessonEndings, enLessons } from './en-lessons'
import { sentence } from './en-files'
import { enGomoku, enGomokuEnds } from './en-gomoku'
import { enLearn } from './en-learn'
import { enNewGame } from './en-new-game'
import { plural } from './en-plural'

const sideNames: Record<Family, Record<Side, string>> = {
  xiangqi: { first: 'Red', second: 'Black' },
  draughts: { first: 'White', second: 'Black' },
  gomoku: { first: 'Black', second: 'White' },
}

const pieceNames: Record<string, string> = {
  king: 'king',
  advisor: 'advisor',
  elephant: 'elephant',
  horse: 'horse',
  chariot: 'chariot',
  cannon: 'cannon',
  pawn: 'pawn',
  man: 'man',
  stone: 'stone',
}

const reasonSentences: Record<string, string> = {
  checkmate: 'by checkmate',
  stalemate: 'because the opponent has no legal move',
  'perpetual-check': 'because the opponent checked perpetually',
  'perpetual-chase': 'because the opponent chased the same piece perpetually',
  'mutual-check': 'both sides checked perpetually',
  'mutual-chase': 'both sides chased perpetually',
  repetition: 'the position was repeated for the third time',
  'sixty-move': 'sixty rounds passed without a capture',
  material: 'neither side has the pieces to give mate',
  resign: 'by resignation',
  time: 'on time',
  agreement: 'by agreement',
  ...enDraughtsEnds.sentences,
  ...enGomokuEnds.sentences,
}

const reasonLabels: Record<string, string> = {
  checkmate: 'Checkmate',
  stalemate: 'No legal move',
  'perpetual-check': 'Perpetual check',
  'perpetual-chase': 'Perpetual chase',
  'mutual-check': 'Mutual perpetual check',
  'mutual-chase': 'Mutual perpetual chase',
  repetition: 'Repetition',
  'sixty-move': 'Sixty rounds without capture',
  material: 'Not enough pieces to mate',
  resign: 'Resignation',
  time: 'Time',
  agreement: 'Agreement',
  ...enDraughtsEnds.labels,
  ...enGomokuEnds.labels,
}

const pieceName = (kind: string) => pieceNames[kind] ?? kind
const sideName = (side: Side, family: Family = 'xiangqi') => sideNames[family][side]
const seconds = (ms: number) =>
  ms < 60000
    ? `${(ms / 1000).toFixed(1)}\u00a0s`
    : `${Math.floor(ms / 60000)}\u00a0min ${Math.round((ms % 60000) / 1000)}\u00a0s`

export const en = {
  code: 'en',
  language: 'English',
  side: sideName,
  piece: (side: Side, kind: string, family: Family = 'xiangqi') =>
    `${sideName(side, family).toLowerCase()} ${pieceName(kind)}`,
  pieceKind: pieceName,
  families: { xiangqi: 'Xiangqi', draughts: 'Draughts', gomoku: 'Gomoku' },
  variantAbout: enVariants,
  draughts: enDraughts,
  lessons: enLessons,
  lessonAgain: enLessonAgain,
  lessonEndings: enLessonEndings,
  gomoku: enGomoku,
  seconds,
  nav: {
    play: 'Play',
    games: 'Games',
    learn: 'Learn',
    settings: 'Settings',
    newGame: 'New game',
    skip: 'Skip to the content',
    main: 'Main',
    toDark: 'Dark colours',
    toLight: 'Light colours',
    musicOn: 'Turn music on',
    musicOff: 'Turn music off',
    soundOn: 'Turn sounds on',
    soundOff: 'Turn sounds off',
    languageSwitch: '中文',
    languageSwitchLabel: '切换到中文',
  },
  common: {
    cancel: 'Cancel',
    close: 'Close',
    undo: 'Undo',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    loading: 'Loading…',
    retry: 'Try again',
    on: 'On',
    volume: 'Volume',
    range: (min: number, max: number) => `from ${min} to ${max}`,
    offline: 'The server does not answer. Is Yiqi still running?',
  },
  board: {
    label: 'Board',
    help: (family: Family) =>
      'Arrow keys walk over the board, ' +
      {
        xiangqi:
          'letters jump from piece to piece (K king, A advisor, E elephant, R chariot, H horse, C cannon, P pawn), ',
        draughts: 'letters jump from piece to piece (M man, K king), ',
        gomoku: '',
      }[family] +
      'Enter picks and moves, Escape lets go.',
    cell: (c: {
      at: string
      piece: string | null
      selected: boolean
      legal: boolean
      capture: boolean
      check: boolean
      last: boolean
      fault: boolean
      must: boolean
      way: boolean
    }) =>
      [
        `${c.at} ${c.piece ?? 'empty'}`,
        c.check ? 'in check' : '',
        c.selected ? 'selected' : '',
        c.capture ? 'can be captured' : c.legal ? 'legal move' : '',
        c.way ? 'on the way' : '',
        c.must ? 'must capture' : '',
        c.last ? 'last move' : '',
        c.fault ? 'not possible here' : '',
      ]
        .filter(Boolean)
        .join(', '),
    position: (n: number) => `Position after ${plural(n, 'move', 'moves')}`,
  },
  player: {
    you: 'You',
    person: (side: string) => side,
    aPerson: 'a person',
    machine: (level: number) => `Yiqi, level ${level}`,
    machineDepth: (depth: number) => `Yiqi, depth ${depth}`,
    machineTime: (s: number) => `Yiqi, ${s} s a move`,
    yourMove: 'your move',
    theirMove: (side: string) => `${side} to move`,
    thinking: 'thinking…',
    captured: 'Captured',
    clock: (name: string, left: string) => `Clock of ${name}: ${left}`,
    noClock: 'no clock',
    toMove: 'to move',
  },
  levels: [
    'has just learnt the rules',
    'sees captures, misses threats',
    'plays the first good idea',
    'a keen beginner',
    'knows a few openings and traps',
    'a casual player',
    'plays like a steady club player',
    'a strong club player',
    'punishes every slip',
    'plays like a county champion',
    'expert strength',
    'full strength',
  ],
  play: {
    moves: 'Moves',
    info: 'Game',
    moveList: 'Moves of the game',
    start: 'Start',
    noMoves: (side: string) => `No moves yet. ${side} begins.`,
    takeBack: 'Take back',
    takeBackHere: 'Go on from here',
    hint: 'Hint',
    flip: 'Flip',
    draw: 'Draw',
    resign: 'Resign',
    more: 'More',
    restart: 'Restart',
    swap: 'Swap sides',
    moveNow: 'Move now',
    pause: 'Pause',
    resume: 'Resume',
    export: 'Export…',
    newGame: 'New game',
    rematch: 'Rematch',
    notation: 'Notation',
    reviewing: (ply: number, of: number) => `Looking back: move ${ply} of ${of}`,
    first: 'First position',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Last move',
    thinkingFor: (side: string) => `${side} is thinking`,
    thinkingHint: 'Thinking for you',
    depth: (n: number) => `depth ${n}`,
    nodes: (n: string) => `${n} nodes`,
    progress: 'Thinking progress',
    paused: 'Paused',
    hintSays: (move: string, score: string) => `Hint: ${move} (${score}).`,
    mateIn: (n: number) => (n > 0 ? `mate in ${n}` : `mated in ${-n}`),
    winsIn: (n: number) => (n > 0 ? `wins in ${n}` : `loses in ${-n}`),
    connectionLost: 'Connection lost. Your moves are kept and will be sent.',
    connecting: 'Connecting…',
    drawOffered: (side: string) => `${side} offers a draw.`,
    drawOfferedByYou: 'You offered a draw.',
    drawDeclined: 'The draw was declined.',
    accept: 'Accept',
    decline: 'Decline',
  },
  confirm: {
    resignTitle: 'Resign this game?',
    resignBody: (side: string) => `${side} would lose the game.`,
    restartTitle: 'Start this game again?',
    restartBody: 'All its moves are taken back.',
    takeBackTitle: (n: number) => `Take back ${plural(n, 'move', 'moves')}?`,
    takeBackBody: 'The game goes on from the position you are looking at.',
    warnLose: 'This move would lose the game',
    warnDraw: 'This move would end the game in a draw',
    warnWin: 'This move would end the game',
    playAnyway: 'Play it anyway',
    chooseOther: 'Choose another move',
  },
  say: {
    /** What just happened, in one or two sentences. */
    moved: (m: {
      side: string
      piece: string
      to: string
      notation: string
      captured: string
      check: boolean
      time: string
    }) => ({
      head: m.check ? 'Check.' : '',
      body:
        (m.captured
          ? `${m.side}’s ${m.piece} took the ${m.captured} on ${m.to}`
          : `${m.side}’s ${m.piece} went to ${m.to}`) +
        (m.check ? ' and gives check' : '') +
        (m.time ? `, after ${m.time}.` : '.'),
    }),
    toMove: (side: string) => `${side} to move.`,
    inCheck: (side: string) => `${side} is in check: capture, block, or move the king.`,
    won: (side: string, reason: string) =>
      `${side} wins ${reasonSentences[reason] ?? `(${reason})`}.`,
    drawn: (reason: string) =>
      reason === 'agreement' || reason === 'resign'
        ? `Draw ${reasonSentences[reason]}.`
        : `Draw: ${reasonSentences[reason] ?? reason}.`,
    abandoned: 'The game was abandoned.',
    result: (winner: string | null, over: boolean) =>
      winner ? `${winner} wins` : over ? 'Draw' : 'Unfinished',
    reason: (reason: string) => reasonLabels[reason] ?? reason,
    rule: (name: string, paragraph: string) => `${name}, rule ${paragraph}`,
    chased: (victims: string, attackers: string) => `${attackers} chased ${victims}`,
    pieceOn: (piece: string, at: string) => `the ${piece} on ${at}`,
    and: ' and ',
    spokenMove: (
      side: string,
      piece: string,
      from: string,
      to: string,
      captured: string,
      check: boolean,
    ) =>
      `${side} ${piece} ${from} to ${to}${captured ? `, takes ${captured}` : ''}${check ? ', check' : ''}`,
  },
  info: {
    rules: 'Rules',
    provisional: 'provisional',
    time: 'Time',
    players: 'Players',
    began: 'Began',
    startPosition: 'Start position',
    position: 'Position',
    natural: (family: Family): string =>
      family === 'draughts' ? 'King moves in a row' : 'Without capture',
    naturalOf: (n: number, of: number) => `${n} of ${of} plies`,
    standard: 'standard',
    own: 'set up',
  },
  clock: {
    none: 'no clock',
    perMove: (time: string) => `${time} a move`,
    increment: (base: string, add: string) => (add ? `${base} + ${add}` : base),
    minutes: (n: number) => `${n} min`,
    seconds: (n: number) => `${n} s`,
  },
  rules: {
    wxf: 'World Xiangqi Rules',
    cxa: 'Chinese Association Rules',
    computer: 'Computer rules',
    simple: 'Simple rules',
    FMJD: 'FMJD rules',
    'FMJD-64': 'FMJD rules for 64 squares',
  } as Record<string, string>,
  rulesAbout: {
    wxf: 'Perpetual check and perpetual chase of one unprotected piece lose; other repetitions are drawn.',
    cxa: 'Any attack repeated on every move loses; written from secondary sources.',
    computer: 'What engines use among themselves.',
    simple: 'Perpetual check loses; any other threefold repetition is a draw.',
  } as Record<string, string>,
  notations: {
    chinese: 'Chinese, traditional',
    'chinese-simplified': 'Chinese, simplified',
    wxf: 'WXF',
    iccs: 'ICCS',
    engine: 'As engines write',
    pdn: 'Numbers (PDN)',
    letters: 'Letters',
    gomocup: 'Column and row from 0',
  } as Record<string, string>,
  newGame: enNewGame,
  games: {
    title: 'Games',
    none: 'No games yet.',
    noneAbout: 'Every game you play is kept here, move by move.',
    all: 'All',
    playing: 'Going on',
    over: 'Finished',
    filter: 'Show',
    family: 'Game',
    allFamilies: 'All games',
    player: 'Player’s name',
    noneFound: 'No game is like that.',
    noneFoundAbout: 'Try a part of the name, or another kind of game.',
    found: (n: number) => `${plural(n, 'game', 'games')} found`,
    open: 'Open',
    resume: 'Resume',
    view: 'Look at it',
    export: 'Export',
    remove: 'Delete',
    removed: 'The game was deleted.',
    moves: (n: number) => plural(n, 'move', 'moves'),
    goingOn: 'going on',
    more: 'Show more',
    versus: (a: string, b: string) => `${a} – ${b}`,
    picture: (a: string, b: string) => `Board of ${a} against ${b}`,
  },
  export: {
    title: 'Export this game',
    format: 'Format',
    formats: {
      pgn: 'PGN',
      pdn: 'PDN',
      sgf: 'SGF',
      psq: 'PSQ',
      lib: 'RenLib',
      fen: 'FEN',
      moves: 'Moves',
    },
    about: {
      pgn: 'The whole game, for other programs.',
      pdn: 'The whole game, for other programs.',
      sgf: 'The whole game, for other programs.',
      psq: 'The moves, as Piskvork and the Gomocup keep them.',
      lib: 'A library for RenLib. It is no text: download it.',
      fen: 'The position now, in one line.',
      moves: 'The moves, one after another.',
    },
    content: 'Text',
  },
  settings: {
    title: 'Settings',
    lead: 'Kept by Yiqi on this machine, and applied at once.',
    appearance: 'Appearance',
    language: 'Language',
    auto: 'As the system',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    board: 'Board',
    boards: { wood: 'Wood', paper: 'Paper', slate: 'Slate' },
    pieces: 'Pieces',
    pieceSets: {
      traditional: 'Traditional',
      simplified: 'Simplified',
      letters: 'Letters',
      solid: 'Solid',
    },
    solidAbout: 'Red is printed in reverse: told apart without colour.',
    notation: 'Notation',
    familyOf: 'Pieces and notation of',
    playing: 'Playing',
    coordinates: 'Coordinates',
    dots: 'Show legal moves',
    animation: 'Pieces glide',
    showThinking: 'Show what the machine thinks',
    soundGroup: 'Sound',
    sound: 'Wooden sounds',
    music: 'Music',
    musicAbout: 'A slow plucked string, made as it plays.',
    preview: 'How the board looks',
  },
  learn: enLearn,
  /** A fault of a position or file, out of its code and the server's English sentence. */
  fault: (
    _code: string,
    message: string,
    _squares: readonly string[],
    _place?: Fault['place'],
  ): string => sentence(message),
  problems: {
    offline: 'The server does not answer. Is Yiqi still running?',
    'not-found': 'There is no such game here.',
    'illegal-move': 'That move is not legal here.',
    'bad-move': 'That move cannot be read.',
    'wrong-ply': 'The game has moved on; this is how it stands now.',
    'changed-elsewhere': 'The game has moved on; this is how it stands now.',
    'not-your-turn': 'It is not your turn.',
    'game-over': 'The game is over.',
    'already-offered': 'A draw is on offer already.',
    'opening-stands': 'The machine put the stones before this: restart instead.',
    'no-offer': 'There is no draw on offer.',
    'nobody-thinks': 'No machine is thinking now.',
    'nothing-to-take-back': 'There is no move to take back.',
    'bad-choice': 'That cannot be chosen now.',
    'bad-position': 'This position cannot be played.',
    'bad-game': 'Such a game cannot begin.',
    'bad-preference': 'This choice is not valid.',
    'too-large': 'That is too large; a file can have 3 MB.',
    'ambiguous-move': 'That move can mean several.',
    'no-opening': 'The opening is over.',
    'engine-failed': 'The machine has failed; the log of the server says why.',
    internal: 'Something failed on the server; its log says what.',
    server: 'The server could not do that.',
  } as Record<string, string>,
}

export type Messages = typeof en
