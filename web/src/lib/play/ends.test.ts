// Every pair of an end and a game, read in three languages. The reasons are those of the rules' crates.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gameOf, games } from '../games/registry'
import { messagesIn } from '../i18n/index.svelte'
import type { End, Piece, Side } from '../types'
import { endTitle, reasonLabel, sayEnd } from './say'

/** The reasons that end a game with a winner, and those that end it in a draw. */
const common = { won: ['resign', 'time', 'left'], drawn: ['agreement', 'repetition', 'left'] }
const reasons: Record<string, { won: string[]; drawn: string[] }> = {
  xiangqi: {
    won: ['checkmate', 'stalemate', 'perpetual-check', 'perpetual-chase'],
    drawn: ['mutual-check', 'mutual-chase', 'sixty-move', 'material'],
  },
  draughts: {
    won: ['no-moves', 'king-made'],
    drawn: [
      'king-moves',
      'sixteen-moves',
      'fifteen-moves',
      'five-moves',
      'unchanged-material',
      'material',
    ],
  },
  gomoku: {
    won: ['five', 'overline', 'double-four', 'double-three'],
    drawn: ['full-board', 'no-moves', 'passes'],
  },
  reversi: {
    won: ['full-board', 'no-moves', 'wiped-out'],
    drawn: ['full-board', 'no-moves'],
  },
}

/** The files of the crates that name the reasons of a game, and those that the hall gives by itself. */
const crates = `${process.cwd()}/../crates`
const sources: Record<string, string> = {
  xiangqi: 'xiangqi/src/adjudicate/reason.rs',
  draughts: 'draughts/src/adjudicate.rs',
  gomoku: 'gomoku/src/adjudicate.rs',
  reversi: 'reversi/src/adjudicate.rs',
  hall: 'hall/src/end.rs',
}

/** The words that a function of a file can give: `Self::Material => "material"`, by `fn word`. */
function wordsOf(file: string): string[] {
  const text = readFileSync(`${crates}/${file}`, 'utf8')
  const begins = /\n( *)(?:pub(?:\(crate\))? )?(?:const )?fn word\(/.exec(text)!
  const from = text.slice(begins.index + 1)
  const body = from.slice(0, from.indexOf(`\n${begins[1]}}`))
  return [...body.matchAll(/=> "([a-z-]+)"/g)].map((found) => found[1]!).sort()
}

const piece = (side: Side) => ({ at: 'a1', file: 0, rank: 0, side, kind: 'man' }) as Piece

/** The ends of a variant: with a winner and in a draw; the winner's pieces alone are left, or both sides have some. */
function endsOf(variant: string): { end: End; pieces: Piece[] }[] {
  const own = reasons[gameOf(variant).id]!
  const end = (reason: string, winner: Side | null) =>
    ({
      outcome: winner ? '1-0' : '½-½',
      winner,
      reason,
      evidence: '',
      squares: [],
    }) as unknown as End
  const both = [piece('first'), piece('second')]
  return [
    ...(['first', 'second'] as const).flatMap((side) =>
      [...own.won, ...common.won].flatMap((reason) => [
        { end: end(reason, side), pieces: both },
        { end: end(reason, side), pieces: [piece(side)] },
      ]),
    ),
    ...[...own.drawn, ...common.drawn].map((reason) => ({ end: end(reason, null), pieces: both })),
  ]
}

const variants = () => [
  ...games().flatMap((game) => game.known),
  ...['losing', 'breakthrough', 'frisian', 'turkish', 'canadian'].map((id) => `draughts-${id}`),
]

describe('the end of a game in words', () => {
  it('is read for every reason that the rules and the hall can give', () => {
    expect(Object.keys(sources)).toEqual([...games().map((game) => game.id), 'hall'])
    for (const [id, file] of Object.entries(sources)) {
      const { won, drawn } = reasons[id] ?? { won: [], drawn: [] }
      const given = wordsOf(file)
      expect(given.length, file).toBeGreaterThan(2)
      const read =
        id === 'hall'
          ? [...new Set([...common.won, ...common.drawn])]
          : [...won, ...drawn, 'repetition']
      for (const word of given) expect(read, `${id}: ${word}`).toContain(word)
      // And nothing is read that cannot happen.
      const can = id === 'hall' ? ['repetition', ...given] : [...given, 'repetition']
      for (const word of read) expect(can, `${id}: ${word}`).toContain(word)
    }
  })

  it('has a sentence and a label for every pair of an end and a game, in every language', () => {
    for (const code of ['en', 'zh-Hans', 'zh-Hant'])
      for (const variant of variants())
        for (const { end, pieces } of endsOf(variant)) {
          const m = messagesIn(code)
          const { head } = sayEnd(m, end, variant, pieces)
          const label = reasonLabel(m, variant, end, pieces)
          const what = `${code} ${variant} ${end.reason} ${end.winner}: ${head} / ${label}`
          expect(label, what).not.toBe(end.reason)
          expect(head, what).not.toContain('(')
          expect(endTitle(m, end, variant, null), what).not.toBe('')
          if (code === 'en') {
            const right = end.winner
              ? /^(Red|Black|White) wins( (by|on|with|because) [a-z].*|: [a-z].*)\.$/
              : /^Draw( (by|because) [a-z].*|: [a-z].*)\.$/
            expect(head, what).toMatch(right)
            // A reason that is a sentence of its own follows a colon.
            expect(head, what).not.toMatch(/wins (the|all|neither|no|only|both) /)
          } else {
            expect(head, what).toMatch(end.winner ? /^[红黑白紅]方[胜勝]：.+。$/ : /^和棋：.+。$/)
            expect(head + label, what).not.toMatch(/[A-Za-z]/)
          }
        }
  })

  it('tells pieces that were all taken from pieces that cannot move', () => {
    const m = messagesIn('en')
    const end = {
      outcome: '1-0',
      winner: 'first',
      reason: 'no-moves',
      evidence: '',
    } as unknown as End
    const label = (variant: string, ...sides: Side[]) =>
      reasonLabel(m, variant, end, sides.map(piece))
    expect(label('draughts', 'first')).toBe('All pieces taken')
    expect(label('draughts', 'first', 'second')).toBe('No moves')
    expect(label('draughts-losing', 'second')).toBe('No pieces left')
    expect(label('draughts-losing', 'first', 'second')).toBe('Cannot move')
  })
})
