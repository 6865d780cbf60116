// The texts for the server's codes: why a move is refused, how soon a counter ends the game, and
// what a reply could cause.

import { hear, moveCount, openGame, openPage, point, startHall, test } from '../hall.mjs'

test('facts: a refused move is explained near the board and aloud, in every game', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const refused = async (game, squares, words) => {
    await openGame(hall, page, game)
    for (const at of squares) await point(page, at).click()
    await hear(page, words)
    await page.locator('.notice').getByText(words).waitFor()
    await moveCount(page, 0)
  }
  await refused({}, ['b0', 'd1'], /The horse’s leg is blocked by Red’s elephant/)
  await refused({}, ['b2', 'b7'], /A cannon captures by jumping over one piece/)
  const pinned = { position: '4k4/9/9/9/9/9/P8/9/4A4/4K4 w' }
  await refused(pinned, ['e1', 'd2'], /The kings would face each other/)
  const draughts = { variant: 'draughts', position: 'W:W28,37:B5' }
  await refused(draughts, ['28', '33'], /A man moves one step diagonally forward/)
  await refused({ variant: 'reversi' }, ['a1'], /A disc there would enclose nothing/)
})

test('facts: the limit that ends the game first is told and counted down', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'draughts', position: 'W:WK6,K47:BK5' })
  await page.getByText('The game is drawn after 5 more moves of this ending.').waitFor()
  const moves = ['6-1', '5-10', '47-36', '10-5', '1-6', '5-10', '36-47', '10-5', '6-1']
  await openGame(hall, page, { variant: 'draughts', position: 'W:WK6,K47:BK5', moves })
  await page.getByText(/The game is drawn after one more of these/).waitFor()
  await point(page, '5').click()
  await point(page, '10').click()
  await page.getByRole('dialog', { name: 'This move would end the game in a draw' }).waitFor()
})

test('facts: a reply that would complete a lost cycle is warned of', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, {
    position: '4k4/R8/9/9/9/9/9/9/9/3K5 w',
    moves: ['a8a9', 'e9e8', 'a9a8', 'e8e9', 'a8a9', 'e9e8'],
  })
  await point(page, 'a9').click()
  await point(page, 'a8').click()
  const dialog = page.getByRole('dialog', { name: 'After this move a reply could end the game' })
  await dialog.getByText('Perpetual check').waitFor()
  await dialog
    .getByText(/Repeated: .* for the third time\. The answer K5-1 would do it\./)
    .waitFor()
  await dialog.getByText(/World Xiangqi Rules, rule 1/).waitFor()
})
