// The hall in the page: files of games and the archive without a server.

import { assert, openPage, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'
import fs from 'node:fs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

const isAlone = (hall) =>
  assert.deepEqual(
    hall.asked.filter((place) => place.includes('/api/')),
    [],
  )

const people = [
  { kind: 'person', name: 'Anna' },
  { kind: 'person', name: 'Bo' },
]
const made = (page, moves, players = people) =>
  askPage(page, 'POST', '/api/games', {
    variant: 'reversi',
    players,
    clock: { kind: 'none' },
    moves,
  })

/** What a click saves. */
async function saved(page, click) {
  const waiting = page.waitForEvent('download')
  await click()
  const file = await waiting
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) }
}

test('local: a game is saved in every format of its kind', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  await made(page, ['d3', 'c3', 'b3'])
  const { families } = await askPage(page, 'GET', '/api/catalogue')
  const { formats } = families.find((family) => family.id === 'reversi')
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('button', { name: /^Export: / }).click()
  const dialog = page.getByRole('dialog')
  for (const format of formats.filter(({ written }) => written)) {
    const choice = dialog.getByRole('radio').nth(formats.filter((f) => f.written).indexOf(format))
    await choice.click({ force: true })
    const file = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click())
    assert.ok(file.bytes.length > 0 && file.name.startsWith('reversi-'), file.name)
  }
  isAlone(hall)
})

test('local: a file becomes a study, with what it says besides the moves', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const dialog = page.getByRole('dialog')
  const file = { variant: 'reversi', name: 'a.txt', content: 'd3 c3 b3 d2\n' }
  const found = await askPage(page, 'POST', '/api/import', file)
  assert.deepEqual(found.games[0].moves, ['d3', 'c3', 'b3', 'd2'])
  const study = await askPage(page, 'POST', '/api/studies', { kind: 'file', file, game: 0 })
  assert.equal(study.nodes.length, 5)
  // By hand: the file is opened, and one of its games becomes a study.
  await page.goto(`${hall.url}/#/studies`)
  await page.getByRole('button', { name: 'Import…' }).click()
  const content = '(;GM[4]SZ[15]PB[Anna]PW[Bert];B[hh]C[the middle];W[hi])'
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'a.sgf',
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  await dialog.getByText('Anna – Bert').first().waitFor()
  await dialog.locator('.button.main').click()
  await page.getByRole('group', { name: 'Moves and variations' }).waitFor()
  await page.getByText('the middle').first().waitFor()
  isAlone(hall)
})

test('local: a file goes into the archive with its report, is found by position, and is exported', async ({
  t,
}) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  await made(page, ['d3', 'c5'])
  const start = '---------------------------O*------*O--------------------------- *'
  const lines = ['B[d3]W[c3]B[b3]W[d2]', 'B[d3]W[c3]B[c4]W[e3]', 'B[f5]W[d6]', 'B[z9]'].map(
    (moves) => `(;GM[Othello]PC[X]PB[Anna]PW[Bo]RE[?]TY[8]BO[8 ${start}]${moves};)`,
  )
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('button', { name: 'Import files…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'games.ggf',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  await dialog
    .getByRole('button', { name: /Import|Add/ })
    .last()
    .click()
  await dialog
    .getByText(/3 games/)
    .first()
    .waitFor()
  const all = await askPage(page, 'POST', '/api/archive', {})
  assert.equal(all.total, 4)
  const next = await askPage(page, 'POST', '/api/archive/moves', { variant: 'reversi' })
  assert.deepEqual(
    next.map(({ written, games }) => [written.text, games]),
    [
      ['d3', 3],
      ['f5', 1],
    ],
  )
  const { position: text } = await made(page, ['d3', 'c3'])
  const at = { variant: 'reversi', text }
  const found = await askPage(page, 'POST', '/api/archive', { position: at })
  assert.deepEqual(found.games.map(({ ply }) => ply).sort(), [2, 2, 2])
  const squares = [{ file: 2, rank: 5, empty: false }]
  const pattern = { variant: 'reversi', squares }
  const fitting = await askPage(page, 'POST', '/api/archive', { pattern, least_plies: 4 })
  assert.equal(fitting.total, 2)
  const ids = all.games.map(({ game }) => game.id)
  await askPage(page, 'POST', '/api/archive/tags', { games: ids.slice(0, 2), add: ['good'] })
  assert.deepEqual(await askPage(page, 'GET', '/api/archive/tags'), [{ tag: 'good', games: 2 }])
  const tagged = await askPage(page, 'POST', '/api/archive', { tag: 'good' })
  assert.equal(tagged.total, 2)
  const explored = await askPage(page, 'POST', '/api/openings', { variant: 'reversi', moves: [] })
  assert.equal(explored.own[0].games, 4)
  isAlone(hall)
})
