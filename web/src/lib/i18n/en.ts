// English. Every other language must have the same keys, or it does not compile.

import type { Fault, FaultFacts } from '../types'
import { sentence } from './en-files'
import { enHome } from './en-home'
import { enAccount } from './en-account'
import { enPeople } from './en-people'
import { leftOut } from './en-left-out'
import { enClock, enNewGame } from './en-new-game'
import { plural } from './en-plural'
import { enProblems } from './en-problems'

const seconds = (ms: number) =>
  ms < 60000
    ? `${(ms / 1000).toFixed(1)}\u00a0s`
    : `${Math.floor(ms / 60000)}\u00a0min ${Math.round((ms % 60000) / 1000)}\u00a0s`

/** The beginning of a reason that goes on a sentence; any other is a sentence of its own. */
const GROUND = /^(by|on|with|because|after) /

export const en = {
  code: 'en',
  language: 'English',
  /** The name of the program. */
  brand: 'Yiqi',
  seconds,
  nav: {
    play: 'Play',
    games: 'Games',
    studies: 'Studies',
    learn: 'Learn',
    puzzles: 'Puzzles',
    settings: 'Settings',
    progress: 'Progress',
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
    connectionLost: 'Connection lost. Your changes are kept and will be sent.',
    /** A failure with the id of its request. */
    request: (text: string, id: string) => `${text} (Request ${id})`,
    unknown: 'There is nothing here',
    unknownAbout: (address: string) => `No page of this hall has the address ${address}.`,
  },
  /** A hall that others can reach: what everybody may do in it. */
  open: {
    title: 'This hall is open to everybody',
    lead: 'It has no accounts and no passwords. Everybody who can open this page may:',
    may: [
      'see every game, study and review in it, and download them;',
      'move for either side in every game, take moves back, offer draws and resign;',
      'change and delete every game and study;',
      'begin games, import files and let the machine think.',
    ],
    so: 'The names of players are not checked. Write nothing here that is not for everybody, and download what you want to keep.',
    understood: 'I understand',
  },
  board: {
    label: 'Board',
    /** `keys`: the game's own keys, in words. */
    help: (keys: string) =>
      `Arrow keys walk over the board, ${keys}Enter picks and moves, Escape lets go.`,
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
      /** Its file, where the notation names no squares. */
      where: string
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
        c.where,
      ]
        .filter(Boolean)
        .join(', '),
    /** `after`: the move before it (see `games.moveOf`); `null`: the start. */
    position: (after: string | null) =>
      after === null ? 'The start position' : `Position after ${after}`,
  },
  player: {
    you: 'You',
    person: (side: string) => side,
    aPerson: 'a person',
    machine: (level: number) => `Yiqi, level ${level}`,
    machineDepth: (depth: number) => `Yiqi, depth ${depth}`,
    machineTime: (s: number) => `Yiqi, ${s} s a move`,
    yourMove: 'your move',
    yourTurn: 'Your move',
    theirMove: (side: string) => `${side} to move`,
    thinking: 'thinking…',
    captured: 'Captured',
    clock: (name: string, left: string) => `Clock of ${name}: ${left}`,
    noClock: 'no clock',
    toMove: 'to move',
  },
  /** What each level overlooks, in words for a beginner. */
  levels: [
    'has just learnt the moves',
    'sees what is near',
    'misses threats from afar',
    'often misses your answer',
    'now and then misses a threat',
    'thinks a few moves ahead',
    'slips in complicated play',
    'seldom slips',
    'hardly ever slips',
    'misses very little',
    'misses next to nothing',
    'full strength',
  ],
  play: {
    moves: 'Moves',
    info: 'Game',
    openings: 'Openings',
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
    askAgain: 'Ask the machine again',
    teacherOn: 'Turn the teacher on',
    teacherOff: 'Turn the teacher off',
    unjudged: 'The teacher could not look at this move.',
    addTime: 'A minute more for both',
    pause: 'Pause',
    resume: 'Resume',
    export: 'Export…',
    picture: 'Picture…',
    copyLink: 'Copy link',
    find: 'Find in the games',
    linkCopied: 'The link is copied.',
    newGame: 'New game',
    rematch: 'Rematch',
    easier: (level: number) => `A little easier: level ${level}`,
    harder: (level: number) => `A little harder: level ${level}`,
    afterLosses: 'You lost the last games at this level',
    afterWins: 'You won the last games at this level',
    review: 'Review',
    replay: 'Replay',
    analyse: 'Analyse',
    over: 'The game is over',
    takeBackAbout: 'Take back your last move',
    hintAbout: 'Ask the machine for a move',
    flipAbout: 'Turn the board',
    drawAbout: 'Offer a draw',
    resignAbout: 'Give up the game',
    moreAbout: 'Restart, export, sound and more',
    notation: 'Notation',
    /** `n`: the number of the shown move, `of`: of how many; `side`: whose move it is; `pairs`: see `games.moves`. */
    reviewing: (n: number, of: number, side: string, _pairs: boolean) =>
      `Looking back: move ${n} of ${of} (${side})`,
    reviewingStart: 'Looking back: the start position',
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
    winsIn: (n: number) => (n > 0 ? `wins in ${n}` : `loses in ${-n}`),
    /** A click on a board on which nothing can be moved. */
    notHere: 'This is an earlier position: go to the last move to play on.',
    machinesOnly: 'Machines play both sides of this game.',
    deleted:
      'This game was deleted elsewhere. You see it as it was last; nothing more can be played in it.',
    connectionLost: 'Connection lost. Your moves are kept and will be sent.',
    unsent: (move: string) =>
      `Your move ${move} is kept here. It will be sent as soon as the server answers.`,
    notSent: 'not sent yet',
    sending: (n: number) =>
      `${plural(n, 'move waits', 'moves wait')} for the server and will be sent.`,
    unplayed: (move: string, why: string) => `Your move ${move} was not played. ${why}`,
    overtaken: 'Another move had been played before it arrived.',
    toGame: 'To the game',
    understood: 'All right',
    connecting: 'Connecting…',
    drawOffered: (side: string) => `${side} offers a draw.`,
    drawOfferedByYou: 'You offered a draw.',
    drawDeclined: 'The draw was declined.',
    accept: 'Accept',
    decline: 'Decline',
  },
  keys: {
    title: 'Keys',
    onBoard: 'On the board',
    inGame: 'In the game',
    walk: 'walk from square to square',
    pick: 'picks a piece, plays a move',
    letGo: 'lets go of the piece',
    next: 'to the next piece that can move, or to its next target',
    jump: (piece: string) => `to the next ${piece}`,
    jumpBack: 'with a letter: to a piece of the other side',
    history: 'one move back or on',
    ends: 'to the first or the last move, outside of the board',
    letters: 'Letter keys',
    lettersAbout: 'Single letters act in a game.',
  },
  confirm: {
    resignTitle: 'Resign this game?',
    resignBody: (side: string) => `${side} would lose the game.`,
    restartTitle: 'Start this game again?',
    restartBody: 'All its moves are taken back.',
    /** `to`: the move that becomes the last one (see `games.moveOf`); `null`: the start. */
    takeBackTitle: (to: string | null) =>
      to === null ? 'Take back all moves?' : `Go back to ${to}?`,
    takeBackBody: 'The game goes on from the position you are looking at.',
    warnLose: 'This move would lose the game',
    warnDraw: 'This move would end the game in a draw',
    warnWin: 'This move would end the game',
    warnReply: 'After this move a reply could end the game',
    warnByReply: (reply: string) => `The answer ${reply} would do it.`,
    repeats: (moves: string, times: number) =>
      `Repeated: ${moves}. The position would stand for the ${times === 3 ? 'third' : `${times}th`} time.`,
    reopenTitle: 'Go on with a finished game?',
    reopenBody: (result: string) =>
      `It ended: ${result} The moves taken back and this result stay in the game’s log.`,
    playAnyway: 'Play it anyway',
    chooseOther: 'Choose another move',
  },
  say: {
    toMove: (side: string) => `${side} to move.`,
    /** `how`: the text of a reason, or its code if it has no text. */
    won: (side: string, how: string) => `${side} wins${how.match(GROUND) ? ' ' : ': '}${how}.`,
    drawn: (how: string) => `Draw${how.match(GROUND) ? ' ' : ': '}${how}.`,
    colon: ': ',
    semicolon: ' · ',
    abandoned: 'The game was called off.',
    result: (winner: string | null, over: boolean) =>
      winner ? `${winner} wins` : over ? 'Draw' : 'Unfinished',
    rule: (name: string, paragraph: string) => `${name}, rule ${paragraph}`,
    youWon: 'You won',
    youLost: 'You lost',
    stuck: (piece: string) => `${piece} cannot move now.`,
    /** A click on a piece of the side that is not to move. */
    theirs: (piece: string, side: string) => `${side} is to move: ${piece} has to wait.`,
    /** `piece`: with its colour; `kind`: without. */
    sidesPiece: (side: string, kind: string, _piece: string) => `${side}’s ${kind}`,
    and: ' and ',
  },
  info: {
    rules: 'Rules',
    provisional: 'provisional',
    time: 'Time',
    players: 'Players',
    began: 'Began',
    startPosition: 'Start position',
    position: 'Position',
    opening: 'Opening',
    limit: 'Until a draw',
    limitNear: (n: number, what: string) =>
      n === 1
        ? `The game is drawn after one more of these: ${what}.`
        : `The game is drawn after ${n} more ${what}.`,
    naturalOf: (n: number, of: number, what: string) => `${n} of ${of} ${what}`,
    standard: 'standard',
    own: 'set up',
  },
  clock: enClock,
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
    studies: 'Studies',
    analyse: 'Analyse',
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
    export: 'Export',
    remove: 'Delete',
    damaged: 'A damaged game',
    damagedAbout: (date: string) =>
      `What is stored of it can no longer be read. Last change: ${date}. Other games are not affected.`,
    raw: 'Data as they are',
    removed: 'The game was deleted.',
    /** `pairs`: whether the moves of both sides count as one, as in the numbered list. */
    moves: (n: number, _pairs: boolean) => plural(n, 'move', 'moves'),
    /** A move by its number; `side`: whose, where both sides’ moves have one number. */
    moveOf: (n: number, side: string | null) =>
      side === null ? `move ${n}` : `${side}’s move ${n}`,
    goingOn: 'going on',
    more: 'Show more',
    versus: (a: string, b: string) => `${a} – ${b}`,
    picture: (a: string, b: string) => `Board of ${a} against ${b}`,
  },
  export: {
    title: 'Export this game',
    format: 'Format',
    /** The name of an export format, by its id. */
    names: { fen: 'FEN', moves: 'Moves' } as Record<string, string>,
    /** The content of an export format, by its id. */
    about: {
      fen: 'The position now, in one line.',
      moves: 'The moves, one after another.',
    } as Record<string, string>,
    whole: 'The whole game, for other programs.',
    content: 'Text',
    leftOut,
  },
  settings: {
    title: 'Settings',
    lead: 'Kept by this browser, and applied at once.',
    appearance: 'Appearance',
    language: 'Language',
    auto: 'As the system',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    board: 'Board',
    boards: { wood: 'Wood', paper: 'Paper', slate: 'Slate' },
    pieces: 'Pieces',
    notation: 'Notation',
    customary: 'As is customary',
    familyOf: 'Pieces and notation of',
    playing: 'Playing',
    coordinates: 'Coordinates',
    dots: 'Show legal moves',
    animation: 'Pieces glide',
    showThinking: 'Show what the machine thinks',
    reviewAfter: 'Review my games when they end',
    reviewAfterAbout: 'In the background; the review is in the study of the game',
    soundGroup: 'Sound',
    sound: 'Wooden sounds',
    music: 'Music',
    musicAbout: 'A slow plucked string, made as it plays.',
    preview: 'How the board looks',
  },
  pieceOffer: {
    title: 'Which pieces can you read?',
    about: 'What they are',
    later: 'You can change this in the settings.',
  },
  home: enHome,
  people: enPeople,
  account: enAccount,
  learn: {
    ends: 'How a game ends',
    begin: 'Play a first game',
    again: 'Once more',
    lab: 'See how the machine thinks',
    openings: 'Openings',
  },
  /** The choice between several moves. */
  choices: {
    which: 'Which capture?',
    whichAbout: 'Choose one, or click a square on its way.',
    option: (move: string, captures: readonly string[]) => `${move} takes ${captures.join(', ')}`,
  },
  /** The ends that every game has: within a sentence, and as a label. */
  ends: {
    sentences: {
      repetition: 'the position was repeated for the third time',
      resign: 'by resignation',
      time: 'on time',
      agreement: 'by agreement',
      file: 'according to its file',
      left: 'because the other player had left',
      organiser: 'by decision of who directs the tournament',
    } as Record<string, string>,
    labels: {
      repetition: 'Repetition',
      resign: 'Resignation',
      time: 'Time',
      agreement: 'Agreement',
      file: 'As its file says',
      left: 'Opponent left',
      organiser: 'Decided',
      'called-off': 'Before the second move',
    } as Record<string, string>,
  },
  /**
   * A fault of a position or file, from its code and the server's English sentence. `own`: the
   * game's texts for its own codes.
   */
  fault: (
    _code: string,
    message: string,
    _squares: readonly string[],
    _place?: Fault['place'],
    _own?: Readonly<Record<string, string>>,
    _facts?: FaultFacts,
  ): string => sentence(message),
  problems: enProblems,
}

export type Messages = typeof en
