// The form of a new game and the settings: their questions; parts that open are scrolled into view.

import { ask, assert, moveCount, named, openPage, phone, pick, startHall, test } from '../hall.mjs'

test('new game: a code of moves typed as text is a game', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'Two people')
  await pick(page, 'Text')
  await page.getByRole('textbox', { name: /^A position/ }).fill('h8i9j10')
  await page.getByRole('radio', { name: /^Game 1 3 moves/ }).waitFor()
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 3)
  await named(page, /^j10 black stone, last move/)
})

test('new game: a file that does not say its rules asks for them; what is not read yet is named', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'File')
  const buffer = Buffer.from('Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.psq', mimeType: 'text/plain', buffer })
  await page.getByText('choose them above').waitFor()
  // The choice applies to this file only.
  await page.getByRole('radio', { name: /^Renju/ }).click()
  await page.getByRole('radio', { name: /^a\.psq 2 moves/ }).waitFor()
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 2)
  assert.equal((await ask(hall, 'GET', '/api/games')).games[0].variant, 'renju')
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Xiangqi')
  await pick(page, 'Text')
  const text = page.getByRole('textbox', { name: /^A position/ })
  await text.fill('[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]')
  await page.getByRole('button', { name: 'Start game' }).click()
  await moveCount(page, 1)
})

test('new game: an opening asks who opens, and “more” names some', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await page.getByRole('group', { name: 'You play' }).waitFor()
  await page.getByRole('combobox', { name: 'Opening' }).selectOption('swap2')
  const opens = page.getByRole('group', { name: 'Who opens' })
  await opens.getByRole('radio', { name: 'The machine' }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Black', exact: true }).count(), 0)
  await pick(page, 'Two people')
  await page.getByRole('textbox', { name: 'The opener’s name' }).waitFor()
  await pick(page, 'Draughts')
  await page.getByText(/^Frisian draughts, Italian draughts and \d+ more$/).waitFor()
})

test('new game: on a phone nothing opens under the button', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true })
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Xiangqi')
  const more = page.getByText('More options', { exact: true })
  await more.click()
  const rules = page.getByRole('combobox', { name: 'Rules' })
  await rules.waitFor()
  const [field, button] = await Promise.all([
    rules.boundingBox(),
    page.getByRole('button', { name: 'Start game' }).boundingBox(),
  ])
  assert.ok(field.y + field.height <= button.y, `${field.y + field.height} > ${button.y}`)
})

test('settings: boards and pieces are chosen by pictures', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/settings`)
  for (const [group, count] of [
    ['Board', 3],
    ['Pieces', 6],
  ]) {
    const choices = page.getByRole('group', { name: group, exact: true })
    await choices.getByRole('radio').first().waitFor({ state: 'attached' })
    assert.equal(await choices.locator('label svg').count(), count)
  }
  await pick(page, 'Solid')
  assert.match(await page.locator('.preview .piece use').first().getAttribute('href'), /^#p-solid-/)
})
