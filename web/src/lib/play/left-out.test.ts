import { describe, expect, it } from 'vitest'
import { leftOutOf } from './left-out'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { words as zhHant } from '../i18n/zh-Hant'

describe('what a format has no place for', () => {
  it('is read from the header', () => {
    expect(leftOutOf('comments=3, variations=1')).toEqual([
      { code: 'comments', count: 3 },
      { code: 'variations', count: 1 },
    ])
    expect(leftOutOf(null)).toEqual([])
    expect(leftOutOf('x')).toEqual([])
  })

  it('is said in words', () => {
    const some = leftOutOf('comments=3, variations=1, result=1')
    expect(en.export.leftOut(some)).toBe(
      'This format has no place for: 3 comments, 1 variation, the result.',
    )
    expect(zhHans.export.leftOut(some)).toBe('这种格式无处保存：3 条注释、1 个变着、结果。')
    expect(zhHant.export.leftOut(some)).toBe('這種格式無處儲存：3 條註解、1 個變著、結果。')
  })
})
