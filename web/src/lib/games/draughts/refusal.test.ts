import { describe, expect, it } from 'vitest'
import '../../../test/fixtures'
import { emptyBoard } from '../../board/boards'
import type { Board, BoardMove } from '../../types'
import { refusalOf } from './refusal'

const move: BoardMove = {
  text: '47x15',
  from: '47',
  to: '15',
  path: ['24'],
  ways: [],
  captures: ['38', '20', '10'],
}

describe('refusals', () => {
  it('says why a piece may not go there', () => {
    const board: Board = {
      ...emptyBoard('draughts'),
      moves: [move],
      refused: [{ from: '32', to: '21', captures: ['27'], reason: 'takes-fewer', most: 3 }],
    }
    expect(refusalOf(board, '32', '21')).toMatchObject({ reason: 'takes-fewer', takes: 1, most: 3 })
    expect(refusalOf(board, '32', null)).toMatchObject({ reason: 'takes-fewer' })
    expect(refusalOf(board, '32', '28')).toMatchObject({ reason: 'quiet', must: ['47'] })
    expect(refusalOf({ ...board, moves: [] }, '32', '28')).toBeNull()
  })
})
