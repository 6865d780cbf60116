// A hall that others can reach says what everybody may do, and a failure of the server has a number to quote.

import { assert, desktop, openPage, phone, startHall, test } from '../hall.mjs'

/** A proxy before the hall means that others reach it. */
const forOthers = () => 'trusted-proxies = ["127.0.0.1"]\n'

const title = { en: 'This hall is open to everybody', zh: '这个棋馆向所有人开放' }

test('open hall: a visitor is told once what everybody may do, in both languages', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true, config: forOthers })
  const page = await openPage(t)
  await page.goto(hall.url)
  const dialog = page.getByRole('dialog', { name: title.en })
  await dialog.waitFor()
  await dialog.getByText('change and delete every game and study').waitFor()
  await dialog.getByRole('button', { name: 'I understand' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'A hall of board games' }).waitFor()
  assert.equal(await dialog.count(), 0)
  // The settings show it at any time.
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('heading', { name: title.en }).waitFor()
  for (const viewport of [phone, desktop]) {
    const chinese = await openPage(t, { locale: 'zh-CN', viewport })
    await chinese.goto(hall.url)
    const shown = chinese.getByRole('dialog', { name: title.zh })
    await shown.getByText('修改和删除任何对局与研究').waitFor()
    await shown.getByRole('button', { name: '我明白了' }).click()
    await shown.waitFor({ state: 'hidden' })
  }
})

test('open hall: one for the users of its machine says nothing of the kind', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('heading', { name: 'Sound' }).waitFor()
  assert.equal(await page.getByText(title.en).count(), 0)
})

test('a failure of the server is shown with the id of its request', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { expected: /500|422/ })
  await page.goto(`${hall.url}/#/new`)
  const problem = { message: 'the server failed here', request: '3f2a9c0d11e84b75' }
  let code = 'internal'
  await page.route('**/api/games', (route) =>
    route.fulfill({ status: 500, json: { ...problem, code } }),
  )
  const start = page.getByRole('button', { name: 'Start game' })
  await start.click()
  const alert = page.getByRole('alert')
  await alert.getByText('(Request 3f2a9c0d11e84b75)').waitFor()
  // What the person did wrong needs no number.
  code = 'game-over'
  await start.click()
  await alert.getByText('The game is over.', { exact: true }).waitFor()
})
