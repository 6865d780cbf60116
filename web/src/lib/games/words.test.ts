import { describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { pickIn } from '../i18n/index.svelte'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { words as zhHant } from '../i18n/zh-Hant'
import { games } from './registry'

describe('sentences of every game', () => {
  it('say why a move is refused in every language', () => {
    for (const { id, words } of games()) {
      const english = pickIn(en, words).why ?? {}
      for (const language of [zhHans, zhHant]) {
        const own = pickIn(language, words).why ?? {}
        expect(Object.keys(own), id).toEqual(Object.keys(english))
        for (const [code, say] of Object.entries(own)) {
          expect(say('X', [3, 2]), `${id} ${code}`).not.toMatch(/undefined|[a-z]/)
        }
      }
      for (const [code, say] of Object.entries(english)) {
        expect(say('X', [3, 2]), `${id} ${code}`).toMatch(/^[A-Z][^\n]*\.$/)
      }
    }
  })

  it('say what is counted until a draw in every language', () => {
    for (const { id, words } of games()) {
      const english = Object.keys(pickIn(en, words).limits ?? {})
      for (const language of [zhHans, zhHant]) {
        expect(Object.keys(pickIn(language, words).limits ?? {}), id).toEqual(english)
      }
    }
  })
})
