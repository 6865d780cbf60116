// The view of a game: the banner of the end, pieces under the mouse, keys and tooltips, and the
// questions beside the board.

import {
  assert,
  board,
  doubleCannon,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  people,
  phone,
  point,
  spoken,
  startHall,
  test,
} from '../hall.mjs'

const banner = (page) => page.getByRole('region', { name: 'The game is over' })

/** Plays the double cannon from the ply before the last. */
async function mate(hall, page) {
  await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
  const last = doubleCannon.at(-1)
  await point(page, last.slice(0, 2)).click()
  await point(page, last.slice(2)).click()
  await banner(page).waitFor()
}

test('end: a banner on the board, announced once, without a hold on the focus', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mate(hall, page)
  await banner(page).getByText('Red wins').waitFor()
  await banner(page).getByText('Checkmate · 4 moves').waitFor()
  await hear(page, /Red wins by checkmate/)
  assert.equal((await spoken(page).textContent()).match(/Red wins/g).length, 1)
  assert.equal(await banner(page).locator('[aria-live], [role=status], [role=alert]').count(), 0)
  // The focus stays in place, and can move freely.
  assert.equal(await page.evaluate(() => document.activeElement.closest('section')), null)
  // The banner covers neither the last move nor the king in check.
  const box = await banner(page).boundingBox()
  for (const at of ['e4', 'e9']) {
    const square = await point(page, at).boundingBox()
    const y = square.y + square.height / 2
    assert.ok(y < box.y || y > box.y + box.height, `the banner hides ${at}`)
  }
  // Each next action is offered once.
  for (const name of ['Review', 'Rematch', 'New game']) {
    assert.equal(await page.locator('main').getByRole('button', { name, exact: true }).count(), 1)
  }
  await banner(page).getByRole('button', { name: 'Close' }).click()
  await banner(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Rematch' }).click()
  await moveCount(page, 0)
})

test('end: Replay opens the game at its first move, and the focus is on the way on', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mate(hall, page)
  await banner(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Looking back: move 1 of 4 (Red)').waitFor()
  await named(page, /^e2 red cannon, last move/)
  const next = page.getByRole('button', { name: 'Next move' })
  assert.ok(await next.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  await page.getByText('Looking back: move 1 of 4 (Black)').waitFor()
  // A finished game that is opened later has no banner, but the same next actions.
  await page.reload()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
  await page.getByRole('button', { name: 'Review' }).waitFor()
  assert.equal(await banner(page).count(), 0)
})

test('end: one who plays a machine is told whether they won', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { locale: 'zh-CN' })
  const machine = { kind: 'machine', level: 1 }
  await openGame(hall, page, { players: [people[0], machine], moves: ['h2e2', 'h9g7'] })
  await page.getByRole('button', { name: '认输' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '认输' }).click()
  await page.getByRole('region', { name: '对局结束' }).getByText('你输了').waitFor()
})

test('hover: pieces that can move answer the mouse, others do not', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  const cursor = () => page.locator('.stage').evaluate((stage) => getComputedStyle(stage).cursor)
  const over = async (at) => {
    await point(page, at).hover()
    return [await cursor(), await page.locator('.piece.answers').count()]
  }
  assert.deepEqual(await over('h2'), ['pointer', 1])
  assert.deepEqual(await over('h7'), ['auto', 0])
  assert.deepEqual(await over('e4'), ['auto', 0])
  await point(page, 'h2').click()
  assert.deepEqual(await over('e2'), ['pointer', 0])
  // A target with a piece to capture reacts as a target.
  assert.deepEqual(await over('h9'), ['pointer', 0])
})

test('keys: every control says its key, the keys act, and a list names them', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
  const bare = await page.$$eval('.actions button, .browse button', (all) =>
    all.filter((button) => !button.title).map((button) => button.textContent.trim()),
  )
  assert.deepEqual(bare, [], 'controls without a tooltip')
  for (const [name, key] of [
    ['Take back', 'U'],
    ['Hint', 'I'],
    ['Flip', 'F'],
    ['Previous move', '['],
  ]) {
    const title = await page.getByRole('button', { name, exact: true }).getAttribute('title')
    assert.ok(title.endsWith(`(${key})`), `${name}: ${title}`)
  }
  // The key also works while the focus is on the board, where other letters jump to pieces.
  await point(page, 'e0').focus()
  const [low] = [await point(page, 'e0').boundingBox()]
  await page.keyboard.press('f')
  await page.waitForFunction(
    (y) => document.querySelector('[data-at=e0]').getBoundingClientRect().y < y,
    low.y - 100,
  )
  await page.keyboard.press('u')
  await moveCount(page, 1)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Take back', { exact: true }).waitFor()
  await keys.getByText('to the next cannon').waitFor()
  // Users of speech input can switch single-letter keys off.
  await keys.getByRole('switch', { name: /Letter keys/ }).click()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  await page.keyboard.press('[')
  await page.getByText('Looking back: the start position').waitFor()
  assert.equal(await keys.count(), 0)
  await moveCount(page, 1)
})

test('panel: nothing is left blank where nothing is thought, and the moves have the place', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, {
    players: [people[0], { kind: 'machine', level: 1 }],
    moves: ['h2e2', 'h9g7'],
  })
  const heights = await page.$$eval('.voice > *', (all) => all.map((e) => e.textContent.trim()))
  assert.ok(!heights.includes(''), 'a box without words')
  const [list, panel, place] = await Promise.all(
    ['.record', '.panel', '.stage'].map((name) => page.locator(name).boundingBox()),
  )
  assert.ok(list.height > 0.65 * panel.height, `${list.height} of ${panel.height}`)
  // The board fills the height of the window.
  assert.ok(place.height > 800, `the board is ${place.height} px high of 900`)
})

test('phone: two rows of moves and the arrows are on the screen', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { moves: doubleCannon.slice(0, 6) })
  const bar = await page.locator('.actions').boundingBox()
  const rows = await page.$$eval(
    '.line',
    (all, low) => all.filter((e) => e.getBoundingClientRect().bottom <= low + 1).length,
    bar.y,
  )
  assert.ok(rows >= 2, `${rows} rows of moves above the bar`)
  // The shown move is visible in the list, also in a long game.
  const now = await page.locator('[data-ply][aria-current]').boundingBox()
  assert.ok(now.y + now.height <= bar.y + 1, 'the last move is behind the bar')
  for (const name of ['First position', 'Previous move', 'Next move', 'Last move']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box.y + box.height <= bar.y, `${name} is behind the bar`)
    assert.ok(box.height >= 40 && box.width >= 44, `${name}: ${box.width}×${box.height}`)
  }
  await page.getByRole('button', { name: 'Previous move' }).tap()
  await page.getByRole('button', { name: 'Go on from here' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0)
})

for (const [width, height] of [
  [390, 844],
  [320, 568],
  [844, 390],
  [1024, 600],
  [1440, 900],
]) {
  test(`which capture: the question stands beside the board at ${width}×${height}`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport: { width, height } })
    await openGame(hall, page, {
      variant: 'draughts-english',
      position: 'W:W31:B1,18,19,26,27',
    })
    await point(page, '31').click()
    await point(page, '15').click()
    const box = await page.getByRole('group', { name: 'Which capture?' }).boundingBox()
    const place = await board(page).boundingBox()
    const apart = box.y >= place.y + place.height || box.x >= place.x + place.width
    assert.ok(apart, `${JSON.stringify(box)} covers ${JSON.stringify(place)}`)
    assert.ok(box.x >= 0 && box.x + box.width <= width, 'the question is on the screen')
    assert.ok(box.y + box.height <= height, 'the question is on the screen')
    await page.getByRole('button', { name: /takes .*26/ }).click()
    await moveCount(page, 1)
  })
}

for (const variant of ['xiangqi', 'draughts', 'gomoku']) {
  test(`${variant}: both players are above the actions at 320×480`, async ({ t }) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport: { width: 320, height: 480 }, hasTouch: true })
    const names = ['Ada', 'Bo'].map((name) => ({ kind: 'person', name }))
    const clock = { kind: 'increment', base_ms: 300_000, increment_ms: 0 }
    await openGame(hall, page, { variant, players: names, clock })
    const bar = await page.locator('.actions').boundingBox()
    for (const player of await page.locator('.seat .player').all()) {
      const box = await player.boundingBox()
      assert.ok(box.y >= 0 && box.y + box.height <= bar.y, `${JSON.stringify(box)} at ${bar.y}`)
    }
    for (const button of await page.locator('.actions button').all())
      assert.ok((await button.boundingBox()).height >= 44)
  })
}

test('targets: sliders and options are 44 px high', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  for (const screen of ['new', 'settings']) {
    await page.goto(`${hall.url}/#/${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('slider').first().waitFor()
    const low = await page.$$eval(
      'main input[type=range], main label:has(input[type=radio])',
      (all) =>
        all
          .filter((e) => e.offsetParent)
          .map((e) => [e.textContent.trim(), e.getBoundingClientRect().height])
          .filter(([, height]) => height < 43.5),
    )
    assert.deepEqual(low, [], `targets lower than 44 px in ${screen}`)
  }
})
