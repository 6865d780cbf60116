// Lists that follow what happens elsewhere: another tab, another person, a program.

import { ask, assert, openPage, phone, startHall, test } from '../hall.mjs'

/** Waits until exactly these titles are listed, in this order. */
const listed = (page, list, ...titles) =>
  page.waitForFunction(
    ([selector, wanted]) =>
      [...document.querySelectorAll(`${selector} h2 a`)]
        .map((link) => link.textContent.replace(/\s+/g, ' ').trim())
        .join('; ') === wanted.join('; '),
    [list, titles],
  )

test('news: a list of games follows games that others begin, end and delete', async ({ t }) => {
  const hall = await startHall(t)
  const begin = (name) =>
    ask(hall, 'POST', '/api/games', {
      variant: 'xiangqi',
      players: [name, 'Bo'].map((name) => ({ kind: 'person', name })),
      clock: { kind: 'none' },
    })
  const first = await begin('Ada')
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/games`)
  await listed(page, '.list', 'Ada – Bo')
  const small = await openPage(t, { viewport: phone })
  await small.goto(`${hall.url}/#/games`)
  await listed(small, '.list', 'Ada – Bo')
  // What is selected stays so.
  await page.getByRole('checkbox').first().check()
  await begin('Cy')
  for (const one of [page, small]) await listed(one, '.list', 'Cy – Bo', 'Ada – Bo')
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 1)
  await ask(hall, 'DELETE', `/api/games/${first.id}`)
  for (const one of [page, small]) await listed(one, '.list', 'Cy – Bo')
})

test('news: a list of studies follows studies that others make', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  const make = (title) =>
    ask(hall, 'POST', '/api/studies', {
      kind: 'position',
      variant: 'xiangqi',
      rules: null,
      position: null,
      moves: [],
      title,
    })
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/studies`)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await make('One')
  await listed(page, '.page > ul', 'One')
  const two = await make('Two')
  await listed(page, '.page > ul', 'Two', 'One')
  await ask(hall, 'DELETE', `/api/studies/${two.id}`)
  await listed(page, '.page > ul', 'One')
})
