// English. The other languages must have the same keys.

import { plural } from '../i18n/en-plural'

/** What a sentence about a step knows. Values are those of the side that moves at the root. */
export interface StepFacts {
  /** The side that moves at the root, and the other one. */
  readonly max: string
  readonly min: string
  /** Whether the side of the root moves at the node. */
  readonly isMax: boolean
  /** The move into the node, or the move that the step is about. */
  readonly move: string
  /** The window; '' for an open end. */
  readonly low: string
  readonly high: string
  readonly value: string
  /** The best move. */
  readonly best: string
  readonly tried: number
  readonly leftOut: number
  /** Nodes saved, as text; '' if not known. */
  readonly saved: string
  readonly depth: number
  /** Whether the value is exact. */
  readonly exact: boolean
}

/** What a sentence about a move that comes earlier than before knows. */
export interface RiseFacts {
  readonly move: string
  /** Its places among the moves, from 1. */
  readonly was: number
  readonly now: number
  /** The earlier visit in words. */
  readonly visit: string
  /** Whether it was the best move there. */
  readonly best: boolean
  /** The nodes that it has cut off since; 0 where this changes no order. */
  readonly cuts: number
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const nth = (n: number) =>
  `${n}${{ one: 'st', two: 'nd', few: 'rd' }[ordinals.select(n) as string] ?? 'th'}`

const mover = (f: StepFacts) => (f.isMax ? f.max : f.min)
const other = (f: StepFacts) => (f.isMax ? f.min : f.max)

function window(f: StepFacts): string {
  if (!f.low && !f.high) return 'Any value still counts.'
  if (!f.high) return `${f.max} already has ${f.low} elsewhere: only more than that counts.`
  if (!f.low) return `${f.min} can already hold ${f.max} to ${f.high}: only less than that counts.`
  return `${f.max} already has ${f.low}, and ${f.min} can hold it to ${f.high}: only a value between them counts.`
}

const saves = (f: StepFacts) => (f.saved ? ` This saves about ${f.saved} nodes.` : '')
const isWorth = (f: StepFacts) =>
  f.exact ? f.value : f.isMax ? `at most ${f.value}` : `at least ${f.value}`

export const en = {
  title: 'Lab',
  lead: 'See how the machine thinks.',
  tabs: {
    label: 'Lab',
    search: 'Search',
    evaluation: 'Evaluation',
    mind: 'Engine’s mind',
    depth: 'Depth and time',
    match: 'Match',
    lessons: 'Lessons',
  },
  sides: { max: 'MAX', min: 'MIN' },
  null: 'pass',
  root: 'root',
  setUp: {
    label: 'Set up',
    from: 'Position',
    start: (name: string) => `${name}: start`,
    given: {
      game: 'from a game',
      study: 'from a study',
      text: 'from text',
    },
    textbook: {
      norvig: 'Textbook: three moves, three answers',
      'four-plies': 'Textbook: four plies',
    } as Record<string, string>,
    textbooks: 'Textbook trees',
    games: 'Games',
    after: (ply: number, all: number, name: string) => `Move ${ply} of ${all}, ${name}`,
    byHand: 'Set up a position…',
    open: 'Open a game…',
    depth: 'Depth',
    plies: (n: number) => plural(n, 'ply', 'plies'),
    technique: 'Technique',
    beside: 'Side by side with',
    alone: '– alone –',
    begin: 'Search',
    again: 'Search again',
    stop: 'Stop',
  },
  position: {
    title: 'Set up a position',
    game: 'Game',
    board: 'The position to search',
    text: 'The position as text (FEN and the like)',
    faults: 'This cannot be searched yet:',
    good: 'This position can be searched.',
    take: 'Take it',
    hint: 'A whole game as text or file: Open a game…',
  },
  game: {
    title: 'Open a game or a position',
    text: 'Game or position as text',
    hint: 'PGN, PDN, SGF, moves, FEN …',
    variant: 'Game, if the text names none',
    none: 'Paste a text or choose a file.',
    good: (name: string, moves: number) =>
      moves === 0
        ? `${name}: a position.`
        : `${name}, ${plural(moves, 'move', 'moves')}: choose after which one to search.`,
    over: 'The game is over after this move: choose an earlier one.',
    board: 'The position to search',
    ply: 'Moves played',
    at: (ply: number, all: number, move: string) =>
      ply === 0
        ? `The start, before ${plural(all, 'move', 'moves')}`
        : `After ${move} (${ply} of ${all})`,
    first: 'To the start',
    back: 'One move back',
    next: 'One move on',
    last: 'To the last move',
  },
  techniques: {
    minimax: { name: 'Minimax', about: 'Looks at everything.' },
    'alpha-beta': { name: 'Alpha-beta', about: 'Leaves out what cannot matter.' },
    captures: { name: '+ captures first', about: 'Captures come first, by their gain.' },
    history: { name: '+ history', about: 'Moves that caused cut-offs come earlier.' },
    killers: { name: '+ killers', about: 'A move that refuted a sibling comes early.' },
    continuation: {
      name: '+ continuation history',
      about: 'Moves that were good after the same last moves come earlier.',
    },
    hints: { name: '+ the game’s hints', about: 'What the game knows orders quiet moves.' },
    'null-windows': {
      name: '+ null windows',
      about: 'Later moves are only asked whether they are better.',
    },
    deepening: { name: '+ iterative deepening', about: 'Depth 1, then 2, then 3 …' },
    aspiration: {
      name: '+ aspiration',
      about: 'Begins with a narrow window around the last value.',
    },
    table: { name: '+ transposition table', about: 'Remembers positions reached before.' },
    'null-move': { name: '+ null move', about: 'Too good even after passing: cut off.' },
    reductions: { name: '+ late-move reductions', about: 'Late moves are searched less deep.' },
    pruning: { name: '+ all pruning', about: 'Leaves out what can hardly matter.' },
    extensions: { name: '+ extensions', about: 'Forced moves are searched deeper.' },
    full: { name: 'The full engine', about: 'With quiescence: it plays out captures.' },
    'history-only': {
      name: 'Alpha-beta + history',
      about: 'As the textbook machines search.',
    },
    'alpha-beta-quiescence': {
      name: 'Alpha-beta + quiescence',
      about: 'Plays out captures below the horizon.',
    },
  } as Record<string, { name: string; about: string }>,
  inexact: 'May find another value than minimax.',
  states: {
    waiting: 'waiting for a free processor',
    searching: 'searching',
    done: 'finished',
    limit: 'The search reached the limit of nodes. What is here is good; the rest is missing.',
    'limit-memory':
      'The hall has no memory for more steps. What is here is good; the rest is missing.',
    stopped: 'stopped',
    failed: 'The search failed.',
  } as Record<string, string>,
  loading: (loaded: string, all: string) => `${loaded} of ${all} steps are here`,
  empty: 'Choose a position and press Search.',
  tree: {
    label: (technique: string) => `Search tree: ${technique}`,
    help: 'Arrow keys go from node to node, Escape returns to the last step, plus and minus zoom, 0 shows all.',
    fit: 'Show all',
    closer: 'Zoom in',
    wider: 'Zoom out',
    follow: 'Follow the search',
    iteration: (depth: number) => `depth ${depth}`,
    leftOut: (n: number) => `${n} cut`,
    list: 'Search tree as a list',
    more: (n: number) => `and ${n} more`,
    show: 'Tree as a list',
    comma: ', ',
    cut: 'cut off',
    joined: 'from the table',
    open: 'being searched',
    value: (value: string) => `value ${value}`,
    window: (low: string, high: string) => `window ${low} to ${high}`,
    best: 'principal variation',
  },
  controls: {
    label: 'Steps',
    start: 'To the start',
    back: 'Step back',
    play: 'Play',
    pause: 'Pause',
    step: 'Step',
    over: 'Step over',
    out: 'Step out',
    cut: 'Next cut-off',
    end: 'To the end',
    speed: 'Speed',
    perSecond: (n: string) => `${n} a second`,
    within: (seconds: number) => `all in ${seconds} s`,
    seek: 'Step',
    at: (at: string, of: string) => `Step ${at} of ${of}`,
  },
  counters: {
    label: 'Counters',
    nodes: 'Nodes',
    leaves: 'Leaves',
    quiet: 'In quiescence',
    cuts: 'Cut-offs',
    table: 'From the table',
    saved: 'Nodes saved, about',
    skipped: 'Moves left out',
    minimax: (all: string, seen: string, exact: boolean) =>
      `Minimax would have looked at ${exact ? '' : 'about '}${all} leaves; you have seen ${seen}.`,
    share: (percent: string) => ` That is ${percent} of them.`,
  },
  node: {
    label: 'Node',
    window: 'Window (α, β)',
    before: 'When it was entered',
    value: 'Value',
    depth: 'Depth left',
    mover: 'To move',
    moves: 'Moves in the order of the search',
    movesAfter: (move: string) => `Moves after ${move}, in the order of the search`,
    was: (n: number) => `was ${nth(n)}`,
    next: 'not tried yet',
    order: (visit: string) => `↑: places gained since the visit ${visit}.`,
    leftOut: 'not searched',
    saved: (n: string) => `about ${n} nodes saved`,
    views: 'Values are those of the side that moves at the root.',
    back: 'Back to the last step',
    board: 'Board of the node',
    quiet: (n: number) => `quiescence, ply ${n}`,
  },
  purposes: {
    scout: 'only asked: is it better?',
    reduced: 'less deep at first',
    again: 'once more',
    'null-move': 'after a pass',
    verify: 'verifies the null move',
    singular: 'are the other moves worse?',
    probcut: 'a capture, less deep',
    'probable-cut': 'much less deep',
    razor: 'only captures',
  } as Record<string, string>,
  visits: {
    again: 'before',
    iteration: (depth: number) => `at depth ${depth}`,
    sibling: (move: string) => `after ${move}`,
  },
  steps: {
    none: 'Press Step or Play: the search has not begun.',
    iteration: (depth: number) =>
      `The search begins ${depth === 1 ? 'with depth 1' : `again, now ${depth} plies deep`}.`,
    root: (f: StepFacts) =>
      `${f.max} is to move. ${f.low || f.high ? window(f) : 'Nothing is known yet: the window is open at both ends.'}`,
    enter: (f: StepFacts) => `${other(f)} tries ${f.move}. ${window(f)}`,
    leafEnter: (f: StepFacts) => `${other(f)} tries ${f.move} and reaches the horizon.`,
    purposes: {
      scout: (f: StepFacts) =>
        `${other(f)} tries ${f.move}. The search only asks whether it is better than ${f.isMax ? f.high : f.low}: a window without width.`,
      reduced: (f: StepFacts) =>
        `${other(f)} tries ${f.move}, a late move: at first it is searched less deep, with a window without width.`,
      again: (f: StepFacts) =>
        `${f.move} was better than expected: it is searched once more. ${window(f)}`,
      'null-move': (f: StepFacts) =>
        `${other(f)} passes. If its position is too good even so, a real move will not be worse.`,
      verify: () => 'The node is searched once more without null moves, to verify the last one.',
      singular: () =>
        'All moves but the expected best one are searched less deep: if all of them are worse, that move is searched deeper.',
      probcut: (f: StepFacts) =>
        `${other(f)} tries ${f.move}, a good capture, less deep: it may beat the window by a margin.`,
      'probable-cut': () =>
        'The node is searched much less deep: it may beat the window by a margin.',
      razor: () => 'The position is far below the window: only captures are looked at.',
    } as Record<string, (f: StepFacts) => string>,
    risen: ({ move, was, now, visit, best, cuts }: RiseFacts) => {
      const since = best
        ? ': it was the best move there'
        : cuts > 0
          ? `: it has cut off ${plural(cuts, 'node', 'nodes')} since`
          : ''
      return ` The order has changed: ${move} was ${nth(was)} ${visit} and is now ${nth(now)}${since}.`
    },
    raise: (f: StepFacts) =>
      f.isMax
        ? `${f.best} gives ${f.max} ${f.value}: its best so far here. α rises to it.`
        : `${f.best} holds ${f.max} to ${f.value}: the best for ${f.min} so far here. The upper bound falls to it.`,
    skip: (f: StepFacts) => `${f.move} is left out: it can hardly change the value here.`,
    reasons: {
      exhausted: (f: StepFacts) =>
        f.exact
          ? `All ${plural(f.tried, 'move', 'moves')} are searched: the value is ${f.value}, with ${f.best}.`
          : `All moves are searched and none is good enough for ${mover(f)}: the value is ${isWorth(f)}.`,
      'cut-off': (f: StepFacts) =>
        `Cut off: with ${f.best} ${f.max} gets ${f.isMax ? 'at least' : 'at most'} ${f.value}, but ${
          f.isMax ? `${f.min} can hold it to ${f.high}` : `${f.max} already has ${f.low}`
        } elsewhere, so this position will not be reached. ${
          f.leftOut > 0
            ? `The other ${plural(f.leftOut, 'move is', 'moves are')} not looked at.`
            : 'It was the last move anyway.'
        }${saves(f)}`,
      evaluated: (f: StepFacts) => `The horizon: the evaluation says ${f.value}.`,
      'stand-pat': (f: StepFacts) =>
        `Without any capture the position is already worth ${f.value}: good enough, so no capture is looked at.`,
      over: (f: StepFacts) => `The game is over here: ${f.value}.`,
      foreseen: (f: StepFacts) => `The result is certain without a search: ${f.value}.`,
      database: (f: StepFacts) => `The endgame database knows the result: ${f.value}.`,
      'mate-distance': () => 'A shorter win is known elsewhere: nothing here can be better.',
      table: (f: StepFacts) =>
        `This position was reached before in another order: the table has its value, ${f.value}.${saves(f)}`,
      razoring: (f: StepFacts) => `Captures do not help: the value is at most about ${f.value}.`,
      'reverse-futility': (f: StepFacts) =>
        `The position is so far above the window that ${other(f)} cannot make up for it: ${f.value} is returned without a search.`,
      'null-move': (f: StepFacts) =>
        `Even after a pass ${mover(f)} has ${f.value}: the node is cut off.${saves(f)}`,
      probcut: (f: StepFacts) =>
        `A capture beats the window by a margin at less depth: ${f.value}.`,
      'probable-cut': (f: StepFacts) =>
        `The shallow search beats the window by a margin: ${f.value}.`,
      'multi-cut': (f: StepFacts) => `Several moves are too good here: ${f.value} is returned.`,
      stopped: () => 'The search was stopped here.',
    } as Record<string, (f: StepFacts) => string>,
  },
  evaluation: {
    by: 'Evaluation of',
    own: 'the engine',
    term: 'Term',
    total: 'Total',
    balance: 'Balance',
    lead: (side: string) => `Hundredths; positive is good for ${side}.`,
    layers: 'Show on the board',
    none: 'Nothing',
    board: 'Board with the evaluation',
    emptyLayer: 'It gives nothing for this here.',
    control: (at: string, first: string, a: number, second: string, b: number) =>
      `${at}: ${first} ${a}, ${second} ${b}`,
    threatens: (side: string, from: string, to: string) => `${side} ${from} attacks ${to}`,
    protects: (side: string, from: string, to: string) => `${side} ${from} protects ${to}`,
    reaches: (side: string, from: string, to: string) =>
      `${side} ${from} reaches ${to || 'nothing'}`,
    need: 'Choose a position of a game.',
    legend: {
      shading: 'The stronger the shade, the better (or, dotted, the worse) the place.',
      dots: 'A dot for every point that a piece reaches.',
      arrows: 'Solid arrows attack, dashed arrows protect.',
      control: 'The colour of a point is that of the side that reaches it more often.',
      values: 'The number says what the piece or the point is worth.',
    },
  },
  terms: {
    material: 'Material',
    place: 'Places',
    places: 'Places',
    mobility: 'Mobility',
    threats: 'Threats',
    tempo: 'Tempo',
    scale: 'Scaled down towards a draw',
    'quiet-plies': 'Moves without capture',
    network: 'Network, learnt from games',
    rounding: 'Rounding',
    protection: 'Protection',
    control: 'Control',
    turn: 'Side to move',
    shapes: 'Patterns',
    edge: 'Edge',
    centre: 'Centre',
    moves: 'Moves',
    answers: 'Answers',
    empty: 'Empty squares',
    attacks: 'Threats and protection',
    worth: 'Worth of each piece',
    patterns: 'Patterns of each point',
  } as Record<string, string>,
  mind: {
    lead: 'The engine searches the position as it does in a game. Watch its favourite, how it orders the moves, and where its time goes.',
    begin: 'Let it think',
    stop: 'Stop',
    seconds: (n: number) => `${n} s`,
    time: 'Time',
    chart: 'Moves and iterations',
    chartAbout:
      'Each column is an iteration, each row a move. The shade is the share of the nodes; ★ is the favourite; the small number is the place in the order.',
    move: 'Move',
    depth: 'Depth',
    favourites: 'Favourites by depth',
    score: 'Score',
    line: 'Line',
    nodes: 'Nodes',
    cell: (share: string, order: number, favourite: boolean) =>
      `${share} of the nodes, ${order}. in the order${favourite ? ', favourite' : ''}`,
    changed: (n: number) =>
      n === 0
        ? 'The favourite never changed.'
        : `The favourite changed ${n === 1 ? 'once' : `${n} times`}.`,
    others: (n: number) => `${plural(n, 'other move', 'other moves')}`,
  },
  lessons: {
    lead: 'Six short lessons. Each ends with something to try.',
    attempt: 'Try it',
    all: [
      {
        title: 'What is minimax?',
        text: [
          'The machine looks ahead: my moves, your answers, my answers to them. At the horizon it stops and lets its evaluation say what the position is worth.',
          'Then the values go back up. Where it is my move I take the greatest value, where it is yours you take the least: you want the opposite of what I want. The value that arrives at the root is what both get with best play up to the horizon.',
        ],
        attempt:
          'Step through the textbook’s tree. Each inner node takes the least of its leaves, the root the greatest of these: 3. All nine leaves are looked at.',
      },
      {
        title: 'Why may alpha-beta skip moves?',
        text: [
          'Suppose one move is known to give me 3. Now I look at a second move, and the first answer to it holds me to 2. Whatever the other answers are, I will not play this move: I have 3 already. They need not be looked at.',
          'The search carries two numbers along: α, what I already have, and β, what you can already hold me to. As soon as a value is outside this window, the node ends. The value at the root is the same as that of minimax.',
        ],
        attempt:
          'The same tree, minimax beside alpha-beta. Run to the first cut-off: two leaves are struck out. The value is 3 in both.',
      },
      {
        title: 'Why does the order matter?',
        text: [
          'A cut-off comes when a good answer is found. If the good answers come first, nearly everything else is struck out; if they come last, nothing is. With the best order the number of leaves falls to about its square root: 40 moves, depth 4, from 2.56 million to about 3,200.',
          'So the machine guesses: captures first, then moves that caused cut-offs elsewhere (the history heuristic), and moves that were best in a less deep search.',
        ],
        attempt: 'Compare alpha-beta without any order with alpha-beta that orders by history.',
      },
      {
        title: 'Horizon and quiescence',
        text: [
          'A search of fixed depth may stop in the middle of an exchange. My piece has just taken yours, and the horizon hides that it will be taken back: the evaluation believes in a gain that is none.',
          'Therefore the engine does not stop there. Below the horizon it plays captures on until the position is quiet, and only then asks its evaluation. Either side may also stop: nobody has to take.',
        ],
        attempt:
          'Compare alpha-beta with and without quiescence. Look at the leaves: some go on below the horizon.',
      },
      {
        title: 'Transpositions',
        text: [
          'Different orders of the same moves lead to the same position. In the tree these are different nodes, but their value is the same.',
          'The transposition table remembers positions with their values. When one comes again, the search takes the value from the table, and the branch joins the one that was searched before.',
        ],
        attempt: 'Search with the table. Dotted lines show where branches join.',
      },
      {
        title: 'What does a null move prove?',
        text: [
          'In most positions, to move is an advantage. So let the side to move pass: if its position is too good for the opponent even then, some real move will also be too good. A search of less depth is enough to see it, and the node is cut off.',
          'It is a bet, not a proof: where every move makes things worse (zugzwang), passing would be better than any move. That is why the engine does not pass in such positions, or verifies.',
        ],
        attempt: 'Search with null moves and look for nodes after a pass.',
      },
    ] as readonly { title: string; text: readonly string[]; attempt: string }[],
    of: (name: string) => `On the board of: ${name}`,
  },
  problems: {
    'lab-textbook': 'This tree was not searched with that technique.',
  } as Record<string, string>,
}
