// Blocking, reporting, the moderator's page, and a person's own data.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { examine } from '../axe.mjs'
import { binary, desktop, openPage, phone, startHall, test } from '../hall.mjs'

test.describe.configure({ timeout: 300_000 })

const PASSWORD = 'correct horse battery'
const config = () => 'mode = "public"\n'

async function signUp(page, hall, name) {
  await page.goto(hall.url + '/#/settings')
  await page.getByRole('button', { name: 'Make an account' }).click()
  const form = page.getByRole('form', { name: 'Make an account' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel(/assword/).fill(PASSWORD)
  await form.getByRole('button', { name: 'Make an account', exact: true }).first().click()
  await page.getByRole('button', { name: 'I have it' }).click()
}

const myId = (page) =>
  page.evaluate(() => fetch('/api/me').then((it) => it.json())).then((it) => it.person.id)

test('safety: who is blocked, reported, disabled, and who leaves', async ({ t }) => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-safety-'))
  t.closers.push(async () => fs.rmSync(data, { recursive: true, force: true }))
  const before = await startHall(t, { data, config })
  const olga = await openPage(t, { viewport: desktop })
  await signUp(olga, before, 'Olga')
  await before.stop()
  const said = execFileSync(binary(), ['accounts', '--data', data, 'role', 'Olga', 'owner'])
  assert.match(said.toString(), /Olga has the role owner/)
  const hall = await startHall(t, { data, config })

  // Ada offers a game, and Bob takes it.
  const ada = await openPage(t, { viewport: phone })
  const bob = await openPage(t, { viewport: desktop, expected: /403/ })
  await ada.goto(hall.url + '/#/new/offer')
  await ada.getByLabel('Your name').fill('Ada')
  await ada.getByRole('button', { name: 'Make the invitation' }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  await bob.goto(hall.url + '/#/people')
  await bob.getByLabel('Your name').fill('Bob')
  await bob.getByRole('button', { name: /^Play .* with Ada/ }).click()
  await bob.getByRole('region', { name: 'Ada' }).waitFor()

  // Ada blocks Bob, finds that in the settings, and takes it back.
  await ada.goto(hall.url + `/#/person/${await myId(bob)}`)
  await ada.getByRole('button', { name: 'Block', exact: true }).click()
  await ada.getByText('You have blocked this player.', { exact: false }).waitFor()
  await examine(ada, 'safety: a blocked person')
  await ada.goto(hall.url + '/#/settings')
  await ada.getByRole('heading', { name: 'Blocked players' }).waitFor()
  await ada.getByRole('link', { name: 'Bob' }).waitFor()
  await ada.getByRole('button', { name: 'Unblock' }).click()
  await ada.getByText('You have blocked nobody.').waitFor()

  // She reports him to the moderators.
  await ada.goto(hall.url + `/#/person/${await myId(bob)}`)
  await ada.getByRole('button', { name: 'Report' }).click()
  await ada.getByLabel('What happened').fill('He shouts.')
  await examine(ada, 'safety: a report')
  await ada.getByRole('button', { name: 'Send the report' }).click()
  await ada.getByText('The moderators will read it.').waitFor()

  // The owner reads it and disables him, with a reason that he reads.
  await olga.goto(hall.url + '/#/settings')
  await olga.getByRole('link', { name: 'Reports' }).click()
  await olga.getByText('He shouts.').waitFor()
  await olga.getByRole('button', { name: 'Disable', exact: true }).click()
  await olga.getByLabel('Why').fill('He was warned.')
  await olga.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await olga.getByRole('region', { name: 'Disabled' }).getByText('He was warned.').waitFor()
  await olga.getByRole('button', { name: 'Close the report' }).click()
  await olga.getByRole('dialog').getByRole('button', { name: 'Close the report' }).click()
  await olga.getByText('Closed', { exact: false }).first().waitFor()
  await examine(olga, 'safety: the page of moderators')
  await olga.getByText('Nobody has enough games yet.').waitFor()
  // With figures, as the server tests make them: they are shown, with the games.
  const game = (id, agreed) => ({ game: id, at: '2026-11-28T12:00:00Z', compared: 20, agreed })
  const person = await myId(bob)
  const figures = {
    ...{ person, name: 'Bob', family: 'xiangqi', time: 'blitz', rating: 1640 },
    ...{ share: 842, least: 731, usual: { people: 14, middle: 380, spread: 61 } },
    ...{ stands_out: true, games: [game('a', 17), game('b', 16)] },
  }
  await olga.route('**/api/moderation', async (route) => {
    const desk = await (await route.fetch()).json()
    await route.fulfill({ json: { ...desk, agreements: [figures] } })
  })
  await olga.reload()
  const section = olga.getByRole('region', { name: 'Moves of the engine' })
  await section.getByText('84 % of the moves (33 of 40)', { exact: false }).waitFor()
  await section.getByText('hardly less than 73 % in truth', { exact: false }).waitFor()
  await section.getByText('38 % ± 6 % (14 others)', { exact: false }).waitFor()
  await section.getByText('stands out').waitFor()
  await section.getByText('2 games').click()
  assert.equal(await section.getByRole('link').count(), 3)
  await examine(olga, 'safety: moves of the engine')
  await olga.unroute('**/api/moderation')
  await bob.goto(hall.url + '/#/people')
  await bob.reload()
  await bob.getByText('A moderator has disabled you: He was warned.', { exact: false }).waitFor()
  await bob.getByRole('button', { name: 'Find an opponent' }).click()
  await bob.getByText('you can look, but do nothing', { exact: false }).first().waitFor()
  await olga.getByRole('button', { name: 'Enable again' }).click()
  await olga.getByLabel('Why').fill('He is sorry.')
  await olga.getByRole('dialog').getByRole('button', { name: 'Enable again' }).click()
  await olga.getByText('Nobody is disabled.').waitFor()

  // Ada signs up, takes her data and deletes the account; she is asked twice.
  await signUp(ada, hall, 'Ada')
  const [file] = await Promise.all([
    ada.waitForEvent('download'),
    ada.getByRole('link', { name: 'Save my data' }).click(),
  ])
  const saved = JSON.parse(fs.readFileSync(await file.path(), 'utf8'))
  assert.equal(saved.account.name, 'Ada')
  assert.deepEqual([saved.games.length, saved.reports.length], [1, 1])
  await ada.getByRole('button', { name: 'Delete the account' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Ada')
  await dialog.getByLabel('Present password').fill(PASSWORD)
  await examine(ada, 'safety: an account is deleted')
  await dialog.getByRole('button', { name: 'Delete it for ever' }).click()
  await ada.getByRole('heading', { name: 'Sign in' }).waitFor()
  await bob.goto(hall.url + '/#/games')
  await bob.getByText('deleted account', { exact: false }).first().waitFor()
})
