// Gomoku and renju in English. Every other language must have the same keys, or it does not compile.

import type { OpeningRegion, Side } from '../../types'
import type { Own } from '../interface'

const fouls: Record<string, string> = {
  overline: 'overline',
  'double-four': 'double four',
  'double-three': 'double three',
}
const threats: Record<string, string> = {
  five: 'five',
  'open-four': 'open four',
  'four-three': 'four and three',
  four: 'four',
  'double-three': 'two open threes',
  'open-three': 'open three',
}
const article = (kind: string) =>
  kind === 'five' || kind === 'double-three' || kind === 'four-three'
    ? threats[kind]!
    : `${kind.startsWith('open') ? 'an' : 'a'} ${threats[kind] ?? kind}`

export interface PointWords {
  at: string
  stone: string
  /** The number of the stone's move; 0: not shown. */
  number: number
  last: boolean
  winning: boolean
  forbidden: string
  offered: boolean
  fault: boolean
  threats: readonly string[]
}

export interface AnswerWords {
  /** The player who answered; '' if two people have no names. */
  who: string
  you: boolean
  /** The colour of that player after the answer. */
  colour: string
  number: number
}

const fifths = (n: number) => (n === 1 ? 'one fifth move' : `${n} fifth moves`)
const anywhere = 'anywhere on the board'
const zone = (region: OpeningRegion | null) => {
  if (!region) return anywhere
  const { within, edge } = region
  if (!within) return `outside the central ${edge}×${edge}`
  return edge === 1 ? 'on the centre' : `in the central ${edge}×${edge}`
}

export const en = {
  name: 'Gomoku',
  sides: { first: 'Black', second: 'White' },
  piece: (side: Side, _kind: string): string => `${side === 'first' ? 'black' : 'white'} stone`,
  kind: (_side: Side, _kind: string): string => 'stone',
  variantAbout: {} as Record<string, string>,
  keys: '',
  textLabel: 'A position, moves (h8 i9 or 7,7 8,8), or a whole game (SGF, PSQ)',
  fileAbout: 'SGF, PSQ, REC, RenLib, RIF, POS or a list of moves.',
  formatNames: {
    psq: 'PSQ',
    rec: 'REC',
    lib: 'RenLib',
    pos: 'POS',
    openings: 'Opening',
    code: 'Compact',
  } as Record<string, string>,
  formatAbout: {
    psq: 'The moves, as Piskvork and the Gomocup keep them.',
    rec: 'The moves and the players, as Gomotur keeps them.',
    lib: 'A library for RenLib. It is no text: download it.',
    pos: 'The moves as bytes, for RenLib. It is no text: download it.',
    openings: 'The moves as an opening of the Gomocup: how far each is from the middle.',
    code: 'The moves without spaces between them.',
  } as Record<string, string>,
  notations: { engine: 'Letter and number (H8)' } as Record<string, string>,
  ends: {
    sentences: {
      'no-points': 'no point is left that may be played',
      five: 'with five in a row',
      overline: 'because the opponent made more than five in a row',
      'double-four': 'because the opponent made a double four',
      'double-three': 'because the opponent made a double three',
      'full-board': 'the board is full',
      passes: 'both players passed, one after the other',
    } as Record<string, string>,
    labels: {
      'no-points': 'No point left',
      five: 'Five in a row',
      overline: 'Overline',
      'double-four': 'Double four',
      'double-three': 'Double three',
      'full-board': 'Full board',
      passes: 'Two passes',
    } as Record<string, string>,
  },
  cell: (c: PointWords) =>
    [
      `${c.at} ${c.stone || 'empty'}${c.number > 0 ? ` ${c.number}` : ''}`,
      c.winning ? 'part of the five' : '',
      c.last ? 'last move' : '',
      c.forbidden ? `forbidden: ${c.forbidden}` : '',
      c.offered ? 'offered as fifth move' : '',
      ...c.threats,
      c.fault ? 'not possible here' : '',
    ]
      .filter(Boolean)
      .join(', '),
  foul: (kind: string) => fouls[kind] ?? kind,
  forbidden: (side: string, at: string, kind: string) =>
    `${side} may not play ${at.toUpperCase()}: it would make ${kind === 'overline' ? 'an overline (more than five in a row)' : `a ${fouls[kind] ?? kind}`}.`,
  threat: (side: string, kind: string) => `${side} could make ${article(kind)}`,
  moved: (side: string, at: string, made: string, time: string) => ({
    head:
      made === 'five' || made.includes('four')
        ? `${threats[made]}.`.replace(/^./, (c) => c.toUpperCase())
        : '',
    body:
      (at ? `${side} played ${at.toUpperCase()}` : `${side} passed`) +
      (made && made !== 'five' ? `, making ${article(made)}` : '') +
      (time ? `, after ${time}.` : '.'),
  }),
  spoken: (side: string, at: string, made: string) =>
    at
      ? `${side} ${at.toUpperCase()}${made ? `, ${threats[made] ?? made}` : ''}`
      : `${side} passes`,
  pass: 'Pass',
  passAbout: 'Put no stone. The game is drawn when both players pass, one after the other.',
  placeAt: (at: string) => `Place at ${at}`,
  numbers: 'Numbers',
  threats: 'Threats',
  threatsAbout:
    'Squares: points that make a four. Diamonds: open threes. Black’s are filled, White’s hollow.',
  numbersSetting: 'Number the stones',
  threatsSetting: 'Show threes and fours',
  placing: 'Placing a stone by touch',
  placings: { auto: 'By size', direct: 'Direct', confirm: 'Confirm', slide: 'Slide' },
  placingsAbout: {
    auto: 'At once on large points; tapped twice where points are smaller than a fingertip.',
    direct: 'A tap puts the stone.',
    confirm: 'A tap shows the stone, a second one or the button puts it.',
    slide: 'Press, slide to the point under the glass, and let go.',
  } as Record<string, string>,
  rule: 'Rules',
  ruleNames: {
    gomoku: 'Freestyle',
    'gomoku-standard': 'Standard',
    renju: 'Renju',
    caro: 'Caro',
    'caro-free': 'Caro, free',
    omok: 'Omok',
  } as Record<string, string>,
  ruleAbout: {
    gomoku: 'Five or more in a row win, for both.',
    'gomoku-standard': 'Exactly five win; six and more do nothing.',
    renju: 'Black may not make an overline, a double four or a double three.',
    caro: 'Exactly five win, unless closed at both ends.',
    'caro-free': 'As caro, but six and more always win.',
    omok: 'The Korean game: no double three. House rules below.',
  } as Record<string, string>,
  size: 'Board',
  sizeOf: (n: number) => `${n}×${n}`,
  otherSize: 'Other',
  lines: 'Lines (5 to 22)',
  house: 'House rules',
  house33: 'Double three forbidden',
  house44: 'Double four forbidden',
  houseSix: 'More than five',
  bound: { none: 'to nobody', black: 'to Black', both: 'to both' } as Record<string, string>,
  six: {
    win: 'wins',
    nothing: 'does nothing',
    foul: 'forbidden to Black',
    'foul-both': 'forbidden to both',
  } as Record<string, string>,
  openingNone: 'None',
  openingAbout: {
    '': 'Black begins anywhere. Easy to start with; Black has the better chances.',
    swap: 'One puts three stones, the other takes either colour.',
    'swap-1': 'One puts the first stone, the other takes either colour.',
    swap1: 'One puts the first stone, the other takes either colour.',
    swap2:
      'One puts three stones; the other takes a colour, or puts two more and lets the first choose. The fairest for gomoku.',
    pro: 'Black’s first on the centre, the second outside the central 5×5.',
    'long-pro': 'Black’s first on the centre, the second outside the central 7×7.',
    rif: 'One puts a classical opening of three, the other may swap; Black offers two fifth moves.',
    yamaguchi: 'As RIF, but who opens says how many fifth moves are offered.',
    soosorv:
      'An opening of three, swap, then White puts the fourth and says how many fifths are offered, swap again.',
    'soosorv-8':
      'An opening of three, swap, then White puts the fourth and says how many fifths are offered, swap again.',
    taraguchi: 'A swap after each stone in growing squares, or ten fifth moves offered.',
    'taraguchi-10': 'A swap after each stone in growing squares, or ten fifth moves offered.',
    'super-taraguchi-10': 'As Taraguchi-10, with larger squares.',
    sakata: 'One puts an opening of three, the other two more, and the first may swap.',
    tarannikov: 'Five stones in growing squares, a swap after each.',
    'two-offer': 'Black offers two fifth moves, White keeps one.',
  } as Record<string, string>,
  openingTitle: (name: string) => `Opening: ${name}`,
  waits: (player: string) => `${player} decides.`,
  put: (side: Side, where: OpeningRegion | null, left: number) =>
    `Put ${side === 'first' ? 'a black' : 'a white'} stone ${zone(where)}${left > 1 ? `; ${left} to put` : ''}.`,
  choose: 'Which colour do you want?',
  declare: 'How many fifth moves shall Black offer?',
  offer: (left: number) =>
    left === 1
      ? 'Offer one more fifth move for Black.'
      : `Offer ${left} more fifth moves for Black.`,
  offerAbout: 'The other will keep one. Mirror images of an offered point do not count.',
  pick: 'Keep one of the offered fifth moves: click its point.',
  choices: (choice: string, colour: string, other: string) =>
    ({
      swap: `Take ${other}`,
      keep: `Stay ${colour}`,
      'put-two': 'Put two more stones',
      'offer-ten': 'Offer ten fifth moves',
    })[choice] ?? choice,
  /** The consequence of each choice in the opening. */
  leads: {
    putTwo: 'You put one white and one black; then the other chooses a colour.',
    offerTen: 'Nobody changes: you offer ten fifth moves, of which the other keeps one.',
    plays: (you: boolean): string =>
      you
        ? 'You put the next stone, and the game goes on.'
        : 'The other puts the next stone, and the game goes on.',
    swapsAgain: (you: boolean): string =>
      you
        ? 'You put the next stone; then the other may swap.'
        : 'The other puts the next stone; then you may swap.',
    fourth: (you: boolean, n: number) =>
      you
        ? `You put the fourth stone. The other would then offer ${fifths(n)}, and you keep one.`
        : `The other puts the fourth stone. You would then offer ${fifths(n)}; the other keeps one.`,
    declares: (you: boolean): string =>
      you
        ? 'You put the fourth stone and say how many fifth moves are offered; the other may swap again.'
        : 'The other puts the fourth stone and says how many fifth moves are offered; you may swap again.',
    offers: (you: boolean, n: number) =>
      you
        ? `You would then offer ${fifths(n)}; the other keeps one.`
        : `The other would then offer ${fifths(n)}, and you keep one.`,
  },
  acts: 'So far',
  comma: ', ',
  answered: (act: string, n: number | null) =>
    n !== null
      ? `${fifths(n)} ${n === 1 ? 'was' : 'were'} declared`
      : ({
          swap: 'colours changed',
          keep: 'colours kept',
          'put-two': 'two more stones',
          'offer-ten': 'ten fifth moves chosen',
        }[act] ?? act),
  answer: (act: string, a: AnswerWords) => {
    const s = a.you ? '' : 's'
    if (act === 'swap') return a.who ? `${a.who} take${s} ${a.colour}.` : 'Colours are changed.'
    if (act === 'keep')
      return a.who
        ? `${a.who} keep${s} ${a.colour}.`
        : `${a.colour} stays; colours are not changed.`
    if (act === 'put-two')
      return a.who ? `${a.who} put${s} two more stones.` : 'Two more stones are put.'
    if (act === 'offer-ten')
      return a.who ? `${a.who} will offer ten fifth moves.` : 'Ten fifth moves will be offered.'
    return a.who
      ? `${a.who} declare${s} ${fifths(a.number)}.`
      : `${fifths(a.number)} ${a.number === 1 ? 'is' : 'are'} declared.`
  },
  whyNot: {
    occupied: (at: string) => `There is a stone on ${at} already.`,
    zone: (at: string, where: OpeningRegion | null) => `Not ${at}: this stone goes ${zone(where)}.`,
    offered: (at: string) => `${at} is offered already.`,
    mirror: (at: string) => `${at} mirrors a point already offered, and does not count.`,
    pick: (at: string) => `${at} was not offered: keep one of the offered points.`,
    answerFirst: 'Answer the question of the opening first.',
  },
  balance: (side: string, degree: number) =>
    degree === 0
      ? 'both stand about equally'
      : `${side} is ${['', 'a little better', 'better', 'much better'][degree]}`,
  decided: (side: string, n: number) => `${side} wins in ${n}`,
  machine: 'Yiqi',
  /** Descriptions of levels for this game, where the common texts do not fit. */
  levels: {
    1: 'often does not block a four',
    2: 'misses open threes',
    3: 'misses threes far away',
  } as Record<number, string>,
}

export type Words = Own<typeof en>
