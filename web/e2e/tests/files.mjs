// Games from files and texts, and the archive that lists them.

import { ask, assert, moveCount, named, openPage, pick, startHall, test } from '../hall.mjs'

const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const psq = 'Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\n'

test('files: of another board, other rules and another game than was chosen, with their players', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'Two people')
  await pick(page, 'File')
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file('a.psq', psq))
  await page.getByText(/^Changed to Gomoku.*20/).waitFor()
  assert.ok(await page.getByRole('radio', { name: '20×20' }).isChecked())
  // A game without player names is listed under the name of its file.
  await page.getByRole('radio', { name: /^a\.psq 2 moves/ }).waitFor()
  await pick(page, '15×15')
  await page.getByRole('alert').getByText('“a.psq” is not of this game and board.').waitFor()
  await input.setInputFiles(file('b.sgf', '(;GM[4]SZ[15]RU[Renju]PB[Anna]PW[Bert];B[hh];W[hi])'))
  await page.getByText(/^Changed to Renju/).waitFor()
  await page.getByRole('radio', { name: /^Anna – Bert/ }).waitFor()
  const name = (side) => page.getByRole('textbox', { name: `${side}’s name` })
  assert.equal(await name('Black').inputValue(), 'Anna')
  // A name that the user typed is kept.
  await name('White').fill('Berta')
  await input.setInputFiles(file('c.pdn', '[White "W"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 *\n'))
  await page.getByText(/^Changed to Russian/).waitFor()
  assert.equal(await name('White').inputValue(), 'W')
  assert.equal(await name('Black').inputValue(), 'Berta')
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 2)
  const [listed] = (await ask(hall, 'GET', '/api/games')).games
  assert.equal(listed.variant, 'draughts-russian')
  assert.deepEqual(
    listed.players.map((player) => player.name),
    ['W', 'Berta'],
  )
  // Values from a file do not become the user's defaults.
  await page.goto(`${hall.url}/#/new`)
  await name('Black').waitFor()
  assert.equal(await name('White').inputValue(), '')
})

test('files: a whole game is pasted; what is none is refused in one sentence', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Xiangqi')
  await pick(page, 'Two people')
  await pick(page, 'Text')
  const text = page.getByRole('textbox', { name: /^A position/ })
  // An incomplete move of this game is not read as a move of another game.
  await text.fill('h2')
  await page.locator('.go .bad').first().waitFor()
  await page.getByRole('radio', { name: 'Xiangqi', exact: true, checked: true }).waitFor()
  await text.fill('(;GM[4]SZ[20]PB[Anna]PW[Bert];B[hh];W[hi];B[ii])')
  await page.getByText(/^Changed to Gomoku.*20/).waitFor()
  await page.getByRole('radio', { name: /^Anna – Bert/ }).waitFor()
  await text.fill('7,7 8,8')
  await page.getByRole('radio', { name: /^Game 1 2 moves/ }).waitFor()
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 2)
  await named(page, /^i9 white stone, last move/)

  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'File')
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const picture = { name: 'xq.pgn', mimeType: 'image/png', buffer: png }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByText(/^"xq.pgn" is no text and no .*RenLib library/).waitFor()
  assert.equal(await page.locator('.start li').count(), 1)
})

test('games: found by a player’s name and by the kind of game', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const create = (variant, ...names) =>
    ask(hall, 'POST', '/api/games', {
      variant,
      players: names.map((name) => ({ kind: 'person', name })),
      clock: { kind: 'none' },
    })
  await create('xiangqi', 'Anna', 'Bert')
  await create('renju', 'Cleo', 'Ännchen')
  await create('draughts', 'Dora', 'anna')
  await page.goto(`${hall.url}/#/games`)
  const heading = (name) => page.getByRole('heading', { name, exact: true })
  const search = page.getByRole('searchbox', { name: 'Player’s name' })
  await heading('Cleo – Ännchen').waitFor()
  await search.fill('ANNA')
  await heading('Cleo – Ännchen').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.list > li').count(), 2)
  await page.getByRole('status').getByText('2 games found').waitFor()
  const kind = page.getByRole('combobox', { name: 'Game' })
  await kind.selectOption('draughts')
  await heading('Anna – Bert').waitFor({ state: 'detached' })
  await heading('Dora – anna').waitFor()
  // The filter is kept after a visit to another view.
  await page.getByRole('link', { name: 'Learn' }).click()
  await page.getByRole('link', { name: 'Games' }).click()
  await heading('Dora – anna').waitFor()
  assert.equal(await search.inputValue(), 'ANNA')
  await kind.selectOption('xiangqi')
  await heading('Anna – Bert').waitFor()
  await search.fill('ännch')
  await heading('No game is like that.').waitFor()
  await kind.selectOption('')
  await heading('Cleo – Ännchen').waitFor()
})
