// Data survives: a reload of the page, a restart of the server, and the user's settings.

import {
  assert,
  board,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

test('reload: the game in its middle is as it was, and goes on', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
  await point(page, 'h0').click()
  await point(page, 'g2').click()
  await moveCount(page, 3)
  await page.reload()
  await moveCount(page, 3)
  await named(page, /^g2 red horse, last move/)
  // The front page leads to the game again.
  await page.goto(hall.url)
  await page.getByRole('region', { name: 'Go on' }).getByRole('link').click()
  await board(page).waitFor()
  await moveCount(page, 3)
  await point(page, 'i9').click()
  await point(page, 'h9').click()
  await moveCount(page, 4)
})

test('server killed and restarted: the page says so, reconnects, and loses no move', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  await openGame(hall, page)
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await moveCount(page, 1)
  await hall.stop('SIGKILL')
  await page.getByRole('alert').getByText('Connection lost').waitFor()
  // A move made while the connection is lost waits and is sent later.
  await point(page, 'h9').click()
  await point(page, 'g7').click()
  await named(page, /^g7 black horse/)
  await moveCount(page, 1)
  await startHall(t, { data: hall.data, port: hall.port })
  await moveCount(page, 2)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await named(page, /^g7 black horse, last move/)
})

test('two pages on one game see each other’s moves', async ({ t }) => {
  const hall = await startHall(t)
  const other = await openPage(t)
  const page = await openPage(t)
  const game = await openGame(hall, page)
  await other.goto(`${hall.url}/#/game/${game.id}`)
  await board(other).waitFor()
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await moveCount(other, 1)
  await hear(other, /Red C2=5: cannon h2 to e2/)
})

test('games: listed, exported, deleted and brought back', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, {
    moves: ['h2e2', 'h9g7'],
    players: [
      { kind: 'person', name: 'Ada' },
      { kind: 'person', name: 'Bo' },
    ],
  })
  await page.getByRole('link', { name: 'Games' }).click()
  await page.getByRole('heading', { name: 'Ada – Bo' }).waitFor()
  await page.getByText('1 move').waitFor()
  await page.getByRole('button', { name: 'Export: Ada – Bo' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('C2=5'))
  const leftOut = page.getByRole('dialog').getByText(/^This format has no place for/)
  assert.equal(await leftOut.count(), 0)
  // The names, the date and the event.
  await pick(page, 'Moves')
  await page.getByText('This format has no place for: 4 tags.').waitFor()
  await pick(page, 'FEN')
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('/9/'))
  assert.equal(await leftOut.count(), 0)
  assert.doesNotMatch(await text.inputValue(), /C2=5/)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Delete: Ada – Bo' }).click()
  await page.getByText('The game was deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Ada – Bo' }).waitFor()
  await page.getByRole('button', { name: 'Delete: Ada – Bo' }).click()
  // Leaving the view carries out the deletion.
  await page.getByRole('link', { name: 'Learn' }).click()
  await page.getByRole('link', { name: 'Games' }).click()
  await page.getByRole('heading', { name: 'No games yet.' }).waitFor()
})

test('settings: applied at once, remembered by this browser and by no other', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/settings`)
  await pick(page, 'Dark')
  await pick(page, 'Slate')
  await pick(page, 'Letters')
  await page.getByRole('combobox', { name: 'Notation' }).selectOption('wxf')
  await page.getByRole('slider', { name: /Wooden sounds/ }).fill('25')
  await pick(page, '简体中文')
  await page.getByRole('heading', { name: '设置' }).waitFor()
  const again = await page.context().newPage()
  await openGame(hall, again, { moves: ['h2e2'] })
  await again.getByRole('button', { name: /^C2=5/ }).waitFor()
  await again.getByRole('button', { name: 'e9 黑将' }).waitFor()
  assert.equal(await again.evaluate(() => document.documentElement.dataset.theme), 'dark')
  assert.equal(await again.evaluate(() => document.documentElement.lang), 'zh-Hans')
  assert.ok(await again.locator('.stage.board-slate').count())
  assert.match(await again.locator('.piece use').first().getAttribute('href'), /^#p-letters-/)
  await again.getByRole('button', { name: 'Switch to English' }).click()
  await again.getByRole('button', { name: 'e9 black king' }).waitFor()
  // A setting changed in one window is applied in the others.
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  const other = await openPage(t)
  await other.goto(again.url())
  await other.getByRole('button', { name: 'e9 black king' }).waitFor()
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'light')
  assert.doesNotMatch(
    await other.locator('.piece use').first().getAttribute('href'),
    /^#p-letters-/,
  )
})
