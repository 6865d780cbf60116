// All that a hall has as one file goes from a hall in the browser to one with a server, and back.

import fs from 'node:fs'
import { ask, assert, openPage, startHall, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

const moves = 'd3 e3 f3 c3 b3 d2'.split(' ')
const game = {
  variant: 'reversi',
  players: [
    { kind: 'person', name: 'Ada' },
    { kind: 'machine', level: 1 },
  ],
  clock: { kind: 'none' },
  moves,
}

const settings = async (page, hall) => {
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('heading', { name: 'Everything as one file' }).waitFor()
}

/** Saves the file by hand. */
async function saved(page, hall) {
  await settings(page, hall)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ])
  return fs.readFileSync(await download.path(), 'utf8')
}

/** Opens a file by hand, and waits for what is said. */
async function taken(page, hall, text, words) {
  await settings(page, hall)
  const file = { name: 'yiqi.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.locator('input[type=file][accept=".json"]').setInputFiles(file)
  await page.getByText(words).waitFor()
}

const remembered = (page) =>
  page.evaluate(() => ({
    solved: localStorage.getItem('yiqi.puzzles'),
    theme: JSON.parse(localStorage.getItem('yiqi.preferences') ?? '{}').theme,
  }))

/** Progress and a preference, as the page stores them. */
const remember = (page) =>
  page.evaluate(() => {
    localStorage.setItem('yiqi.puzzles', '["one"]')
    localStorage.setItem('yiqi.preferences', '{"theme":"dark"}')
  })

/** Numbers of both halls: one writes more digits. */
const rounded = (of) =>
  JSON.parse(JSON.stringify(of), (_, one) => (typeof one === 'number' ? +one.toFixed(4) : one))

/** Waits for the review of a study. */
async function reviewed(asking, id) {
  for (;;) {
    const { review } = await asking('GET', `/api/studies/${id}`)
    if (review?.state === 'done') return review
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

test('hall file: a server takes over the hall of a browser, once', async ({ t }) => {
  const pages = await staticHall(t)
  const from = await openPage(t)
  await front(pages, from)
  await remember(from)
  const local = (...asked) => askPage(from, ...asked)
  const { id } = await local('POST', '/api/games', game)
  const study = await local('POST', '/api/studies', { kind: 'game', id })
  // The page itself searches: a question of another worker ends with it.
  await from.goto(`${pages.url}/#/study/${study.id}`)
  await from.getByRole('tab', { name: 'Review' }).click()
  await from.getByRole('button', { name: 'Quick review' }).click()
  const review = await reviewed(local, study.id)
  await local('POST', '/api/archive/tags', { games: [id], add: ['good'] })
  const text = await saved(from, pages)
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  await taken(page, hall, text, 'Taken over: 1 game and 1 study.')
  const there = await ask(hall, 'GET', `/api/studies/${study.id}`)
  assert.deepEqual(rounded(there.review), rounded(review))
  assert.deepEqual(
    (await ask(hall, 'GET', `/api/games/${id}`)).moves.map((move) => move.text),
    moves,
  )
  assert.deepEqual(await ask(hall, 'GET', '/api/archive/tags'), [{ tag: 'good', games: 1 }])
  assert.deepEqual(await remembered(page), { solved: '["one"]', theme: 'dark' })
  await taken(page, hall, text, '2 were here already.')
  await taken(page, hall, '{"games":[]}', 'This is no file of a whole hall.')
})

test('hall file: a browser takes over the hall of a server, once', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  const { id } = await ask(hall, 'POST', '/api/games', game)
  const study = await ask(hall, 'POST', '/api/studies', { kind: 'game', id })
  await ask(hall, 'POST', `/api/studies/${study.id}/review`, { nodes: 500 })
  const review = await reviewed((...asked) => ask(hall, ...asked), study.id)
  await ask(hall, 'POST', '/api/archive/tags', { games: [id], add: ['good'] })
  const from = await openPage(t)
  await from.goto(hall.url)
  await remember(from)
  const text = await saved(from, hall)
  // What the server itself writes, without a page, is read as well.
  const plain = JSON.stringify(await ask(hall, 'GET', '/api/me/data'))
  const pages = await staticHall(t)
  const page = await openPage(t)
  await taken(page, pages, text, 'Taken over: 1 game and 1 study.')
  const local = (...asked) => askPage(page, ...asked)
  const there = await local('GET', `/api/studies/${study.id}`)
  assert.deepEqual(rounded(there.review.moves), rounded(review.moves))
  const { games } = await local('GET', '/api/games')
  assert.deepEqual(
    games.map((one) => [one.id, one.plies, one.players[0].name]),
    [[id, moves.length, 'Ada']],
  )
  assert.deepEqual(await local('GET', '/api/archive/tags'), [{ tag: 'good', games: 1 }])
  assert.deepEqual(await remembered(page), { solved: '["one"]', theme: 'dark' })
  await taken(page, pages, plain, '2 were here already.')
})
