// Reversi: a whole game with a pass, by mouse and by keyboard, and the page's messages about it.

import {
  assert,
  ask,
  board,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'

/** A short game: White has no discs left after thirteen plies, and has to pass once before. */
const short = 'c4 e3 f2 c6 e6 f3 g3 f7 g8 g2 h1 pass b7'.split(' ')

const passButton = (page) => page.getByRole('button', { name: 'Pass', exact: true })

/** The squares that are offered now. */
const offered = (page) =>
  board(page)
    .getByRole('button', { name: /legal move/ })
    .evaluateAll((all) => all.map((button) => button.dataset.at).sort())

/** The number of discs of each side on the board, read from the names of its squares. */
const discs = (page) =>
  board(page)
    .getByRole('button')
    .evaluateAll((all) =>
      ['black', 'white'].map(
        (side) => all.filter((b) => b.getAttribute('aria-label').includes(`${side} disc`)).length,
      ),
    )

const tallies = (page) => page.locator('.tally').allTextContents()

test('reversi: a whole game by mouse, with flips, a pass and the count', async ({ t }) => {
  const hall = await startHall(t)
  // With turning discs, which are on by default.
  const page = await openPage(t, { reducedMotion: 'no-preference' })
  const created = await openGame(hall, page, { variant: 'reversi' })
  assert.deepEqual(await offered(page), ['c4', 'd3', 'e6', 'f5'])
  // A square where no disc is enclosed is not a legal move.
  await point(page, 'a1').click()
  await moveCount(page, 0)
  for (const [i, at] of short.entries()) {
    if (at === 'pass') {
      await hear(page, /./)
      await page.getByText('White can put no disc and must pass.').waitFor()
      // The button is on the board.
      const [button, place] = [
        await passButton(page).boundingBox(),
        await page.locator('.stage').boundingBox(),
      ]
      assert.ok(button.x > place.x && button.x + button.width < place.x + place.width)
      assert.ok(button.y > place.y && button.y + button.height < place.y + place.height)
      await passButton(page).click()
      await passButton(page).waitFor({ state: 'detached' })
    } else await point(page, at).click()
    await moveCount(page, i + 1)
    const now = await ask(hall, 'GET', `/api/games/${created.id}`)
    const count = ['first', 'second'].map(
      (side) => now.board.pieces.filter((piece) => piece.side === side).length,
    )
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('.tally')]
          .map((e) => parseInt(e.textContent, 10))
          .sort((a, b) => a - b)
          .join() === wanted,
      [...count].sort((a, b) => a - b).join(),
    )
    assert.deepEqual(await discs(page), count, `after ${at}`)
  }
  await hear(page, /Black wins/)
  await hear(page, /Black 16, White 0/)
  const banner = page.getByRole('region', { name: 'The game is over' })
  await banner.getByText('Black 16, White 0').waitFor()
  assert.deepEqual((await tallies(page)).sort(), ['0 discs', '16 discs'])
  await named(page, /^b7 black disc, last move/)
  // The list shows the pass, and earlier boards can be shown again.
  await page.getByRole('button', { name: /White passes/ }).waitFor()
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await page.getByText('Looking back: move 11 of 13 (').waitFor()
  await named(page, /^h1 black disc, last move/)
})

test('reversi: a whole game by keyboard, with a pass', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'reversi' })
  const here = () => page.evaluate(() => document.activeElement?.dataset.at ?? '')
  await board(page).locator('button[tabindex="0"]').focus()
  for (const [i, at] of short.entries()) {
    if (at === 'pass') {
      await passButton(page).waitFor()
      // The button follows the board in the tab order; after the pass the focus is on the board.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else {
      for (let tries = 0; (await here()) !== at; tries++) {
        if (tries > 30) throw new Error(`no key leads to ${at}`)
        await page.keyboard.press('t')
      }
      await page.keyboard.press('Enter')
    }
    await moveCount(page, i + 1)
    assert.notEqual(await here(), '', `the focus stays on the board after ${at}`)
  }
  await hear(page, /Black wins/)
})

test('reversi: on a phone, upright and sideways, board and pass are on the screen', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { variant: 'reversi', moves: short.slice(0, 11) })
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [320, 480],
  ]) {
    await page.setViewportSize({ width, height })
    const place = await page.locator('.stage').boundingBox()
    assert.ok(place.x >= -1 && place.x + place.width <= width + 1, `${width}: the board is whole`)
    assert.ok(
      place.y >= -1 && place.y + place.height <= height + 1,
      `${height}: the board is whole`,
    )
    const box = await passButton(page).boundingBox()
    assert.ok(box.height >= 44)
    assert.ok(box.x > place.x && box.y > place.y)
    assert.ok(box.x + box.width < place.x + place.width)
    assert.ok(box.y + box.height < place.y + place.height)
  }
  await passButton(page).tap()
  await moveCount(page, 12)
})
