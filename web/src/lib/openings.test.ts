import { readFileSync, readdirSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import '../test/fixtures'
import { games } from './games/registry'
import { openingName } from './openings'

// The tests run in web/.
const crates = `${process.cwd()}/../crates`

/** The codes of the named openings of all games. */
const codes = readdirSync(crates, { recursive: true, encoding: 'utf8' })
  .filter((file) => /-family[/\\]src[/\\]openings([/\\][a-z]+)?\.txt$/.test(file))
  .flatMap((file) => {
    const lines = readFileSync(`${crates}/${file}`, 'utf8').split('\n')
    const found = lines.flatMap((line) => /^([a-z0-9-]+): /.exec(line)?.[1] ?? [])
    return found.map((code) => ({ family: /^([a-z]+)-family/.exec(file)![1]!, code }))
  })

describe('names of openings', () => {
  it('are there for every code in every language', () => {
    expect(codes.length).toBeGreaterThan(90)
    const variants = Object.fromEntries(games().map((game) => [game.id, game]))
    for (const { family, code } of codes) {
      const page = variants[family]!
      expect(page, family).toBeDefined()
      for (const language of ['en', 'zh-Hans', 'zh-Hant'] as const) {
        const name = openingName(family, code, { code: language })
        expect(name, `${family} ${code} ${language}`).not.toBe('')
        if (language !== 'en') expect(name, `${family} ${code}`).toMatch(/^[^A-Za-z]+$/)
      }
    }
  })

  it('are empty without a code or for one that is not known', () => {
    expect(openingName('gomoku', null)).toBe('')
    expect(openingName('gomoku', 'never-heard-of')).toBe('')
  })
})
