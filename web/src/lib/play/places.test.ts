// The names of points in each notation: on the board, in sentences and in faults.

import { describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { emptyBoard, startBoard } from '../board/boards'
import { boardGeometry } from '../board/look'
import { gameOf } from '../games/registry'
import { wordsOf } from '../i18n/index.svelte'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { placeText, sayFault, sayMove, speakMove } from './say'

describe('points in the chosen notation', () => {
  it('are columns and rows from 0 on a board of stones with that notation', () => {
    const board = emptyBoard('gomoku')
    const { look } = gameOf('gomoku')
    expect(placeText(en, 'gomoku', board, 'h8', 'gomocup')).toBe('7,7')
    expect(placeText(en, 'gomoku', board, 'h8', 'engine')).toBe('h8')
    const stones = game({ variant: 'gomoku' })
    const move = played(1, 'h8', 'stone', { from: null, to: 'h8', time_ms: 0 })
    expect(sayMove(en, stones, move, 'gomocup').body).toContain('7,7')
    expect(speakMove(zhHans, stones, move, 'gomocup')).toContain('7,7')
    const labels = look.labels('gomocup')
    const g = boardGeometry(gameOf('gomoku'), board, { coordinates: true }, 'gomocup')
    const around = look.scenery(g, false, labels, 1).coordinates.map(({ text }) => text)
    expect(around).toContain('0')
    expect(around).toContain('14')
    expect(around.join('')).not.toMatch(/[A-Z]|15/)
  })

  it('are capitals in reversi where the moves are', () => {
    const board = startBoard('reversi')
    const { look } = gameOf('reversi')
    expect(placeText(en, 'reversi', board, 'd3', 'ggf')).toBe('D3')
    expect(placeText(en, 'reversi', board, 'd3', 'engine')).toBe('d3')
    const g = boardGeometry(gameOf('reversi'), board, { coordinates: true }, 'ggf')
    const text = (notation: string) =>
      look.scenery(g, false, look.labels(notation), 1).coordinates.map((label) => label.text)
    expect(text('ggf')).toContain('D')
    expect(text('engine')).toContain('d')
  })

  it('are files, as their side counts them, where points have no names', () => {
    const board = startBoard('xiangqi')
    const at = (m: typeof en, square: string, notation: string, side?: 'second') =>
      placeText(m, 'xiangqi', board, square, notation, side)
    expect(at(en, 'h2', 'wxf')).toBe('file 2')
    expect(at(en, 'h7', 'wxf')).toBe('file 8')
    expect(at(zhHans as typeof en, 'h2', 'chinese-simplified')).toBe('二路')
    expect(at(zhHans as typeof en, 'h7', 'chinese-simplified')).toBe('8 路')
    expect(at(en, 'e4', 'wxf', 'second')).toBe('file 5')
    expect(at(en, 'h2', 'engine')).toBe('h2')
  })

  it('stand in the faults of a position', () => {
    const board = startBoard('xiangqi')
    const fault = {
      code: 'advisor-misplaced',
      squares: ['h2'],
      message: 'Red\u2019s advisor on h2 can never get there',
      piece: { side: 'first' as const, kind: 'advisor' },
    }
    const name = (notation: string, m: typeof en) => (at: string) =>
      placeText(m, 'xiangqi', board, at, notation, fault.piece.side)
    const words = wordsOf(gameOf('xiangqi'))
    expect(sayFault(en, words, fault, name('wxf', en))).toBe(
      'Red\u2019s advisor on file 2 can never get there.',
    )
    expect(sayFault(en, words, fault, name('engine', en))).toBe(
      'Red\u2019s advisor on h2 can never get there.',
    )
    const chinese = zhHans as typeof en
    expect(sayFault(chinese, words, fault, name('chinese', chinese))).toContain('（二路）')
  })
})
