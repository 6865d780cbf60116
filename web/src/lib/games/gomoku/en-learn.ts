// The lessons of gomoku and renju in English.

export const learn = {
  title: 'Gomoku and renju in five minutes',
  lead: 'Black and White take turns putting a stone on a free point. Who first has five in a row, in any direction, wins. Stones never move and are never taken.',
  fouls: 'Renju: what Black may not do',
  foulsLead:
    'Black’s first move is a great advantage. In renju three shapes are forbidden to Black: by the rules a stone there loses the game at once, so the board here marks such points and does not let Black put one. White may make them all, and wins with six too.',
  patterns: {
    five: ['Five', 'Five stones in an unbroken row win. In freestyle more than five win as well.'],
    'open-four': [
      'Open four',
      'Four in a row with both ends free: two points complete it, and one reply cannot stop both.',
    ],
    'open-three': [
      'Open three',
      'One more stone makes an open four, so it must be answered, or outpaced with fours.',
    ],
    'four-three': [
      'Four and three',
      'A four forces the reply, then the three becomes an open four. The usual way to win, and allowed in renju.',
    ],
    overline: [
      'Overline',
      'Six or more in a row: a foul, not a win. If the same stone also makes exactly five, Black wins.',
    ],
    'double-four': ['Double four', 'One stone makes two fours, perhaps in one line.'],
    'double-three': ['Double three', 'One stone makes two open threes.'],
    apparent: [
      'A foul that is none',
      'This looks like a double three, but White closes one: it can never become an open four. The point is allowed.',
    ],
  } as Record<string, [string, string]>,
  patternLegend:
    'Ring: the stone or point in question. Green dot: a point that completes or extends the row. Cross: a point forbidden to Black.',
}

export type LearnWords = typeof learn
