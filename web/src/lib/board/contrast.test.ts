// The contrast of marks and numbers on every board, in both themes, computed from the colours of
// the style sheets.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { boardStyles } from './look'

const ofGames = import.meta.glob<string>('/src/lib/games/*/Defs.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Vitest returns empty style sheets, so this one is read from the disk. */
const sheets = { 'app.css': readFileSync('src/app.css', 'utf8'), ...ofGames }

/** The custom properties of a selector, in the order of the sheets. */
const rules = Object.entries(sheets)
  .flatMap(([path, text]) => {
    const css = path.endsWith('.css') ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '')
    const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\(([^)]*)\)/g, '$1')
    return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, body]) =>
      selectors!.split(',').map((selector) => ({
        dark: selector.includes("[data-theme='dark']"),
        classes: [...selector.matchAll(/\.([\w-]+)/g)].map((found) => found[1]!),
        simple: /^\s*(\[[^\]]+\]\s*)?(\.[\w-]+)+\s*$/.test(selector),
        values: [...body!.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})\b/gi)],
      })),
    )
  })
  .filter((rule) => rule.simple && rule.classes.some((name) => name.startsWith('board-')))

/** The colours of a board with these classes, resolved as in the cascade. */
function colours(dark: boolean, ...classes: string[]): Record<string, string> {
  const weight = (rule: (typeof rules)[number]) => rule.classes.length + Number(rule.dark)
  const fitting = rules
    .filter((rule) => (dark || !rule.dark) && rule.classes.every((name) => classes.includes(name)))
    .sort((a, b) => weight(a) - weight(b))
  return Object.fromEntries(
    fitting.flatMap((rule) => rule.values.map(([, name, colour]) => [name!, colour!])),
  )
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = parseInt(colour.slice(i, i + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The kinds of boards, by their classes: points or plain squares, dark squares, felt, stones. */
const kinds: readonly (readonly [classes: string[], grounds: string[]])[] = [
  [[], ['--board-a', '--board-b']],
  [['chequered'], ['--board-dark']],
  [['othello'], ['--board-a', '--board-b']],
  [['goban'], ['--board-a', '--board-b']],
]

const boards = boardStyles.flatMap((style) =>
  [false, true].flatMap((dark) =>
    kinds.map(([classes, grounds]) => ({
      name: `${style} ${dark ? 'dark' : 'light'} ${classes.join()}`,
      c: colours(dark, `board-${style}`, ...classes),
      grounds,
    })),
  ),
)

describe('contrast of marks', () => {
  it('reads the colours of the sheets', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(colours(false, 'board-wood')['--board-a']).toMatch(/^#/)
    const felt = colours(true, 'board-wood', 'othello')['--board-a']
    expect(felt).not.toBe(colours(false, 'board-wood', 'othello')['--board-a'])
    expect(felt).not.toBe(colours(true, 'board-wood')['--board-a'])
  })

  it.each(boards)('is 3:1 or better on the board: $name', ({ c, grounds }) => {
    for (const ground of grounds) {
      for (const mark of ['--mark-red', '--mark-jade']) {
        expect(contrast(c[mark]!, c[ground]!), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  // With 9:1 between a mark and its rim, one of them has 3:1 or better on any background.
  it.each(boards)('is 3:1 or better on any piece, by its rim: $name', ({ c }) => {
    for (const mark of ['--mark-red', '--mark-jade']) {
      expect(contrast(c[mark]!, c['--mark-halo']!), mark).toBeGreaterThanOrEqual(9)
    }
  })

  it.each(boards.filter((b) => b.name.includes('chequered')))(
    'is 4.5:1 or better for the numbers of squares: $name',
    ({ c }) => {
      expect(contrast(c['--board-number']!, c['--board-dark']!)).toBeGreaterThanOrEqual(4.5)
    },
  )
})
