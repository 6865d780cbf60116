// Wide and low windows: a phone held sideways, a small laptop. What is needed is on the screen.

import { assert, board, moveCount, openGame, openPage, point, startHall, test } from '../hall.mjs'

const sideways = { width: 844, height: 390 }
const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7']

/** Whether a box is on the screen as a whole. */
function inside(box, { width, height }, what) {
  const is =
    box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1
  assert.ok(is, `${what} is off the screen: ${JSON.stringify(box)}`)
}

/** Whether two boxes have no common point. */
const apart = (a, b) =>
  a.x + a.width <= b.x + 1 ||
  b.x + b.width <= a.x + 1 ||
  a.y + a.height <= b.y + 1 ||
  b.y + b.height <= a.y + 1

test('low: two rows of moves, a refusal, an offer and the whole menu are on the screen', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: sideways })
  await openGame(hall, page, { moves })
  const bar = await page.locator('.actions').boundingBox()
  const tabs = await page.getByRole('tablist').boundingBox()
  const rows = await page.$$eval(
    '.line',
    (all, [top, bottom]) =>
      all.filter((e) => {
        const box = e.getBoundingClientRect()
        return box.top >= top - 1 && box.bottom <= bottom + 1
      }).length,
    [tabs.y + tabs.height, bar.y],
  )
  assert.ok(rows >= 2, `${rows} rows of moves`)
  // The horse's leg is blocked.
  await point(page, 'b0').click()
  await point(page, 'd1').click()
  const why = page.locator('.notice', { hasText: 'leg' })
  await why.waitFor()
  const text = await why.boundingBox()
  assert.ok(text.y + text.height <= bar.y + 1, 'the refusal is behind the bar')
  await page.getByRole('button', { name: 'Draw' }).click()
  for (const name of ['Accept', 'Decline']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    assert.ok(box.y + box.height <= bar.y + 1, `${name} is behind the bar`)
  }
  await page.getByRole('button', { name: 'More' }).click()
  inside(await page.getByRole('menu').boundingBox(), sideways, 'the menu')
  for (const item of await page.getByRole('menuitem').all()) {
    inside(await item.boundingBox(), sideways, await item.textContent())
  }
})

test('low: the question of an opening leaves the board free', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: sideways })
  await openGame(hall, page, { variant: 'gomoku', opening: 'swap2' })
  for (const [i, at] of ['h8', 'i9', 'g7'].entries()) {
    await point(page, at).click()
    await moveCount(page, i + 1)
  }
  const box = page.getByTestId('opening')
  await box.getByRole('button').nth(2).waitFor()
  assert.ok(apart(await box.boundingBox(), await board(page).boundingBox()), 'it covers the board')
  for (const name of [/^Take Black/, /^Stay White/, /^Put two more/]) {
    inside(await box.getByRole('button', { name }).boundingBox(), sideways, String(name))
  }
})

for (const [width, height] of [
  [844, 390],
  [1024, 600],
]) {
  test(`low: a position is set up at ${width}×${height} without scrolling`, async ({ t }) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport: { width, height } })
    await page.goto(`${hall.url}/#/new`)
    await page.getByRole('radio', { name: 'Set up' }).click()
    const boxes = await page.getByRole('group', { name: /^Pieces/ }).all()
    assert.equal(boxes.length, 2)
    const place = await page.getByRole('grid').boundingBox()
    inside(place, { width, height }, 'the board')
    for (const pieces of boxes) {
      const box = await pieces.boundingBox()
      inside(box, { width, height }, 'a box of pieces')
      assert.ok(apart(box, place), 'a box of pieces lies on the board')
    }
    inside(
      await page.getByRole('button', { name: 'Start game' }).boundingBox(),
      { width, height },
      'Start game',
    )
  })
}

test('low: the settings and their preview are side by side', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: sideways })
  await page.goto(`${hall.url}/#/settings`)
  const preview = page.locator('.preview')
  await preview.waitFor()
  const language = await page.getByRole('group', { name: 'Language' }).boundingBox()
  const box = await preview.boundingBox()
  assert.ok(language.x >= box.x + box.width, 'the preview is above the settings')
  assert.ok(box.height <= sideways.height, `the preview is ${box.height} px high`)
})

test('history: no disc glides across the board of reversi', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { reducedMotion: 'no-preference' })
  await openGame(hall, page, {
    variant: 'reversi',
    moves: ['d3', 'c3', 'c4', 'e3', 'f4', 'c5'],
  })
  await page.waitForTimeout(300)
  // From the end to the start and back: many discs are turned at once, in both directions.
  const glided = () => page.locator('.piece.moved').count()
  for (const key of ['Home', 'End', '[', ']']) {
    await page.locator('body').press(key)
    await page.waitForTimeout(60)
    assert.equal(await glided(), 0, `after ${key}`)
  }
})
