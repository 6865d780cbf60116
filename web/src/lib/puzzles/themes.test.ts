// The names of themes: every word in every language.

import { expect, it } from 'vitest'
import { games } from '../games/registry'
import { themesIn } from './themes'

it('the themes of every game have names', () => {
  for (const { words } of games()) {
    const known = Object.keys(themesIn(words.folder, 'en'))
    expect(known.length).toBeGreaterThan(5)
    for (const code of ['en', 'zh-Hans', 'zh-Hant']) {
      expect(Object.keys(themesIn(words.folder, code))).toEqual(known)
      for (const name of Object.values(themesIn(words.folder, code))) expect(name).not.toBe('')
    }
  }
})
