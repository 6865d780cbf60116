// The archive: cards that are links, winners, and games that cannot be read.

import fs from 'node:fs'
import path from 'node:path'
import { ask, assert, doubleCannon, moveCount, openPage, startHall, test } from '../hall.mjs'

const create = (hall, names, game = {}) =>
  ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: names.map((name) => ({ kind: 'person', name })),
    clock: { kind: 'none' },
    ...game,
  })

test('games: a card says who won, leads to its game as a whole, and shows one’s own pieces', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await create(hall, ['Ada', 'Bo'], { moves: doubleCannon })
  await page.goto(`${hall.url}/#/games`)
  const card = page.getByRole('listitem').filter({ hasText: 'Ada' })
  await card.getByRole('link', { name: 'Ada – Bo' }).waitFor()
  await card.getByText('Red wins · Checkmate').waitFor()
  // The winner's name is bolder than the loser's, and has a mark beside it.
  const weight = (name) =>
    card.getByText(name, { exact: true }).evaluate((x) => Number(getComputedStyle(x).fontWeight))
  assert.ok((await weight('Ada')) > (await weight('Bo')))
  assert.equal(await card.locator('.won svg').count(), 1)
  const pieces = card.locator('svg use')
  assert.match(await pieces.first().getAttribute('href'), /^#p-traditional-/)
  // A click anywhere on the card, also on the picture, opens the game.
  await card.click({ position: { x: 60, y: 60 } })
  await moveCount(page, doubleCannon.length)
  await page.goBack()
  await card.waitFor()
  await page.evaluate(() => {
    const prefs = JSON.parse(localStorage.getItem('yiqi.preferences') ?? '{}')
    prefs.games = { xiangqi: { pieces: 'letters' } }
    localStorage.setItem('yiqi.preferences', JSON.stringify(prefs))
  })
  await page.reload()
  await pieces.first().waitFor({ state: 'attached' })
  assert.match(await pieces.first().getAttribute('href'), /^#p-letters-/)
  // The buttons on the card keep their own actions.
  await card.getByRole('button', { name: 'Export: Ada – Bo' }).click()
  await page.getByRole('dialog').waitFor()
  assert.match(page.url(), /#\/games$/)
})

test('games: a damaged one says so, and its data can be had', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t, { acceptDownloads: true })
  const broken = await create(hall, ['Brokenna', 'Bo'])
  await create(hall, ['Ada', 'Cy'])
  await hall.stop()
  const file = path.join(hall.data, 'hall.sqlite')
  const bytes = fs.readFileSync(file)
  const at = bytes.indexOf('"name":"Brokenna"')
  assert.ok(at > 0)
  bytes[at + 10] ^= 1
  fs.writeFileSync(file, bytes)
  const again = await startHall(t, { data: hall.data })
  await page.goto(`${again.url}/#/games`)
  await page.getByRole('link', { name: 'Ada – Cy' }).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'A damaged game' })
  await card.getByText('What is stored of it can no longer be read.').waitFor()
  const link = card.getByRole('link', { name: /^Data as they are/ })
  assert.equal(await link.getAttribute('href'), `/api/games/${broken.id}/raw`)
  const coming = page.waitForEvent('download')
  await link.click()
  const download = await coming
  assert.match(download.suggestedFilename(), /^game-.*\.json$/)
  assert.match(fs.readFileSync(await download.path(), 'utf8'), /rokenna/)
  await card.getByRole('button', { name: /^Delete/ }).click()
  await card.waitFor({ state: 'detached' })
})
