// The screens that came late (studies, review, archive, positions, lab) and what is measured on each of them.

import { ask, board } from './hall.mjs'

const names = ['棋'.repeat(40), 'W'.repeat(40)].map((name) => ({ kind: 'person', name }))
const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 g3g4 g5g4'.split(' ')

/** A game and a study with long names, and the late screens: name, address, and what makes them ready. */
export async function lateScreens(hall) {
  const game = await ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: names,
    clock: { kind: 'none' },
    moves,
  })
  await ask(hall, 'POST', '/api/archive/tags', {
    games: [game.id],
    add: ['W'.repeat(40)],
    remove: [],
  })
  const study = await ask(hall, 'POST', '/api/studies', { kind: 'game', id: game.id })
  const start = encodeURIComponent(game.start)
  const filters = async (page) => {
    await page.getByRole('button', { name: /More filters/, expanded: false }).click()
    await page
      .locator('.filters')
      .getByRole('combobox', { name: 'Variant' })
      .selectOption('xiangqi')
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  }
  const chosen = async (page) => {
    await page.getByRole('checkbox', { name: /^Select / }).check()
    return page.getByRole('group', { name: '1 game selected' })
  }
  const record = async (page) => {
    await page.getByTestId('sentence').waitFor()
    await page.getByText('Tree as a list').click()
  }
  return [
    ['archive', 'games', (page) => page.locator('li.card').waitFor()],
    ['archive, filters', 'games', filters],
    ['archive, selection', 'games', chosen],
    [
      'archive, tags',
      'games',
      async (page) => (await chosen(page)).getByRole('button', { name: 'Tags…' }).click(),
    ],
    [
      'archive, export',
      'games',
      async (page) => (await chosen(page)).getByRole('button', { name: 'Export…' }).click(),
    ],
    [
      'archive, pattern',
      'games',
      async (page) => {
        await filters(page)
        await page.getByRole('button', { name: 'Draw a position…' }).click()
        await page.getByRole('grid', { name: 'Pattern' }).waitFor()
      },
    ],
    ['position', `position/xiangqi/${start}`, (page) => board(page).waitFor()],
    [
      'picture',
      `position/xiangqi/${start}`,
      async (page) => {
        await page.getByRole('button', { name: 'Picture…' }).click()
        await page.getByRole('dialog').waitFor()
      },
    ],
    ['studies', 'studies', (page) => page.getByRole('listitem').first().waitFor()],
    ['study', `study/${study.id}/6`, (page) => board(page).waitFor()],
    [
      'review',
      `study/${study.id}/6`,
      async (page) => {
        await board(page).waitFor()
        await page.getByRole('tab', { name: 'Review' }).click()
      },
    ],
    ['puzzles', 'puzzles', (page) => board(page).waitFor()],
    ['lab', 'lab?from=start:xiangqi', (page) => board(page).waitFor()],
    ['lab, search', 'lab?from=textbook:norvig&with=alpha-beta&go=1', record],
    ['lab, two searches', 'lab?from=textbook:norvig&with=alpha-beta,minimax&go=1', record],
    [
      'lab, evaluation',
      'lab?tab=evaluation&from=start:xiangqi',
      (page) => page.getByTestId('total').waitFor(),
    ],
    [
      'lab, mind',
      'lab?tab=mind&from=start:xiangqi',
      (page) => page.getByRole('button', { name: 'Let it think' }).waitFor(),
    ],
    [
      'lab, lessons',
      'lab?tab=lessons',
      (page) =>
        page
          .getByRole('link', { name: /^Try it/ })
          .first()
          .waitFor(),
    ],
  ]
}

/** Shows a late screen, fresh. */
export async function show(hall, page, [, address, ready]) {
  await page.goto('about:blank')
  await page.goto(`${hall.url}/#/${address}`)
  await ready(page)
  // Sizes are measured with the page's own fonts.
  await page.evaluate(() => document.fonts.ready.then(() => true))
}

/** The controls of the view that a finger cannot hit well: lower than 44 px, or narrower than in a full row of them on a phone. */
export const smallTargets = (page) =>
  page.evaluate(() => {
    const top = document.querySelector('dialog[open]') ?? document.querySelector('main')
    const all = top.querySelectorAll('button, a, select, input, summary, textarea, [role=treeitem]')
    const small = []
    for (const control of all) {
      // The squares of a board are as large as the board allows.
      if (control.closest('[role=grid]') || !control.checkVisibility({ opacityProperty: false }))
        continue
      // A label belongs to its control; the link of a card covers the card.
      const label = /^(checkbox|radio)$/.test(control.type) && control.closest('label')
      const card = control.matches('h2 a') && control.closest('.card')
      const { width, height } = (label || card || control).getBoundingClientRect()
      if (width === 0 || control.closest('.visually-hidden')) continue
      // A link within a sentence is as high as its line.
      if (control.matches('p a')) continue
      if (width < 36 || height < 43.5)
        small.push(
          `${control.tagName} “${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)}” ${Math.round(width)}×${Math.round(height)}`,
        )
    }
    return small
  })

/** Pixels by which the page is wider than its window. */
export const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
