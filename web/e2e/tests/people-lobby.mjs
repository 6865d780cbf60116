// The lobby: an offer that somebody takes, a game with somebody now, and who watches.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, point, startHall, test } from '../hall.mjs'

test.describe.configure({ timeout: 300_000 })

const publicly = () => 'mode = "public"\n'

const enter = async (t, hall, name, screen = desktop) => {
  const page = await openPage(t, { viewport: screen })
  await page.goto(hall.url + '/#/people')
  if (name) await page.getByLabel('Your name').fill(name)
  return page
}

test('lobby: what one offers another one plays, and a third one watches', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: publicly })
  const ada = await openPage(t, { viewport: desktop })
  await ada.goto(hall.url + '/#/new/offer')
  await ada.getByLabel('Your name').fill('Ada')
  assert.ok(await ada.getByRole('switch', { name: 'Offer it to everybody' }).isChecked())
  await ada.getByRole('button', { name: 'Make the invitation' }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  const bob = await enter(t, hall, 'Bob', phone)
  await bob.getByRole('button', { name: /^Play .* with Ada/ }).waitFor()
  await examine(bob)
  // Who leaves is not waited for, and comes back to it.
  const game = ada.url()
  await ada.goto(hall.url + '/#/people')
  await bob.getByText('Nobody waits for a game.', { exact: false }).waitFor()
  await ada.goto(game)
  await bob.getByRole('button', { name: /^Play .* with Ada/ }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor({ state: 'detached' })
  await point(ada, 'h2').click()
  await point(ada, 'e2').click()
  await bob.getByText('your move').first().waitFor()
  const eve = await enter(t, hall, '')
  await eve.getByRole('region', { name: 'To watch' }).getByText('Ada – Bob').click()
  await eve.getByRole('region', { name: 'Bob' }).waitFor()
  assert.ok(await eve.getByRole('button', { name: 'Call off' }).isDisabled())
  const fay = await enter(t, hall, '')
  await fay.getByRole('region', { name: 'To watch' }).getByText('1 spectator').waitFor()
})

test('lobby: two who want to play now play each other', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: publicly })
  const ada = await enter(t, hall, 'Ada')
  await examine(ada)
  await ada.getByRole('button', { name: 'Find an opponent' }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  const bob = await enter(t, hall, 'Bob')
  await bob.getByRole('button', { name: /^Play .* with Ada/ }).waitFor()
  await bob.getByRole('button', { name: 'Find an opponent' }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor({ state: 'detached' })
  assert.equal(new URL(ada.url()).hash, new URL(bob.url()).hash)
})

test('lobby: a rated game changes what is said of both', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: publicly })
  const ada = await enter(t, hall, 'Ada', phone)
  await ada.getByRole('button', { name: 'Find an opponent' }).click()
  await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  const bob = await enter(t, hall, 'Bob')
  await bob.getByRole('button', { name: /^Play .* with Ada/ }).click()
  await bob.getByRole('region', { name: 'Ada' }).waitFor()
  const first = (await ada.getByText('your move').count()) > 0 ? ada : bob
  await point(first, 'h2').click()
  await point(first, 'e2').click()
  const second = first === ada ? bob : ada
  await point(second, 'h9').click()
  await point(second, 'g7').click()
  await first.getByText('your move').first().waitFor()
  assert.ok(await first.getByRole('button', { name: 'Take back' }).isDisabled())
  await bob.getByRole('button', { name: 'Resign' }).click()
  await bob.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await ada.getByText('by resignation', { exact: false }).first().waitFor()
  await ada.goto(hall.url + '/#/people')
  await ada.getByRole('link', { name: 'My ratings' }).click()
  await ada.getByRole('heading', { name: 'Ada', exact: true }).waitFor()
  await ada.getByText('· 1 won, 0 drawn, 0 lost', { exact: false }).waitFor()
  await ada.getByText('against Bob (1500)', { exact: false }).waitFor()
  await ada.getByText('1 game: 1 won, 0 drawn, 0 lost').waitFor()
  await examine(ada)
})
