import { beforeEach, describe, expect, it } from 'vitest'
import { draftsOf, dropDraft, keepDraft, merged, over } from './drafts'

describe('comments that are being written', () => {
  beforeEach(() => sessionStorage.clear())

  it('are found again after a reload, by study and node', () => {
    keepDraft('a', 3, { base: 'x', text: 'xy' })
    keepDraft('b', 4, { base: '', text: 'z' })
    expect(draftsOf('a')).toEqual([[3, { base: 'x', text: 'xy' }]])
    dropDraft('a', 3)
    expect(draftsOf('a')).toEqual([])
    sessionStorage.setItem('yiqi.draft.a.5', 'no JSON')
    expect(draftsOf('a')).toEqual([])
  })

  it('lose nothing when another tab wrote at the same time', () => {
    expect(merged('', 'mine', '')).toBe('mine')
    expect(merged('a', 'a', 'b')).toBe('b')
    expect(merged('a', 'a mine', 'a theirs')).toBe('a theirs\n\nmine')
    expect(merged('a', 'mine', 'theirs')).toBe('theirs\n\nmine')
    expect(merged('a', 'a b', 'a b')).toBe('a b')
  })

  it('are measured in characters, as the hall counts them', () => {
    expect(over('a'.repeat(7), 8)).toBe(-1)
    expect(over('a'.repeat(8), 8)).toBe(0)
    // Each of these is two units of JavaScript, and one character.
    expect(over('🀄'.repeat(8), 8)).toBe(0)
    expect(over('🀄'.repeat(7), 8)).toBe(-1)
    expect(over('🀄'.repeat(11), 8)).toBe(3)
  })
})
