// The effects of rules and clocks on a game, as the page shows them.

import {
  assert,
  ask,
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

/** A chariot that gives perpetual check: the ninth ply would be the third repetition. */
const perpetual = {
  position: '3k5/9/9/9/9/9/9/9/R8/4K4 w',
  moves: ['a1a9', 'd9d8', 'a9a8', 'd8d9', 'a8a9', 'd9d8', 'a9a8', 'd8d9'],
}

test('clock: it runs out, and the game is lost on time', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { clock: { kind: 'per_move', ms: 1000 } })
  assert.equal(await page.getByRole('timer').count(), 2)
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await hear(page, /Red wins on time/)
  await page.getByText('Red wins on time.').first().waitFor()
})

test('warning: a repetition that would lose is named before it is played', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, perpetual)
  const check = async () => {
    await point(page, 'a8').click()
    await point(page, 'a9').click()
    const dialog = page.getByRole('dialog', { name: 'This move would lose the game' })
    await dialog.waitFor()
    return dialog
  }
  let dialog = await check()
  await dialog.getByText('Perpetual check').waitFor()
  await dialog.getByText(/World Xiangqi Rules, rule/).waitFor()
  await dialog.getByRole('button', { name: 'Choose another move' }).click()
  await moveCount(page, 8)
  dialog = await check()
  await dialog.getByRole('button', { name: 'Play it anyway' }).click()
  await hear(page, /Black wins because the opponent checked perpetually/)
  await page.getByText('World Xiangqi Rules, rule 1', { exact: true }).waitFor()
})

test('looking back: earlier boards, and going on from one of them', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'] })
  await page.locator('[data-ply="1"]').click()
  await named(page, /^h9 black horse/)
  await named(page, /^e2 red cannon, last move/)
  await page.keyboard.press('[')
  await named(page, /^h2 red cannon/)
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await named(page, /^g7 black horse, last move/)
  await page.getByRole('button', { name: 'Go on from here' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await moveCount(page, 2)
  await point(page, 'b0').click()
  await point(page, 'c2').click()
  await moveCount(page, 3)
})

test('draw: offered by one person, declined, offered again, accepted', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  await page.getByRole('button', { name: 'Draw' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await hear(page, /declined/)
  await page.getByRole('button', { name: 'Draw' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await hear(page, /Draw by agreement/)
})

test('draw: an offer stands while its own side moves, and the answer of a machine stays on the screen', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  await page.getByRole('button', { name: 'Draw' }).click()
  await page.getByText('Red offers a draw.').waitFor()
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await moveCount(page, 1)
  await page.getByText('Red offers a draw.').waitFor()
  // The other side declines by moving.
  await point(page, 'h9').click()
  await point(page, 'g7').click()
  await moveCount(page, 2)
  await page.getByText('Red offers a draw.').waitFor({ state: 'detached' })
  await openGame(hall, page, {
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ],
  })
  await page.getByRole('button', { name: 'Draw' }).click()
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await moveCount(page, 2)
  await page.getByText('The draw was declined.').last().waitFor()
})

test('set up by hand: every fault is named, then the game begins', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Set up')
  await page.getByRole('button', { name: 'Clear' }).click()
  const status = page.locator('.go')
  await status.getByText(/king/i).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start game' }).isDisabled(), true)
  const box = (name) => page.getByRole('group', { name })
  const on = (at) => page.getByRole('grid').getByRole('button', { name: new RegExp(`^${at} `) })
  await box('Pieces: Red').getByRole('button', { name: 'red king' }).click()
  await on('e0').click()
  await box('Pieces: Black').getByRole('button', { name: 'black king' }).click()
  await on('e9').click()
  await status.getByText(/kings face each other/).waitFor()
  await box('Pieces: Red').getByRole('button', { name: 'red chariot' }).click()
  await on('e4').click()
  await status.getByText(/is in check/).waitFor()
  await page.getByRole('group', { name: 'To move' }).getByRole('radio', { name: 'Black' }).click()
  await status.getByText('This position can be played.').waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await named(page, /^e9 black king, in check/)
  await named(page, /^e4 red chariot/)
})

test('start positions: a FEN, and a game out of a file', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Text')
  await page.getByRole('textbox', { name: /^A position/ }).fill('nonsense')
  await page.locator('.go .bad').first().waitFor()
  await page.getByRole('textbox', { name: /^A position/ }).fill('3k5/9/9/9/9/9/9/9/R8/4K4 w')
  await page.getByText('This position can be played.').waitFor()
  const game = await ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: [{ kind: 'person' }, { kind: 'person' }],
    clock: { kind: 'none' },
    moves: ['h2e2', 'h9g7', 'h0g2'],
  })
  const pgn = await ask(hall, 'GET', `/api/games/${game.id}/export?format=pgn&notation=chinese`)
  await pick(page, 'File')
  await page.locator('input[type=file]').setInputFiles({
    name: 'game.pgn',
    mimeType: 'text/plain',
    buffer: Buffer.from(pgn),
  })
  await page.getByText('2 moves').waitFor()
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await moveCount(page, 3)
})
