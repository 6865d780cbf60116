import { describe, expect, it } from 'vitest'
import { messagesIn } from '../i18n/index.svelte'
import { begunBy, lineNumber, numberOf, offsetOf } from './numbering'
import { moveOf, movesText } from './say'

describe('the numbers of moves', () => {
  it('count the moves of both sides as one where pieces move', () => {
    expect([1, 2, 3, 40].map((ply) => numberOf('xiangqi', ply))).toEqual([1, 1, 2, 20])
    expect(numberOf('xiangqi', 1, offsetOf('xiangqi', 'second'))).toBe(1)
    expect(numberOf('xiangqi', 2, offsetOf('xiangqi', 'second'))).toBe(2)
    expect(lineNumber('xiangqi', 19)).toBe(20)
  })
  it('know from the position now who began', () => {
    const fen = '3ak4/4a4/9/9/9/9/9/9/4A4/3AK1R2'
    expect(begunBy('xiangqi', `${fen} w`, 0)).toBe('first')
    expect(begunBy('xiangqi', `${fen} b - - 0 1`, 1)).toBe('first')
    expect(begunBy('xiangqi', `${fen} w`, 1)).toBe('second')
    expect(begunBy('draughts', 'W:W31:B5', 3)).toBe('second')
    expect(begunBy('draughts', 'B:W31:B5', 3)).toBe('first')
    // Two plies of which Black made the first are moves 1 and 2 of the list.
    expect(movesText(messagesIn('en'), 'xiangqi', 2, begunBy('xiangqi', `${fen} b`, 2))).toBe(
      '2 moves',
    )
    expect(begunBy('gomoku', 'anything w', 2)).toBeUndefined()
  })
  it('count every stone and disc', () => {
    expect(numberOf('gomoku', 57)).toBe(57)
    expect([0, 1, 29].map((line) => lineNumber('reversi', line))).toEqual([1, 3, 59])
  })
})

describe('counts of moves in words', () => {
  const m = (code: string) => messagesIn(code)

  it('agree with the numbered list, in every language', () => {
    expect(movesText(m('en'), 'xiangqi', 40)).toBe('20 moves')
    expect(movesText(m('en'), 'xiangqi', 40, 'second')).toBe('21 moves')
    expect(movesText(m('en'), 'draughts', 1)).toBe('1 move')
    expect(movesText(m('en'), 'gomoku', 40)).toBe('40 moves')
    expect(movesText(m('zh-Hans'), 'xiangqi', 40)).toBe('20 回合')
    expect(movesText(m('zh-Hans'), 'reversi', 40)).toBe('40 手')
    expect(movesText(m('zh-Hant'), 'xiangqi', 40)).toBe('20 回合')
  })

  it('name the move to go back to, not a number of plies', () => {
    const title = (code: string, variant: string, ply: number) =>
      m(code).confirm.takeBackTitle(moveOf(m(code), variant, ply))
    expect(title('en', 'xiangqi', 35)).toBe('Go back to Red’s move 18?')
    expect(title('en', 'xiangqi', 36)).toBe('Go back to Black’s move 18?')
    expect(title('en', 'gomoku', 5)).toBe('Go back to move 5?')
    expect(title('en', 'reversi', 0)).toBe('Take back all moves?')
    expect(title('zh-Hans', 'xiangqi', 35)).toBe('回到第 18 回合红方的着法之后？')
    expect(title('zh-Hans', 'gomoku', 5)).toBe('回到第 5 手之后？')
    expect(title('zh-Hant', 'xiangqi', 0)).toBe('收回全部著法？')
    expect(moveOf(m('en'), 'xiangqi', 2, 'second')).toBe('Red’s move 2')
  })

  it('looking back says which of how many', () => {
    const { reviewing } = m('zh-Hans').play
    expect(reviewing(18, 20, '红方', true)).toBe('回看：第 18 回合（红方），共 20 回合')
    expect(reviewing(18, 40, '黑方', false)).toBe('回看：第 18 手（黑方），共 40 手')
  })
})
