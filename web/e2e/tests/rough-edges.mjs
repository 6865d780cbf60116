// What was found when the points of the issue on rough edges were walked through once more by hand.

import {
  assert,
  board,
  doubleCannon,
  openGame,
  openPage,
  phone,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { openMock } from '../study-mock.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8'.split(' ')

test('phone: an offered draw leaves the last move and the arrows in view', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { moves })
  await page.getByRole('button', { name: 'Draw' }).tap()
  await page.getByRole('button', { name: 'Decline' }).waitFor()
  const bar = await page.locator('.actions').boundingBox()
  const list = await page.getByRole('group', { name: 'Moves of the game' }).boundingBox()
  const now = page.getByRole('button', { name: /^C9-1,/ })
  const box = await now.boundingBox()
  assert.ok(box.y >= list.y - 1, 'the last move is above its list')
  assert.ok(box.y + box.height <= bar.y + 1, 'the last move is behind the bar')
  const previous = await page.getByRole('button', { name: 'Previous move' }).boundingBox()
  assert.ok(previous.y + previous.height <= bar.y + 1, 'the arrows are behind the bar')
  for (const name of ['Accept', 'Decline'])
    assert.ok((await page.getByRole('button', { name }).boundingBox()).height >= 44, name)
})

test('phone: a check leaves the last move in view', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { moves: ['h2e2', 'd9e8', 'e2e6'] })
  await page.getByText('and gives check').waitFor()
  const bar = await page.locator('.actions').boundingBox()
  const box = await page.getByRole('button', { name: /^C5\+4,/ }).boundingBox()
  assert.ok(box.y + box.height <= bar.y + 1, 'the last move is behind the bar')
})

test('end: held sideways the banner has one row of buttons, so that the end is in view', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: { width: 844, height: 390 } })
  await openGame(hall, page, { moves: doubleCannon.slice(0, 6) })
  await point(page, 'b4').click()
  await point(page, 'e4').click()
  const banner = page.getByRole('region', { name: 'The game is over' })
  await banner.waitFor()
  const buttons = await banner.getByRole('button', { name: /Review|Rematch|New game/ }).all()
  assert.equal(buttons.length, 3)
  const tops = await Promise.all(buttons.map(async (each) => (await each.boundingBox()).y))
  assert.ok(Math.max(...tops) - Math.min(...tops) < 2, `rows at ${tops}`)
  // The last move ends where it can be seen.
  const box = await banner.boundingBox()
  const to = await point(page, 'e4').boundingBox()
  assert.ok(to.y > box.y + box.height || to.y + to.height < box.y, 'the banner covers the end')
})

test('study: no line of the worth in words ends or begins with its point', async ({ t }) => {
  const hall = await startHall(t)
  for (const viewport of [phone, { width: 844, height: 390 }, { width: 1440, height: 900 }]) {
    const page = await openPage(t, { viewport })
    await openMock(hall, page, { variant: 'xiangqi', moves: moves.slice(0, 6) })
    await page.getByRole('switch', { name: 'Analysis' }).check({ force: true })
    const machine = page.getByRole('region', { name: 'Analysis' })
    await machine
      .getByText(/Red wins\s\d+\s%/)
      .first()
      .waitFor()
    const split = await machine.evaluate((root) => {
      const worth = root.querySelector('.summary')
      const parts = [...worth.children].map((part) => part.getClientRects().length)
      return { parts, text: worth.textContent }
    })
    assert.deepEqual(split.parts, [1, 1], `a part is split: ${split.text}`)
    assert.ok(!split.text.includes('·'), split.text)
    await page.context().close()
  }
})

test('new game: the level is that of the chosen game, not of the last one', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  const level = page.getByRole('slider', { name: 'Level' })
  const shows = async (game, value) => {
    await pick(page, game)
    assert.equal(await level.inputValue(), value, game)
  }
  await level.fill('8')
  await shows('Draughts', '2')
  await shows('Xiangqi', '8')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await page.goto(`${hall.url}/#/new`)
  await shows('Gomoku', '2')
  await level.fill('5')
  await shows('Xiangqi', '8')
  await shows('Gomoku', '5')
})
