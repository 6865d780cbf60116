import { describe, expect, it } from 'vitest'
import { gameNamed } from '../games/registry'
import { readPrefs } from '../prefs.svelte'
import { chineseOf, fromBrowser, localeOf } from './language'
import { dateText, languages, messagesIn, pickIn } from './index.svelte'

describe('language', () => {
  it('follows the browser', () => {
    expect(fromBrowser(['de-AT', 'en-GB'])).toBe('en')
    expect(fromBrowser(['fr'])).toBe('en')
    for (const tag of ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK']) {
      expect(fromBrowser([tag]), tag).toBe('zh-Hans')
    }
    for (const tag of ['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-hant-TW']) {
      expect(fromBrowser([tag]), tag).toBe('zh-Hant')
    }
    expect(chineseOf(['en-GB', 'zh-TW'])).toBe('zh-Hant')
    expect(chineseOf(['en-GB'])).toBe('zh-Hans')
  })

  it('writes dates as the browser’s own form of the language does', () => {
    expect(localeOf('en', ['de-AT', 'en-GB'])).toBe('en-GB')
    expect(localeOf('zh-Hant', ['zh-CN', 'zh-HK'])).toBe('zh-HK')
    // A language without a translation has no effect on the format of English dates.
    expect(localeOf('en', ['de-AT'])).toBe('en')
    const noon = '2026-03-04T12:00:00'
    expect(dateText(noon, ['en-GB'])).toMatch(/^4 Mar 2026/)
    expect(dateText(noon, ['en-US'])).toMatch(/^Mar 4, 2026/)
  })

  it('brings pieces and notation with it', () => {
    const xiangqi = gameNamed('xiangqi')
    expect(xiangqi.customary('en')).toEqual({ notation: 'wxf', pieces: 'traditional' })
    expect(xiangqi.customary('zh-Hans').pieces).toBe('simplified')
    expect(xiangqi.customary('zh-Hant')).toEqual({ notation: 'chinese', pieces: 'traditional' })
  })

  it('has every language it offers, with the words of every game', () => {
    for (const { code } of languages) {
      const m = messagesIn(code)
      expect(m.code).toBe(code)
      expect(pickIn(m, gameNamed('gomoku').words).name).toMatch(code === 'en' ? /^G/ : /^五子棋/)
    }
    expect(messagesIn('zh-Hant').nav.settings).toBe('設定')
  })
})

describe('Chinese texts', () => {
  const texts = import.meta.glob<string>('../**/zh-*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })

  it('have one word for the machine, and the brand in Chinese', () => {
    expect(Object.keys(texts).length).toBeGreaterThan(50)
    for (const [file, text] of Object.entries(texts)) {
      expect(text.match(/.*(机器|機器|Yiqi).*/)?.[0] ?? '', file).toBe('')
    }
  })
})

describe('preferences', () => {
  it('takes whatever was stored without falling over', () => {
    const usual = readPrefs(null)
    for (const text of ['', '{', '[]', '7', '"x"', '{"games":[],"theme":5,"sound_volume":"x"}']) {
      expect(readPrefs(text), text).toEqual(usual)
    }
    expect(readPrefs('{"sound_volume":99,"board":"slate"}')).toMatchObject({
      sound_volume: 1,
      board: 'slate',
    })
    const games = readPrefs('{"games":{"a":{"pieces":"x","options":{"n":true,"m":{}}}}}').games
    expect(games).toEqual({
      a: { notation: '', pieces: 'x', new_game: null, options: { n: true } },
    })
  })
})
