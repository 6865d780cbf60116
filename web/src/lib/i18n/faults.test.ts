import { describe, expect, it } from 'vitest'
import { isPosition, isWhole } from '../play/opened.svelte'
import { gameNamed } from '../games/registry'
import { pickIn } from './index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'

describe('faults', () => {
  it('are whole sentences in English', () => {
    const message = 'game 2: line 2, column 4: move 2: h8 has a stone already'
    expect(en.fault('bad-move', message, [])).toBe(
      'Game 2: line 2, column 4: move 2: h8 has a stone already.',
    )
    const named = '"xq.pgn" is no text and no RenLib library'
    expect(en.fault('binary', named, [])).toBe(`${named}.`)
    expect(en.fault('x', 'There is none.', [])).toBe('There is none.')
  })

  it('say their place in Chinese, and nothing in English', () => {
    const say = zhHans.fault
    expect(say('bad-move', 'x', [], { game: 2, line: 2, column: 4, ply: 2 })).toBe(
      '第 2 局，第 2 行，第 4 个字符，第 2 着：着法读不懂或不合规则。',
    )
    expect(say('syntax', 'x', [], { column: 7, found: 'x' })).toBe(
      '第 7 个字符：读不懂这段局面文字：“x”。',
    )
    expect(say('syntax', 'x', [], { rank: 0, found: '' })).toContain('横线 0')
    const own = pickIn(zhHans, gameNamed('xiangqi').words).faults
    expect(say('king-missing', 'no king', ['e0'], null, own)).toBe('缺少将（帅）（e0）。')
    const facts = { piece: '红马', numbers: [2] }
    expect(say('too-many', 'x', [], null, own, facts)).toBe('红马过多，最多 2 枚。')
    expect(say('too-many', 'x', [])).toBe('同一种棋子过多。')
    expect(say('other-size', 'x', [], null, own, { piece: '', numbers: [5, 15] })).toBe(
      '局面有 5 行，棋盘有 15 行。',
    )
    expect(say('never-heard-of', 'in English', [])).not.toMatch(/[a-z]/)
    const place = { game: 1, line: 1, column: 30, found: 'TR[hh]' }
    expect(say('left-out-marks', 'x', [], place, own, { piece: '', numbers: [2] })).toBe(
      '第 1 局，第 1 行，第 30 个字符：无处保存，已略去：棋盘上的记号（2 处）：“TR[hh]”。',
    )
    expect(say('left-out-something-new', 'x', [])).toBe('无处保存，已略去：部分内容。')
  })
})

describe('pasted text', () => {
  it('is of a format of its own, or moves of the game that was chosen', () => {
    for (const text of ['(;GM[4])', ' [Red "A"]', 'Piskvorky 20x20', 'W:W31:B20', '9/9/9 w']) {
      expect(isWhole(text), text).toBe(true)
    }
    for (const text of ['h2', 'h2e2 h9g7', '7,7 8,8', '32-28']) {
      expect(isWhole(text), text).toBe(false)
    }
    expect(isPosition('rnbakabnr/9')).toBe(true)
    expect(isPosition('(;PB[a/b])')).toBe(false)
    expect(isPosition('[Red "a/b"]')).toBe(false)
  })
})
