import { expect, test } from 'vitest'
import { en } from './en'
import { actText } from './show'
import { words as zhHans } from './zh-Hans'

test('the acts of moderators are in the language of the page, roles too', () => {
  expect(actText(en, { act: 'role_set', words: 'owner' })).toBe('role: owner')
  expect(actText(zhHans, { act: 'role_set', words: 'owner' })).toBe('身份：馆主')
  expect(actText(zhHans, { act: 'disabled', words: '骂人' })).toBe('停用：骂人')
  expect(actText(zhHans, { act: 'enabled', words: '' })).toBe('恢复')
})
