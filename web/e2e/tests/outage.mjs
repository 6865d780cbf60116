// Studies and the archive on a bad day: a server that is killed, a full disk, two people at once.

import fs from 'node:fs'
import {
  ask,
  assert,
  board,
  canMount,
  createStudy,
  fillDisk,
  openPage,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9'.split(' ')
const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })
const note = (page) => page.getByRole('textbox', { name: /^Comment on/ })
/** A game, and its study. */
const make = (hall) => createStudy(hall, { moves })

async function show(hall, page, id) {
  await page.goto(`${hall.url}/#/study/${id}`)
  await board(page).waitFor()
  await tree(page)
    .getByRole('button')
    .nth(moves.length - 1)
    .waitFor()
}

/** Waits until the view of the settings has been fetched: the page needs no server for it from then on. */
const hasSettings = (page, timeout) =>
  page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .some(({ name, responseEnd }) => /\/Settings-[^/]*\.js$/.test(name) && responseEnd > 0),
    null,
    { timeout },
  )

const stored = async (hall, id) => (await ask(hall, 'GET', `/api/studies/${id}`)).nodes

test('bad day: the server is killed while one works on a study: it is said, and nothing is lost', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const { id } = await make(hall)
  const page = await openPage(t)
  await show(hall, page, id)
  await page.keyboard.press('ArrowRight')
  await hasSettings(page)
  await hall.stop('SIGKILL')
  await page.getByRole('alert').getByText('Your changes are kept and will be sent.').waitFor()
  await note(page).fill('while it was away')
  await page.keyboard.press('Tab')
  // Another view: what was entered is still sent when the server is back.
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  const again = await startHall(t, { data: hall.data, port: hall.port })
  const until = Date.now() + 30_000
  let nodes
  do {
    await page.waitForTimeout(200)
    nodes = await stored(again, id)
  } while (!nodes.some(({ comment }) => comment) && Date.now() < until)
  assert.deepEqual(nodes.map(({ comment }) => comment).filter(Boolean), ['while it was away'])
  // Back in the study, the connection is there, and it goes on.
  await show(again, page, id)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await tree(page).getByText('while it was away').waitFor()
})

test('bad day: the settings open while the server is away, also of a page that never rested', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  // A busy machine: the browser never calls itself idle, so only the limits of waiting count.
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = (work, { timeout }) => setTimeout(work, timeout)
  })
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('grid').waitFor()
  await hasSettings(page, 2500)
  await hall.stop('SIGKILL')
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await pick(page, 'Dark')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
})

test('bad day: the server is killed in the archive: it is said, and a new try finds the games', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  await make(hall)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('status').getByText('1 game', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /^Select / }).check()
  await page.getByRole('button', { name: 'Tags…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 1 game' })
  await hall.stop('SIGKILL')
  const field = dialog.getByRole('combobox', { name: 'Add a tag' })
  await field.fill('kept')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('The server does not answer.').waitFor()
  assert.equal(await field.inputValue(), 'kept')
  await startHall(t, { data: hall.data, port: hall.port })
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Remove kept' }).waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('listitem').getByText('kept').waitFor()
})

test('bad day: two people in one study see each other’s changes', async ({ t }) => {
  const hall = await startHall(t)
  const { id } = await make(hall)
  const [one, two] = [await openPage(t), await openPage(t)]
  await show(hall, one, id)
  await show(hall, two, id)
  // Both enter a variation at the same place at once.
  const enter = async (page, from, to) => {
    await page.keyboard.press('Home')
    await point(page, from).click()
    await point(page, to).click()
  }
  await Promise.all([enter(one, 'b2', 'e2'), enter(two, 'h0', 'g2')])
  for (const page of [one, two]) {
    await tree(page).getByRole('button', { name: /C8=5/ }).first().waitFor()
    await tree(page)
      .getByRole('button', { name: /^1\. H2\+3/ })
      .waitFor()
  }
  // One deletes the move that the other looks at.
  await one.getByRole('button', { name: /^1\. H2\+3/ }).click()
  await one.evaluate(() => document.activeElement.blur())
  await one.keyboard.press('Delete')
  await tree(two)
    .getByRole('button', { name: /^1\. H2\+3/ })
    .waitFor({ state: 'detached' })
  assert.equal(await two.getByRole('alert').count(), 0)
  await point(two, 'b0').click()
  await point(two, 'c2').click()
  await tree(one).getByRole('button', { name: /H8\+7/ }).first().waitFor()
})

test('bad day: with a full disk a comment stays on the screen until it is stored', async ({
  t,
}) => {
  test.skip(!canMount, 'a small disk cannot be mounted here (root is needed)')
  const hall = await startHall(t, { own: true, disk: '2m' })
  const { id } = await make(hall)
  const page = await openPage(t, { expected: /507/ })
  await show(hall, page, id)
  await page.keyboard.press('ArrowRight')
  const ballast = await fillDisk(hall, () => make(hall))
  const text = 'a long comment '.repeat(200).trim()
  await note(page).fill(text)
  await page.keyboard.press('Tab')
  await page.getByRole('alert').getByText('The disk of the server is full').waitFor()
  await page.getByRole('alert').getByText('1 change is not stored yet.').waitFor()
  // It is there when one comes back to the move.
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await note(page).inputValue(), text)
  fs.rmSync(ballast)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('not stored yet').waitFor({ state: 'detached' })
  await tree(page).getByText('a long comment').first().waitFor()
  assert.ok((await stored(hall, id)).some((node) => node.comment === text))
})
