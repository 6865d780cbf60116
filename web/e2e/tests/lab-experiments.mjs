// The experiments of the lab on the page of a real hall: what depth costs, and matches of strengths.

import { ask, assert, openPage, startHall, test } from '../hall.mjs'

const number = (text) => Number(text.replace(/[^\d]/g, ''))

test('lab: minimax and alpha-beta over depth, as curves and as a table', async ({ t }) => {
  test.setTimeout(180_000)
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?tab=depth&from=start:xiangqi`)
  await page.getByRole('link', { name: 'Minimax against alpha-beta' }).click()
  const table = page.getByRole('region', { name: 'Figures' })
  // Depth 2 of both is there before all is measured.
  await table.getByRole('row', { name: /^Minimax 2 1,920 / }).waitFor()
  await page.getByRole('status').getByText('All is measured.').waitFor({ timeout: 120_000 })
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())))
  const leaves = (name, depth) =>
    number(rows.find((cells) => cells[0] === name && cells[1] === String(depth))?.[2] ?? '')
  assert.equal(leaves('Minimax', 3), 79_666)
  assert.ok(leaves('Alpha-beta', 3) < 79_666 / 2)
  await page.getByText(/^At depth \d Alpha-beta looks at [\d,]+ of the [\d,]+ leaves/).waitFor()
  // Both charts have a sign for each figure.
  for (const name of ['Leaves by depth', 'Time by depth']) {
    const chart = page.getByRole('img', { name })
    assert.ok((await chart.locator('path[class*=curve] > title').count()) >= 6, name)
  }
  // The address keeps what was chosen: a link to it runs the same.
  assert.match(page.url(), /compare=minimax%2Calpha-beta&to=4&longest=3&go=1/)
})

test('lab: a measurement can be stopped, and never takes longer than it says', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(
    `${hall.url}/#/lab?tab=depth&from=start:xiangqi&compare=minimax,classic-4&to=12&longest=1`,
  )
  await page.getByText(/^No search takes longer than 1 s/).waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/^Searching: Minimax, depth/).waitFor()
  await page
    .getByText(/longer than 1 s$/)
    .first()
    .waitFor()
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  if (await stop.count()) await stop.click()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
  const done = await page.getByRole('region', { name: 'Figures' }).getByRole('row').count()
  await page.waitForTimeout(1500)
  assert.equal(await page.getByRole('region', { name: 'Figures' }).getByRole('row').count(), done)
})

/** Reversi towards the end: a game from here is a match of all steps in a fourth of the time. */
const late = 'XOOOOO-XXOOO-OXXXOOXOXXXXOOOXX-OXOOXXXOX-O-OXOX-O-OOO--X---XO--- O'

test('lab: a match of two levels, with its score and its games', async ({ t }) => {
  test.setTimeout(240_000)
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(
    `${hall.url}/#/lab?tab=match&from=${encodeURIComponent(`text:reversi:${late}`)}&first=4.d2.t20&second=1.d1.t20&games=2`,
  )
  await page.getByRole('button', { name: 'Begin the match' }).click()
  await page.getByText('Game 1 of 2 is being played.').waitFor()
  // It goes on while another view is looked at.
  await page.getByRole('tab', { name: 'Lessons' }).click()
  await page.getByRole('tab', { name: 'Match' }).click()
  await page.getByText('2 games played.').waitFor({ timeout: 200_000 })
  const score = await page.getByTestId('match-score').textContent()
  const [first, second] = score.split(':').map(Number)
  assert.equal(first + second, 2)
  const table = page.getByRole('region', { name: 'Games of the match' })
  assert.equal(await table.getByRole('link', { name: 'Look at it' }).count(), 2)
  // Each opening is played with both colours, and the hall keeps the games.
  const { games } = await ask(hall, 'GET', '/api/games?limit=10&offset=0')
  assert.equal(games.length, 2)
  assert.deepEqual(games.map(({ players }) => players[0].level).sort(), [1, 4])
  assert.ok(games.every(({ end }) => end))
  await table.getByRole('link', { name: 'Look at it' }).first().click()
  await page.waitForURL(/#\/game\//)
})

test('lab: a match can be ended; the game under way goes', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(
    `${hall.url}/#/lab?tab=match&from=start:xiangqi&first=classic-4.d2&second=3.t2000&games=10`,
  )
  await page.getByRole('button', { name: 'Begin the match' }).click()
  await page.getByRole('link', { name: 'Watch' }).waitFor()
  await page.getByRole('button', { name: 'End the match' }).click()
  await page.getByText('Ended after 0 of 10 games.').waitFor()
  await page.waitForTimeout(500)
  const { games } = await ask(hall, 'GET', '/api/games?limit=10&offset=0')
  assert.equal(games.length, 0)
})
