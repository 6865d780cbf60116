// The page contains no rules: it reads and writes no positions, replays no games, implements no opening
// protocol, and parses no sentence of the server. All of these come as data.

import { describe, expect, it } from 'vitest'

const texts = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const isCode = (path: string) =>
  !path.endsWith('.test.ts') && !path.startsWith('/src/test/') && path !== '/src/lib/wire.ts'
const code = Object.entries(texts).filter(([path]) => isCode(path))
/** Files of texts: they may have a key for any reason or event. */
const isWords = (path: string) => /\/(en|zh)[\w-]*\.ts$/.test(path)

const lines = (pattern: RegExp, where = (_path: string) => true) =>
  code
    .filter(([path]) => where(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )

describe('the page knows no rules', () => {
  it('looks at all of its code', () => {
    expect(code.length).toBeGreaterThan(100)
    expect(code.some(([path]) => isWords(path))).toBe(true)
  })

  it('has no position as text in it', () => {
    // Ranks of a board between slashes, and the lists of squares in positions of draughts.
    expect(lines(/(?:[1-9a-zA-Z]{1,15}\/){4,}/)).toEqual([])
    expect(lines(/['"`][WB]:[WB]?K?\d/)).toEqual([])
  })

  it('takes no position apart and puts none together', () => {
    expect(
      lines(/split\((['"`/])\\?\/\1?\)|join\(['"`]\/['"`]\)/, (p) => !p.includes('router')),
    ).toEqual([])
    expect(lines(/\b(read|write)(Board|Pieces|Turn|Fen)\b/)).toEqual([])
  })

  it('knows no opening protocol and reads none of its words', () => {
    const protocols = /['"`](swap-?[12]|soosorv|taraguchi|yamaguchi|rif|sakata|tarannikov)\b/
    expect(lines(protocols, (path) => !isWords(path))).toEqual([])
    expect(lines(/declare=|offer=|pick=/)).toEqual([])
    expect(lines(/\.acts\.(filter|find|some|reduce|map|slice)/)).toEqual([])
  })

  it('parses no sentence of the server', () => {
    expect(
      lines(/(evidence|message|zone)\)?\??\.(split|match|replace|startsWith|includes)\b/),
    ).toEqual([])
  })
})
