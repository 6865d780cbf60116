// Accessibility: the keyboard alone, every screen size, any player name, and reasons for refusals.

import {
  assert,
  board,
  doubleCannon,
  hear,
  moveCount,
  openGame,
  openPage,
  point,
  startHall,
  test,
} from '../hall.mjs'

/** The square with the keyboard focus. */
const here = (page) => page.evaluate(() => document.activeElement?.dataset.at ?? '')

/** Picks and moves with the keyboard alone: jumps between movable pieces, then between targets. */
async function play(page, from, to) {
  for (const at of [from, to]) {
    for (let i = 0; (await here(page)) !== at; i++) {
      if (i > 60) throw new Error(`no key leads to ${at}`)
      await page.keyboard.press('t')
    }
    await page.keyboard.press('Enter')
  }
}

/** Moves to a square with the arrow keys alone, first along the column, then along the row. */
async function walk(page, to) {
  const [column, row] = await point(page, to).evaluate((button) => {
    const cell = button.parentElement
    const row = cell.parentElement
    return [[...row.children].indexOf(cell), [...row.parentElement.children].indexOf(row)]
  })
  const now = () =>
    page.evaluate(() => {
      const cell = document.activeElement.parentElement
      const row = cell.parentElement
      return [[...row.children].indexOf(cell), [...row.parentElement.children].indexOf(row)]
    })
  for (let i = 0; i < 60; i++) {
    const [x, y] = await now()
    if (y !== row) await page.keyboard.press(y > row ? 'ArrowUp' : 'ArrowDown')
    else if (x !== column) await page.keyboard.press(x > column ? 'ArrowLeft' : 'ArrowRight')
    else return
  }
  throw new Error(`no arrows lead to ${to}`)
}

const focusBoard = (page) => board(page).locator('button[tabindex="0"]').focus()

/** Sizes from the smallest phone up, in portrait and landscape, and enlarged pages. */
const sizes = [
  [320, 480],
  [320, 568],
  [360, 640],
  [390, 844],
  [412, 915],
  [568, 320],
  [600, 900],
  [667, 375],
  [720, 450],
  [744, 1133],
  [768, 1024],
  [810, 1080],
  [820, 1180],
  [844, 390],
  [900, 600],
  [901, 600],
  [932, 430],
  [1024, 600],
  [1280, 720],
  [1440, 900],
]

test('keyboard: a game of Xiangqi to mate', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  await focusBoard(page)
  for (const [i, move] of doubleCannon.entries()) {
    await play(page, move.slice(0, 2), move.slice(2, 4))
    await moveCount(page, i + 1)
  }
  await hear(page, /Red wins by checkmate/)
})

test('keyboard: a game of draughts to its end, by arrows', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'draughts', position: 'W:W31:B5' })
  await focusBoard(page)
  const moves = '31-27 5-10 27-22 10-14 22-18 14-20 18-12 20-25 12-7 25-30 7-1 30-35'
  for (const [i, move] of moves.split(' ').entries()) {
    for (const at of move.split('-')) {
      await walk(page, at)
      await page.keyboard.press('Enter')
    }
    await moveCount(page, i + 1)
  }
  await openGame(hall, page, { variant: 'draughts', position: 'W:W33:B29' })
  await focusBoard(page)
  await walk(page, '33')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  assert.equal(await here(page), '24')
  await page.keyboard.press('Enter')
  await hear(page, /White wins because the opponent has no piece left/)
})

test('keyboard: a game of gomoku to its five', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'gomoku' })
  await focusBoard(page)
  const stones = 'h8 a1 i8 a2 j8 a3 k8 a4 l8'
  for (const [i, at] of stones.split(' ').entries()) {
    await walk(page, at)
    await page.keyboard.press('Enter')
    await moveCount(page, i + 1)
  }
  await hear(page, /Black wins/)
})

for (const variant of ['xiangqi', 'draughts', 'gomoku']) {
  test(`sizes: on every screen the whole board of ${variant} and every action can be reached`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    await openGame(hall, page, { variant })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const size = `${variant} ${width}×${height}`
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `${size}: the page is ${wide} px too wide`)
      const inside = (box) =>
        box.x >= -1 &&
        box.y >= -1 &&
        box.x + box.width <= width + 1 &&
        box.y + box.height <= height + 1
      // Board and actions are visible together, without scrolling.
      const place = await page.locator('.stage').boundingBox()
      for (const name of ['Take back', 'Hint', 'Flip', 'Draw', 'Resign', 'More']) {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox()
        assert.ok(inside(box), `${size}: ${name} is off the screen: ${JSON.stringify(box)}`)
        const apart = box.y >= place.y + place.height - 1 || box.x >= place.x + place.width - 1
        assert.ok(apart, `${size}: ${name} lies on the board`)
        assert.ok(box.height >= 44 || width > 900, `${size}: ${name} is ${box.height} px high`)
      }
      assert.ok(inside(place), `${size}: the board is off the screen: ${JSON.stringify(place)}`)
      assert.ok(place.width >= 200, `${size}: the board is ${place.width} px wide`)
      for (const name of ['Play', 'New game', 'Games', 'Puzzles', 'Learn', 'Settings']) {
        const box = await page
          .getByRole('navigation')
          .getByRole('link', { name, exact: true })
          .boundingBox()
        assert.ok(inside(box), `${size}: ${name} is off the screen`)
      }
    }
  })
}

test('sizes: the history can be gone through on a phone, upright and sideways', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: { width: 320, height: 568 } })
  await openGame(hall, page, { moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'] })
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'First position' }).click()
    await page.getByText('Looking back: the start position').waitFor()
    await page.getByRole('button', { name: 'Last move' }).click()
    await page.getByText('Looking back').waitFor({ state: 'detached' })
  }
})

test('names: forty wide characters push nothing aside', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const name = '棋'.repeat(40)
  await openGame(hall, page, {
    players: [
      { kind: 'person', name },
      { kind: 'person', name: 'W'.repeat(40) },
    ],
    clock: { kind: 'increment', base_ms: 600000, increment_ms: 5000 },
  })
  const overlap = async (size) => {
    const place = await page.locator('.stage').boundingBox()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${size}: ${wide} px too wide`)
    assert.ok(place.x >= -1 && place.x + place.width <= size[0] + 1, `${size}: the board is whole`)
    for (const clock of await page.getByRole('timer').all()) {
      const box = await clock.boundingBox()
      assert.ok(box.x + box.width <= size[0], `${size}: the clock is on the screen`)
    }
  }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
    [320, 568],
  ]) {
    await page.setViewportSize({ width, height })
    await overlap([width, height])
  }
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('heading', { name: new RegExp(name) }).waitFor()
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
})

test('a finished game is opened again only after asking', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
  const last = doubleCannon.at(-1)
  await point(page, last.slice(0, 2)).click()
  await point(page, last.slice(2)).click()
  await hear(page, /Red wins/)
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Go on with a finished game?' })
  await dialog.getByText(/Red wins by checkmate/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await moveCount(page, 7)
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await moveCount(page, 6)
})

test('the focus comes back from a dialog and from the menu', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2'] })
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  for (const name of ['Resign', 'More']) {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole(name === 'More' ? 'menu' : 'dialog').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await focused(), name)
  }
})
