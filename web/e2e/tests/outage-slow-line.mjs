// More of bad days: a slow line, a server that is killed while it reviews or searches, a full disk for what is stored
// beside games.

import fs from 'node:fs'
import {
  ask,
  assert,
  board,
  canMount,
  createGame,
  createStudy,
  fillDisk,
  moveCount,
  openPage,
  point,
  startHall,
  test,
} from '../hall.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8'.split(' ')
/** A line of 50 kB/s on which each answer takes two seconds more. */
async function slowDown(page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}

test('bad day: on a slow line a game, a study and the lab come, and a move is shown at once', async ({
  t,
}) => {
  test.setTimeout(240_000)
  const hall = await startHall(t)
  const { game: id, id: study } = await createStudy(hall, { moves })
  const page = await openPage(t)
  page.setDefaultTimeout(60_000)
  await slowDown(page)
  await page.goto(`${hall.url}/#/game/${id}`)
  await board(page).waitFor()
  await moveCount(page, moves.length)
  await point(page, 'b2').click()
  await point(page, 'd2').click()
  await point(page, 'd2')
    .and(page.getByRole('button', { name: /cannon/ }))
    .waitFor({ timeout: 1500 })
  await moveCount(page, moves.length + 1)
  await page.evaluate((to) => (location.hash = to), `#/study/${study}`)
  await page.getByRole('group', { name: 'Moves and variations' }).waitFor()
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('status').getByText('1 game', { exact: true }).waitFor()
  await page.evaluate(() => (location.hash = '#/lab?from=start:xiangqi&depth=2&with=alpha-beta'))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  await page.getByTestId('sentence').getByText('Cut off').waitFor()
})

test('bad day: the server is killed during a review: it is said, and the review goes on', async ({
  t,
}) => {
  test.setTimeout(240_000)
  const hall = await startHall(t, { own: true })
  const { id: study } = await createStudy(hall, { moves })
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/study/${study}`)
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('button', { name: /Thorough/ }).click()
  const bar = page.getByRole('progressbar', { name: 'Review' })
  await bar.waitFor()
  const done = async () => Number(await bar.getAttribute('value'))
  const before = await done()
  await hall.stop('SIGKILL')
  await page.getByRole('alert').getByText('Your changes are kept and will be sent.').waitFor()
  await startHall(t, { data: hall.data, port: hall.port })
  await page.getByRole('alert').waitFor({ state: 'detached' })
  // The hall goes on with it by itself, behind what was reviewed before.
  const until = Date.now() + 120_000
  while ((await done()) <= before && Date.now() < until) await page.waitForTimeout(300)
  assert.ok((await done()) > before, 'the review does not go on')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The review was cancelled.').last().waitFor()
})

test('bad day: the server is killed during a search of the lab: it is said, and a new search is made', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=4&with=minimax`)
  const search = page.getByRole('button', { name: /^Search/ })
  await search.click()
  await page.getByTestId('sentence').waitFor()
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await hall.stop('SIGKILL')
  await page.getByRole('alert').getByText('The server does not answer').waitFor()
  await startHall(t, { data: hall.data, port: hall.port })
  await page.getByRole('combobox', { name: 'Depth' }).selectOption('2')
  await search.click()
  await page.getByTestId('sentence').waitFor()
  // A search plays by itself; its first step is where one begins to read.
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await page.getByText(/^1 \/ [\d,]+$/).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

test('bad day: with a full disk neither a tag nor a review is shown as stored', async ({ t }) => {
  test.skip(!canMount, 'a small disk cannot be mounted here (root is needed)')
  test.setTimeout(240_000)
  const hall = await startHall(t, { own: true, disk: '2m' })
  const { id: study, game: older } = await createStudy(hall, { moves })
  await createGame(hall, { moves })
  const page = await openPage(t, { expected: /507/ })
  await page.goto(`${hall.url}/#/games`)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  const ballast = await fillDisk(hall, () => createGame(hall, { moves }))
  // A tag is smaller than a game, and there may be room for some.
  for (let n = 0, full = false; !full; n++) {
    const add = [`${n} of the tags for which there is room`]
    await ask(hall, 'POST', '/api/archive/tags', { games: [older], add, remove: [] }).catch(
      () => (full = true),
    )
  }
  await page.getByRole('button', { name: 'Tags…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 1 game' })
  const field = dialog.getByRole('combobox', { name: 'Add a tag' })
  const name = 'a tag with a name of forty letters, more'
  await field.fill(name)
  await field.press('Enter')
  await dialog.getByRole('alert').getByText('The disk of the server is full').waitFor()
  assert.equal(await dialog.getByRole('button', { name: `Remove ${name}` }).count(), 0)
  assert.equal(await field.inputValue(), name)
  await page.keyboard.press('Escape')
  await page.goto(`${hall.url}/#/study/${study}`)
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Quick review' }).click()
  await page.getByRole('alert').getByText('The disk of the server is full').waitFor()
  fs.rmSync(ballast)
  await page.getByRole('button', { name: 'Quick review' }).click()
  await page.getByRole('row', { name: /Accuracy/ }).waitFor({ timeout: 120_000 })
})
