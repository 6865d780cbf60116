import { describe, expect, it } from 'vitest'
import { candidatesFrom, click, movesOf, narrowed, targetsOf, trailOf } from './ways'
import type { BoardMove } from '../types'

const move = (text: string, from: string, to: string, ways: string[][], captures: string[]) =>
  ({
    text,
    from,
    to,
    path: ways[0] ?? [],
    ways: ways.length > 1 ? ways : [],
    captures,
  }) as BoardMove

/** Two captures with the same ends, a capture with another end, and a piece with a single move. */
const moves = [
  move(
    '47x36',
    '47',
    '36',
    [
      ['24', '13'],
      ['24', '9', '13'],
    ],
    ['38', '20', '9'],
  ),
  move('47x36b', '47', '36', [['33', '22']], ['38', '27', '31']),
  move('47x15', '47', '15', [['24']], ['38', '20', '10']),
  move('32x21', '32', '21', [[]], ['27']),
]
const from47 = candidatesFrom(moves, '47')

describe('ways', () => {
  it('lists every way of every move', () => {
    expect(from47).toHaveLength(4)
    expect(candidatesFrom(moves, '32')).toEqual([{ move: moves[3], way: [] }])
    expect(candidatesFrom(moves, null)).toEqual([])
  })

  it('plays what one click can only mean', () => {
    expect(click(from47, [], '15')).toMatchObject({ kind: 'play', candidate: { move: moves[2] } })
    expect(click(from47, [], '22')).toMatchObject({ kind: 'play', candidate: { move: moves[1] } })
    expect(click(from47, [], '31')).toMatchObject({ kind: 'play', candidate: { move: moves[1] } })
    expect(click(from47, [], '50')).toEqual({ kind: 'none' })
  })

  it('asks where two share their ends, and a way point decides', () => {
    expect(click(from47, [], '36')).toEqual({ kind: 'ask', clicked: ['36'] })
    expect(movesOf(narrowed(from47, ['36'])).map((m) => m.text)).toEqual(['47x36', '47x36b'])
    expect(click(from47, ['36'], '36')).toEqual({ kind: 'ask', clicked: ['36'] })
    const decided = click(from47, ['36'], '9')
    expect(decided).toMatchObject({ kind: 'play', candidate: { way: ['24', '13'] } })
    expect(click(from47, ['24'], '13')).toMatchObject({
      kind: 'play',
      candidate: { move: moves[0] },
    })
  })

  it('plays, clicked again, the one that ends where others pass', () => {
    const through = candidatesFrom(
      [move('a', '1', '10', [[]], ['5']), move('b', '1', '19', [['10']], ['5', '14'])],
      '1',
    )
    expect(click(through, [], '10')).toEqual({ kind: 'ask', clicked: ['10'] })
    expect(click(through, ['10'], '10')).toMatchObject({ candidate: { move: { text: 'a' } } })
    expect(click(through, ['10'], '19')).toMatchObject({ candidate: { move: { text: 'b' } } })
  })

  it('offers ends and, where there is a choice, way points', () => {
    expect(
      targetsOf(from47, [])
        .filter((t) => !t.way)
        .map((t) => t.at),
    ).toEqual(['36', '15'])
    expect(
      targetsOf(from47, [])
        .filter((t) => t.way)
        .map((t) => t.at)
        .sort(),
    ).toEqual(['13', '22', '24', '33', '9'].sort())
    expect(targetsOf(candidatesFrom(moves, '32'), [])).toEqual([
      { at: '21', capture: false, way: false },
    ])
    const chess = move('h2h9', 'h2', 'h9', [], ['h9'])
    expect(targetsOf(candidatesFrom([chess], 'h2'), [])[0]).toMatchObject({ capture: true })
  })

  it('draws the path of captures only', () => {
    expect(trailOf(moves[2]!, moves[2]!.captures!)).toEqual(['47', '24', '15'])
    expect(trailOf(move('a', '1', '6', [[]], []), [])).toEqual([])
  })
})
