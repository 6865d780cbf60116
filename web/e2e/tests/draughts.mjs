// Draughts: forced captures with reasons, captures with the same ends, letters, set-up.

import {
  assert,
  ask,
  board,
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

/** Clicks several squares in order. */
async function clicks(page, ...squares) {
  for (const at of squares) await point(page, at).click()
}

async function middle(locator) {
  const box = await locator.boundingBox()
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function drag(page, from, to) {
  const [a, b] = [await middle(point(page, from)), await middle(point(page, to))]
  await page.mouse.move(...a)
  await page.mouse.down()
  await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
  await page.mouse.move(...b)
  await page.mouse.up()
}

test('draughts: chosen in the form, played by clicks, a forced capture and its reason', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Draughts')
  await page.getByRole('radio', { name: /^International draughts/ }).waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  assert.equal(await page.getByRole('gridcell').locator('button').count(), 50)
  await clicks(page, '32', '28')
  await hear(page, /^White man 32 to 28/)
  await clicks(page, '19', '23')
  await moveCount(page, 2)
  await named(page, /^28 white man, must capture/)
  await clicks(page, '33', '29')
  await hear(page, /A capture must be played: with the piece on 28/)
  await clicks(page, '28', '19')
  await hear(page, /^White man 28 to 19, takes 1 man/)
  await page.getByRole('button', { name: /^28x19/ }).waitFor()
  // The game is kept for the next form.
  await page.goto(`${hall.url}/#/new`)
  const draughts = page.getByRole('radio', { name: 'Draughts', exact: true })
  await draughts.waitFor()
  assert.equal(await draughts.isChecked(), true)
})

test('draughts: the capture that takes fewer is explained', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'draughts', position: 'W:W27,33:B20,22,29' })
  await page.getByText('must take 2: with the piece on 33').waitFor()
  await point(page, '27').click()
  await hear(page, /You must take 2; this path takes only 1/)
  await clicks(page, '33', '15')
  await hear(page, /takes 2 men/)
  await named(page, /^15 white man, last move/)
  await named(page, /^29 empty/)
})

test('draughts: captures that share their ends are asked for', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const variant = 'draughts-english'
  const game = { variant, position: 'W:W31:B1,18,19,26,27' }
  await openGame(hall, page, game)
  await clicks(page, '31', '15')
  const which = page.getByRole('group', { name: 'Which capture?' })
  await which.waitFor()
  // Choose from the list with the keyboard.
  await page.keyboard.press('Escape')
  await which.waitFor({ state: 'detached' })
  await clicks(page, '31', '15')
  await which.getByRole('button', { name: /26/ }).focus()
  await page.keyboard.press('Enter')
  await moveCount(page, 1)
  await named(page, /^27 black man/)
  await named(page, /^26 empty/)
  // Choose by a click on a square of the path.
  await openGame(hall, page, game)
  await clicks(page, '31', '24')
  await moveCount(page, 1)
  await named(page, /^26 black man/)
  await named(page, /^27 empty/)
})

test('draughts: a capture by dragging, taken back, from the other side of the board', async ({
  t,
}) => {
  const hall = await startHall(t)
  // With all animations: a capture hops from square to square.
  const page = await openPage(t, { reducedMotion: 'no-preference' })
  await openGame(hall, page, { variant: 'draughts', position: 'W:W47:B42,32,22,12,8,19' })
  for (const turned of [false, true]) {
    if (turned) await page.getByRole('button', { name: 'Flip' }).click()
    await drag(page, '47', '7')
    await hear(page, /^White man 47 to 7, takes 4 men/)
    await page.getByText('Takes 4.').waitFor()
    await named(page, /^7 white man, last move/)
    await page.getByRole('button', { name: 'Take back' }).click()
    await moveCount(page, 0)
    await named(page, /^47 white man, must capture/)
    await named(page, /^42 black man/)
  }
})

test('draughts: sides are changed with the machine, and the board turns', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const machine = { kind: 'machine', level: 1 }
  await openGame(hall, page, { variant: 'draughts-english', players: [machine, people[1]] })
  // Black moves first, and is at the bottom.
  const [low, high] = await Promise.all(['1', '32'].map((at) => middle(point(page, at))))
  assert.ok(low[1] > high[1])
  await clicks(page, '9', '13')
  await moveCount(page, 2)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Swap sides' }).click()
  await moveCount(page, 3)
  await hear(page, /^Black /)
  const [now, far] = await Promise.all(['32', '1'].map((at) => middle(point(page, at))))
  assert.ok(now[1] > far[1])
})

test('draughts: a game out of a PDN file, and PDN again', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Draughts')
  await pick(page, 'File')
  const input = page.locator('input[type=file]')
  assert.match(await input.getAttribute('accept'), /\.pdn/)
  const pdn = '[White "Ann"]\n[Black "Bo"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n'
  const broken = '\n[White "X"]\n[GameType "20"]\n\n1. 32-21 *\n'
  const file = { name: 'a.pdn', mimeType: 'text/plain', buffer: Buffer.from(pdn + broken) }
  await input.setInputFiles(file)
  await page.getByText('Ann – Bo').waitFor()
  await page.getByText('Not read:').waitFor()
  await page.getByText(/32-21/).waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 4)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const text = page.getByRole('dialog').getByRole('textbox')
  await page.waitForFunction(() => document.querySelector('dialog textarea')?.value !== '')
  assert.match(await text.inputValue(), /1\. 32-28 19-23 2\. 28x19 14x23 \*/)
})

test('draughts: numbers can be read on a phone, on twelve squares too', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page, { variant: 'draughts-canadian' })
  const low = await page.$$eval('.numbers text', (all) =>
    all.map((e) => e.getBoundingClientRect().height).filter((height) => height < 9),
  )
  assert.deepEqual(low, [])
  // The board of a set-up is next to its controls.
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Draughts')
  await pick(page, 'Set up')
  await page.waitForFunction(() => scrollY === 0)
  const lowest = await page.getByRole('group', { name: 'Pieces: White' }).boundingBox()
  assert.ok(lowest.y + lowest.height < phone.height)
  const turn = await page.getByRole('group', { name: 'To move' }).boundingBox()
  const opponent = await page.getByRole('group', { name: 'Opponent' }).boundingBox()
  assert.ok(turn.y < opponent.y)
})

test('draughts: Russian, by letters, on a phone', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  const created = await openGame(hall, page, { variant: 'draughts-russian' })
  for (const [i, [from, to]] of ['c3d4', 'b6a5', 'd4c5', 'd6b4', 'a3c5']
    .map((m) => [m.slice(0, 2), m.slice(2)])
    .entries()) {
    await point(page, from).tap()
    await point(page, to).tap()
    await moveCount(page, i + 1)
  }
  await hear(page, /^White man a3 to c5, takes 1 man/)
  assert.equal(await page.evaluate(() => scrollY), 0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(wide, false, 'nothing sticks out to the side')
  const now = await ask(hall, 'GET', `/api/games/${created.id}`)
  assert.equal(now.moves.length, 5)
})

test('draughts: set up by hand, with a fault that is named, and played to its end', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Draughts')
  await page.getByRole('radio', { name: /^English draughts/ }).click()
  await pick(page, 'Set up')
  await page.getByRole('button', { name: 'Clear' }).click()
  const box = (name) => page.getByRole('group', { name })
  const on = (at) => page.getByRole('grid').getByRole('button', { name: new RegExp(`^${at} `) })
  await box('Pieces: White').getByRole('button', { name: 'white man' }).click()
  await on('3').click()
  await page.locator('.go .bad').first().waitFor()
  await named2(page, /^3 white man, not possible here/)
  await on('3').click()
  await on('18').click()
  await box('Pieces: Black').getByRole('button', { name: 'black man' }).click()
  await on('15').click()
  await page.getByRole('group', { name: 'To move' }).getByRole('radio', { name: 'White' }).click()
  await page.getByText('This position can be played.').waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await clicks(page, '18', '11')
  await hear(page, /White wins because the opponent has no piece left/)
  await page.getByText('No pieces left').first().waitFor()
})

const named2 = (page, name) => page.getByRole('grid').getByRole('button', { name }).waitFor()
