// A game's code is in its own folder and in one line of the registry; nowhere else.

import { describe, expect, it } from 'vitest'
import { games } from './registry'

const texts = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '/src/**/*.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Files that may name games: the folders of the games, the registry, tests, and generated files. */
const mayName = (path: string) =>
  /^\/src\/lib\/games\/[^/]+\//.test(path) ||
  path === '/src/lib/games/index.ts' ||
  path === '/src/lib/wire.ts' ||
  path.startsWith('/src/test/') ||
  path.endsWith('.test.ts')

const withoutComments = (text: string) =>
  text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')

/** The words that only games may use: families, well-known variants, kinds of pieces. */
const words = [
  ...new Set(
    games().flatMap((game) => [
      game.id,
      ...game.known,
      ...Object.values(game.look.keys),
      ...(game.dropped ? [game.dropped] : []),
    ]),
  ),
]

describe('the border of the games', () => {
  it('knows what to look for', () => {
    expect(words).toEqual(expect.arrayContaining(['xiangqi', 'draughts', 'gomoku', 'cannon']))
    expect(Object.keys(texts).filter((path) => !mayName(path)).length).toBeGreaterThan(60)
  })

  it('no file outside a game names a game, its variants or its pieces', () => {
    // A word of more than 5 letters also counts as a part of a name, as in `XiangqiBoard`.
    const found = words.map((word) =>
      word.length > 5 ? new RegExp(word, 'i') : new RegExp(`\\b${word}\\b`, 'i'),
    )
    const named = Object.entries(texts)
      .filter(([path]) => !mayName(path))
      .flatMap(([path, text]) =>
        withoutComments(text)
          .split('\n')
          .filter((line) => found.some((word) => word.test(line)))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(named).toEqual([])
  })

  it('no game looks into another', () => {
    const peeks = Object.entries(texts).flatMap(([path, text]) => {
      const own = /^\/src\/lib\/games\/([^/]+)\//.exec(path)?.[1]
      return own
        ? games()
            .filter((game) => game.id !== own && text.includes(`'../${game.id}`))
            .map((game) => `${path}: ${game.id}`)
        : []
    })
    expect(peeks).toEqual([])
  })
})
