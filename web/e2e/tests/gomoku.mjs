// Gomoku and renju: a won game, forbidden moves, placing by touch, an opening.

import fs from 'node:fs'
import {
  ask,
  assert,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  people,
  phone,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

const wins = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k9', 'l8']

test('gomoku: freestyle against oneself, won by clicks', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await point(page, 'h8').waitFor()
  for (const [i, at] of wins.entries()) {
    await point(page, at).click()
    await moveCount(page, i + 1)
  }
  await hear(page, /Black wins with five in a row/)
  await named(page, /^l8 black stone.*part of the five/)
  assert.equal(await page.locator('path.five').count(), 1)
})

test('gomoku: renju says what is forbidden and why', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const moves = ['h8', 'a1', 'i8', 'c1', 'g7', 'e1', 'g6', 'a3']
  await openGame(hall, page, { variant: 'renju', players: people, moves })
  await named(page, /^g8 empty, forbidden: double three/)
  await point(page, 'g8').hover()
  await page.locator('.note', { hasText: 'double three' }).waitFor()
  await point(page, 'g8').click()
  await page.getByText('Black may not play G8: it would make a double three.').first().waitFor()
  await moveCount(page, moves.length)
})

test('gomoku: on a phone a finger is asked to confirm', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { variant: 'gomoku', players: people })
  await point(page, 'h8').tap()
  await page.getByRole('button', { name: 'Place at H8' }).tap()
  await moveCount(page, 1)
  await point(page, 'i9').tap()
  await point(page, 'i9').tap()
  await moveCount(page, 2)
})

test('gomoku: swap2 by its dialog on a phone, a stone taken back, the opening again', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { variant: 'gomoku', players: people, opening: 'swap2' })
  const box = page.getByTestId('opening')
  await box.getByText('Put a black stone anywhere on the board').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Hint' }).isDisabled(), true)
  const put = async (at, count) => {
    await point(page, at).tap()
    await page.getByRole('button', { name: /^Place at/ }).tap()
    await moveCount(page, count)
  }
  await put('h8', 1)
  await put('i9', 2)
  await put('a1', 3)
  await page.getByRole('button', { name: 'Take back' }).tap()
  await moveCount(page, 2)
  await put('g7', 3)
  await hear(page, /White: Which colour do you want/)
  // The whole question is visible.
  const actions = await page.getByRole('button', { name: 'Take back' }).boundingBox()
  const last = await box.getByRole('button', { name: /Put two more stones/ }).boundingBox()
  assert.ok(last.y + last.height <= actions.y, 'the last choice is seen without scrolling')
  await box.getByRole('button', { name: /Take Black/ }).tap()
  await box.waitFor({ state: 'detached' })
  await put('h9', 4)
  await named(page, /^h9 white stone/)
  await page.getByRole('button', { name: 'Resign' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).tap()
  await page.getByRole('button', { name: 'Rematch' }).first().tap()
  await moveCount(page, 0)
  await box.getByText('Put a black stone anywhere on the board').waitFor()
})

test('gomoku: a fifth move offered is taken back alone', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'renju', players: people, opening: 'rif' })
  for (const [i, at] of ['h8', 'h9', 'i10'].entries()) {
    await point(page, at).click()
    await moveCount(page, i + 1)
  }
  await page.getByRole('button', { name: /Stay White/ }).click()
  await point(page, 'g7').click()
  await moveCount(page, 4)
  await point(page, 'j11').click()
  await named(page, /^j11 empty, offered/)
  await page.getByRole('button', { name: 'Take back' }).click()
  await named(page, /^j11 empty$/)
  await moveCount(page, 4)
  await page.getByRole('button', { name: 'Take back' }).click()
  await moveCount(page, 3)
})

test('gomoku: a board set up with a five cannot be begun', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'Set up')
  await page.getByRole('group', { name: 'Pieces: Black' }).getByRole('button').first().click()
  const on = (at) => page.getByRole('grid').getByRole('button', { name: new RegExp(`^${at} `) })
  for (const at of ['h8', 'i8', 'j8', 'k8', 'l8']) await on(at).click()
  await page.locator('.go').getByText('This position is decided already.').waitFor()
  const start = page.getByRole('button', { name: 'Start game' })
  assert.equal(await start.isDisabled(), true)
  await on('l8').click()
  await page.locator('.go').getByText('This position can be played.').waitFor()
})

test('gomoku: a study of renju has a pass among its actions, one of gomoku has none', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone })
  for (const variant of ['renju', 'gomoku']) {
    const { id } = await ask(hall, 'POST', '/api/studies', {
      kind: 'position',
      variant,
    })
    await page.goto(`${hall.url}/#/study/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const pass = page.getByRole('dialog').getByRole('button', { name: 'Pass', exact: true })
    if (variant === 'gomoku') {
      await page.getByRole('dialog').getByRole('button').first().waitFor()
      assert.equal(await pass.count(), 0)
      continue
    }
    await pass.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { nodes } = await ask(hall, 'GET', `/api/studies/${id}`)
    assert.deepEqual(
      nodes.map((node) => node.played?.text),
      [undefined, 'pass'],
    )
  }
})

test('gomoku: renju by RIF: zones, a swap, two fifth moves, one kept', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'renju', players: people, opening: 'rif' })
  const box = page.getByTestId('opening')
  const put = async (at, count) => {
    await point(page, at).click()
    await moveCount(page, count)
  }
  await box.getByText('Put a black stone on the centre').waitFor()
  // A point outside the zone is refused with a reason.
  await point(page, 'a1').click()
  await page.getByText('Not A1: this stone goes on the centre.').first().waitFor()
  await put('h8', 1)
  await box.getByText('Put a white stone in the central 3×3').waitFor()
  await put('h9', 2)
  await put('i10', 3)
  await box.getByRole('button', { name: /Stay White/ }).click()
  // The keyboard focus is on the board again.
  assert.equal(await page.evaluate(() => !!document.activeElement?.closest('[role=grid]')), true)
  await box.getByText('Put a white stone anywhere').waitFor()
  await put('g7', 4)
  await box.getByText('Offer 2 more fifth moves').waitFor()
  await point(page, 'j11').click()
  await named(page, /^j11 empty, offered as fifth move/)
  await point(page, 'i8').click()
  await box.getByText('Keep one of the offered').waitFor()
  await put('j11', 5)
  await named(page, /^j11 black stone/)
  await named(page, /^i8 empty$/)
  await box.waitFor({ state: 'detached' })
})

test('gomoku: numbers, threes and fours are shown on request', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const moves = ['h8', 'h10', 'i8', 'i10']
  await openGame(hall, page, { variant: 'gomoku20', players: people, moves })
  await named(page, /^h8 black stone$/)
  await page.getByRole('button', { name: 'Numbers' }).click()
  await named(page, /^h8 black stone 1$/)
  await page.getByRole('button', { name: 'Threats' }).click()
  await named(page, /^j8 empty, .*Black could make an open three/)
  await page.getByRole('button', { name: 'Numbers' }).click()
  await named(page, /^h8 black stone$/)
})

test('gomoku: a RenLib library goes out of the hall and into it', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const moves = ['h8', 'i9', 'h9']
  await openGame(hall, page, { variant: 'renju', players: people, moves })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await page.waitForFunction(() => /;B\[/.test(document.querySelector('dialog textarea')?.value))
  await dialog.getByRole('radio', { name: 'RenLib' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  const library = fs.readFileSync(await download.path())
  assert.equal(library.subarray(1, 7).toString('latin1'), 'RenLib')
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'File')
  const input = page.locator('input[type=file]')
  assert.match(await input.getAttribute('accept'), /\.psq.*\.rec.*\.lib/)
  const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
  await input.setInputFiles(file('broken.lib', library.subarray(0, 9)))
  await page.getByText('Not read:').waitFor()
  await input.setInputFiles(file('a.lib', library))
  await page.getByText('3 moves').waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 3)
  await named(page, /^h9 black stone, last move/)
})
