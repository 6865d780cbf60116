// Two people at two browsers play each other, and a third one watches.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, pick, point, startHall, test } from '../hall.mjs'

const friends = () => 'mode = "friends"\n'

/** Makes an invitation as this person; returns the address of the game. */
async function invite(page, name, game = '') {
  await page.goto(page.hallUrl + '/#/new/friend')
  await page.getByLabel('Your name').fill(name)
  if (game) await page.getByRole('radio', { name: game }).check()
  await page.getByRole('button', { name: 'Make the invitation' }).click()
  await page.getByRole('heading', { name: 'Waiting for your friend' }).waitFor()
  return new URL(page.url()).hash
}

async function sitDown(page, hash, name) {
  await page.goto(page.hallUrl + '/' + hash)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Sit down' }).click()
  await page.getByRole('button', { name: 'Sit down' }).waitFor({ state: 'detached' })
}

async function three(t, screen = desktop) {
  const hall = await startHall(t, { own: true, config: friends })
  const pages = []
  for (let i = 0; i < 3; i++) {
    // A game that was withdrawn is looked for once more.
    const page = await openPage(t, { viewport: screen, expected: /404/ })
    page.hallUrl = hall.url
    pages.push(page)
  }
  return { hall, pages }
}

const move = async (page, from, to) => {
  await point(page, from).click()
  await point(page, to).click()
}

test('people: invited by a link, played to a draw, watched, and played again', async ({ t }) => {
  const { pages } = await three(t)
  const [ada, bob, eve] = pages
  const hash = await invite(ada, 'Ada')
  await ada.getByRole('img', { name: 'The address as a QR code' }).waitFor()
  await bob.goto(bob.hallUrl + '/' + hash)
  await bob.getByRole('heading', { name: /^Ada invites you to a game of / }).waitFor()
  await sitDown(bob, hash, 'Bob')
  await ada.getByRole('heading', { name: 'Waiting for your friend' }).waitFor({ state: 'detached' })
  await ada.getByRole('region', { name: 'Bob' }).waitFor()
  await eve.goto(eve.hallUrl + '/' + hash)
  await eve.getByRole('region', { name: 'Bob' }).waitFor()

  await move(ada, 'h2', 'e2')
  await bob.getByText('your move').first().waitFor()
  await move(bob, 'h9', 'g7')
  await ada.getByText('your move').first().waitFor()
  // Who watches moves nothing.
  await point(eve, 'h0').click()
  await eve.getByText('You watch this game.').first().waitFor()

  // A take-back is asked for: declined, and then agreed to.
  await ada.getByRole('button', { name: 'Take back' }).click()
  await bob.getByText('Ada asks to take back').waitFor()
  await bob.getByRole('button', { name: 'Decline' }).click()
  await ada.getByText('The other player does not agree.').first().waitFor()
  await ada.getByRole('button', { name: 'Take back' }).click()
  await bob.getByRole('button', { name: 'Agree' }).click()
  await ada.getByText('Ada asks to take back').waitFor({ state: 'detached' })
  await move(ada, 'b2', 'e2')
  await bob.getByText('your move').first().waitFor()

  // A draw.
  await bob.getByRole('button', { name: 'Draw' }).click()
  await ada.getByText('Bob offers a draw.').waitFor()
  assert.equal(await eve.getByRole('button', { name: 'Accept' }).count(), 0)
  await ada.getByRole('button', { name: 'Accept' }).click()
  await bob.getByRole('button', { name: 'Rematch' }).first().waitFor()

  // The rematch, on the other sides.
  await bob.getByRole('button', { name: 'Rematch' }).first().click()
  await bob.getByRole('heading', { name: 'Waiting for Ada' }).waitFor()
  await ada.getByRole('button', { name: 'Rematch' }).first().click()
  await ada.getByRole('heading', { name: 'Bob wants a rematch' }).waitFor()
  await ada.getByRole('button', { name: 'Sit down' }).click()
  await bob.getByRole('heading', { name: 'Waiting for Ada' }).waitFor({ state: 'detached' })
  await move(bob, 'h2', 'e2')
  await ada.getByText('your move').first().waitFor()
})

test('people: who leaves is missed, and the front page goes on with the own game only', async ({
  t,
}) => {
  const { pages } = await three(t)
  const [ada, bob, eve] = pages
  const hash = await invite(ada, 'Ada')
  await sitDown(bob, hash, 'Bob')
  await ada.getByTitle('connected').waitFor()
  await bob.goto(bob.hallUrl + '/#/')
  await ada.getByText('not connected').waitFor()
  await bob.getByRole('region', { name: 'Go on' }).getByText('Ada').waitFor()
  await eve.goto(eve.hallUrl + '/#/')
  await eve.getByRole('region', { name: 'To watch' }).getByText('Ada').waitFor()
  assert.equal(await eve.getByRole('region', { name: 'Go on' }).count(), 0)
})

test('people: an invitation at a phone is within the window, and is withdrawn', async ({ t }) => {
  const { pages } = await three(t, phone)
  const [ada, bob] = pages
  const hash = await invite(ada, 'Ada')
  await examine(ada)
  await bob.goto(bob.hallUrl + '/' + hash)
  await bob.getByRole('button', { name: 'Sit down' }).waitFor()
  await examine(bob)
  await ada.getByRole('button', { name: 'Withdraw' }).click()
  await ada.getByRole('heading', { name: 'New game' }).waitFor()
  await bob.getByText('This game is not there for you any more', { exact: false }).first().waitFor()
})

test('people: a hall of one user says how to play somebody', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url + '/#/new')
  await pick(page, 'A friend elsewhere')
  await page.getByText('yiqi --share').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Start game' }).isDisabled())
})
