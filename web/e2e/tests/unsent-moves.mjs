// Moves made while the server is down: they survive a reload, are sent from any view, and are reported
// if another move was faster.

import {
  ask,
  board,
  moveCount,
  named,
  openGame,
  openPage,
  point,
  startHall,
  test,
} from '../hall.mjs'

const move = async (page, from, to) => {
  await point(page, from).click()
  await point(page, to).click()
}

test('unsent: a move made without the hall survives Games, a reload and is sent from any view', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  const game = await openGame(hall, page)
  await move(page, 'h2', 'e2')
  await moveCount(page, 1)
  await hall.stop('SIGKILL')
  await page.getByRole('alert').getByText('Connection lost').waitFor()
  await move(page, 'h9', 'g7')
  // Board, list and text all show the unsent move.
  const saysSo = async () => {
    await named(page, /^g7 black horse/)
    await page.getByRole('note', { name: 'H8+7, not sent yet' }).waitFor()
    await page.getByText('Your move H8+7 is kept here').waitFor()
    await page.getByRole('region', { name: 'Black' }).getByText('not sent yet').waitFor()
  }
  await saysSo()
  await page.getByRole('link', { name: 'Games' }).click()
  await page.getByText('1 move waits for the server').waitFor()
  await page.goBack()
  await saysSo()
  // The server delivers the page: without it a reload shows nothing, but no move is lost.
  await page.reload().catch(() => {})
  await startHall(t, { data: hall.data, port: hall.port })
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  for (let i = 0; ; i++) {
    const { moves } = await ask(hall, 'GET', `/api/games/${game.id}`)
    if (moves.length === 2) break
    if (i > 100) throw new Error('the move was not sent')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await page.goto(`${hall.url}/#/game/${game.id}`)
  await moveCount(page, 2)
  await named(page, /^g7 black horse, last move/)
  await page.getByText('Your move').waitFor({ state: 'detached' })
})

test('unsent: of two who move at once, the slower is told', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  const other = await openPage(t)
  const page = await openPage(t)
  const game = await openGame(hall, page, {
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ],
  })
  await other.goto(`${hall.url}/#/game/${game.id}`)
  await board(other).waitFor()
  await hall.stop('SIGKILL')
  for (const p of [page, other]) await p.getByText('Connection lost').waitFor()
  await move(page, 'h2', 'e2')
  await move(other, 'b2', 'e2')
  await startHall(t, { data: hall.data, port: hall.port })
  const told = (p) => p.getByRole('alert').getByText(/was not played/)
  await Promise.race([told(page).waitFor(), told(other).waitFor()])
  // Exactly one of the pages reports it, and the message stays long enough to be read.
  await moveCount(page, 2)
  await moveCount(other, 2)
  const [slow, quick] = (await told(page).count()) ? [page, other] : [other, page]
  if (await told(quick).count()) throw new Error('both were told')
  await slow.getByText('Another move had been played before it arrived.').waitFor()
  await slow.getByRole('button', { name: 'All right' }).click()
  await told(slow).waitFor({ state: 'detached' })
})

test('unknown addresses: the page says that there is nothing', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  // An address that does not exist is answered with 404, which Chromium logs.
  const page = await openPage(t, { expected: /404/ })
  for (const place of ['/#/game/%', '/foo/bar', '/#/nonsense']) {
    await page.goto(hall.url + place)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByRole('link', { name: 'Games' }).last().click()
    await page.getByRole('heading', { name: 'Games', exact: true }).waitFor()
  }
})
