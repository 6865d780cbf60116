// Analysis and review on the visitor's own processor, where a hall with a server has the modules for it.

import path from 'node:path'
import { ask, assert, board, createStudy, openPage, startHall, test } from '../hall.mjs'
import { folder } from '../local.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

const modules = () => `modules = ${JSON.stringify(path.join(folder, 'modules'))}\n`
const line = (page) => page.getByRole('group', { name: /^Line 1, / })
const analysis = (page) => page.getByRole('switch', { name: 'Analysis' })
const moves = 'd3 e3 f3 c3 b3 d2'.split(' ')

/** What the page has sent over its WebSockets. */
function sent(page) {
  const all = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => all.push(JSON.parse(String(payload)))),
  )
  return (type) => all.filter((one) => one.type === type)
}

async function opened(page, hall, id, node = '') {
  await page.goto(`${hall.url}/#/study/${id}${node}`)
  await board(page).waitFor()
}

test('visitor: who searches is chosen, and the hall searches nothing for a visitor who does', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true, config: modules })
  const { id } = await createStudy(hall, { variant: 'reversi', moves })
  const page = await openPage(t)
  const asked = sent(page)
  await opened(page, hall, id, '/2')
  // (A page that the test itself serves has no headers.)
  if (!process.env.YIQI_E2E_PAGE) assert.ok(await page.evaluate(() => crossOriginIsolated))
  // In a hall of one user the hall searches, unless one chooses.
  await page.getByRole('button', { name: 'Engines' }).click()
  const own = page.getByRole('radio', { name: 'My processor' })
  assert.ok(await page.getByRole('radio', { name: 'The hall’s' }).isChecked())
  await analysis(page).click()
  await line(page).waitFor()
  assert.equal(asked('analyse').length, 1)
  await own.click()
  await page.waitForFunction(() => performance.getEntriesByType('resource').length > 0)
  await line(page).waitFor()
  // Each position is searched here from now on: the lines of this one begin with a move of it.
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => location.hash.endsWith('/3'))
  await line(page).waitFor()
  const { board: ground } = await ask(hall, 'POST', '/api/games', {
    variant: 'reversi',
    players: [
      { kind: 'person', name: '' },
      { kind: 'person', name: '' },
    ],
    clock: { kind: 'none' },
    moves: moves.slice(0, 3),
  })
  const best = await line(page).getByRole('button').first().textContent()
  assert.ok(
    ground.moves.some(({ to }) => best.includes(to)),
    `${best} is no move of ${JSON.stringify(ground.moves.map(({ to }) => to))}`,
  )
  assert.equal(asked('analyse').length, 1)
  await analysis(page).click()
  // The choice is kept, and a hall that has no modules offers none.
  await page.reload()
  await page.getByRole('button', { name: 'Engines' }).click()
  assert.ok(await own.isChecked())
  const plain = await createStudy(t.home, { variant: 'reversi', moves })
  await opened(page, t.home, plain.id)
  await page.getByRole('button', { name: 'Engines' }).click()
  await page.getByRole('group', { name: 'Engines' }).waitFor()
  assert.equal(await own.count(), 0)
})

test('visitor: in a public hall the visitor’s processor analyses and reviews, and the hall keeps the review', async ({
  t,
}) => {
  const config = () => `${modules()}mode = "public"\n`
  const hall = await startHall(t, { own: true, config })
  const page = await openPage(t)
  const asked = sent(page)
  await page.goto(hall.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { id } = await page.evaluate(async (moves) => {
    const headers = { 'content-type': 'application/json' }
    const post = async (path, body) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const players = [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ]
    const clock = { kind: 'none' }
    const game = await post('/api/games', { variant: 'reversi', players, clock, moves })
    return post('/api/studies', { kind: 'game', id: game.id })
  }, moves)
  await opened(page, hall, id)
  await analysis(page).click()
  await line(page).waitFor()
  await analysis(page).click()
  assert.deepEqual(asked('analyse'), [])
  await page.getByRole('tab', { name: 'Review' }).click()
  assert.ok(await page.getByRole('radio', { name: 'My processor' }).isChecked())
  // Ended, it keeps what was found; begun again, it is done.
  await page.getByRole('combobox', { name: 'Seconds for each move' }).selectOption('10')
  await page.getByRole('button', { name: 'Review by time' }).click()
  await page.getByText('This device searches: leave the study open until the end.').waitFor()
  await page.getByText(/^Position 1 of/).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The review was cancelled.').last().waitFor()
  await page.getByRole('combobox', { name: 'Seconds for each move' }).selectOption('0.5')
  await page.getByRole('button', { name: 'Review by time' }).click()
  await page.getByRole('row', { name: /Accuracy/ }).waitFor()
  const { review } = await ask(hall, 'GET', `/api/studies/${id}`)
  assert.deepEqual([review.state, review.moves.length], ['done', moves.length])
  await page.reload()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('row', { name: /Accuracy/ }).waitFor()
})
