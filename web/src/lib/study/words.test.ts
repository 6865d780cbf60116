// The words of a study: scores and formatted comments.

import { describe, expect, it } from 'vitest'
import { messagesIn } from '../i18n/index.svelte'
import { blocksOf, spansOf } from './rich'
import { figure, worth } from './score'

describe('words', () => {
  const m = messagesIn('en')

  it('say a score as a figure and in words', () => {
    expect([figure({ cp: 120 }), figure({ cp: -50 }), figure({ mate: -3 })]).toEqual([
      '+1.20',
      '−0.50',
      '#−3',
    ])
    expect(worth(m, 'xiangqi', { cp: 10 })).toBe('Both sides stand about equally')
    expect(worth(m, 'xiangqi', { cp: -400 })).toBe('Black is winning')
    expect(worth(m, 'xiangqi', { mate: 2 })).toBe('Red wins in 2')
    expect(worth(m, 'gomoku', { cp: 10 })).toMatch(/^Both stand/)
    expect(worth(messagesIn('zh-Hans'), 'draughts', { cp: -150 })).toBe('黑方占优')
  })

  it('format comments and leave everything else as text', () => {
    expect(spansOf('a **b** *c* `d` <i>e</i>').map((x) => [x.kind, x.text])).toEqual([
      ['text', 'a '],
      ['bold', 'b'],
      ['text', ' '],
      ['italic', 'c'],
      ['text', ' '],
      ['code', 'd'],
      ['text', ' <i>e</i>'],
    ])
    expect(blocksOf('one\n- two\n\n* three').map((x) => x.kind)).toEqual([
      'paragraph',
      'item',
      'item',
    ])
  })
})
