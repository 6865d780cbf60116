// Games by correspondence: days for a move, whose turn it is on the front page, and conditional moves.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, pick, point, startHall, test } from '../hall.mjs'

test.describe.configure({ timeout: 300_000 })

const publicly = () => 'mode = "public"\n'

const move = async (page, from, to) => {
  await point(page, from).click()
  await point(page, to).click()
}

/** A move on the board of a line. */
async function foresee(page, from, to) {
  const board = page.getByRole('dialog').getByRole('grid')
  for (const at of [from, to]) {
    await board.getByRole('button', { name: new RegExp(`^${at} `) }).click()
  }
}

/** Ada has invited Bob to a game of three days a move, and both are there. */
async function begin(t, screen) {
  const hall = await startHall(t, { own: true, config: publicly })
  const ada = await openPage(t, { viewport: screen, expected: /409/ })
  await ada.goto(hall.url + '/#/new/friend')
  await ada.getByLabel('Your name').fill('Ada')
  await pick(ada, 'Days')
  await ada.getByRole('button', { name: '3 days' }).click()
  await examine(ada)
  await ada.getByRole('button', { name: 'Make the invitation' }).click()
  await ada.getByRole('heading', { name: 'Waiting for your friend' }).waitFor()
  const { hash } = new URL(ada.url())
  const bob = await openPage(t, { viewport: screen, expected: /409/ })
  await bob.goto(hall.url + '/' + hash)
  await bob.getByLabel('Your name').fill('Bob')
  await bob.getByRole('button', { name: 'Sit down' }).click()
  await bob.getByRole('button', { name: 'Sit down' }).waitFor({ state: 'detached' })
  return { hall, hash, ada, bob }
}

test('correspondence: a machine never plays for days', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: publicly })
  const page = await openPage(t, { viewport: phone })
  await page.goto(hall.url + '/#/new/friend')
  await pick(page, 'Days')
  await pick(page, 'Machine')
  assert.equal(await page.getByRole('radio', { name: 'Days' }).count(), 0)
  assert.ok(await page.getByRole('radio', { name: 'None', exact: true }).isChecked())
})

test('correspondence: what one has foreseen the hall answers', async ({ t }) => {
  const { hall, hash, ada, bob } = await begin(t, desktop)
  await move(ada, 'h2', 'e2')
  await bob.getByText('your move').first().waitFor()
  await bob.getByRole('timer', { name: /Bob.*(3 d 0 h|2 d 23 h)/ }).waitFor()
  // Ada foresees an answer, and then another one.
  await ada.getByRole('tab', { name: 'Game' }).click()
  await ada.getByRole('button', { name: 'Add a line' }).click()
  await ada.getByText('If your opponent plays …').waitFor()
  await foresee(ada, 'h9', 'g7')
  await ada.getByText('… you answer').waitFor()
  assert.ok(await ada.getByRole('button', { name: 'Keep this line' }).isDisabled())
  await foresee(ada, 'h0', 'g2')
  await examine(ada)
  await ada.getByRole('button', { name: 'Keep this line' }).click()
  await ada.getByText('1 line of conditional moves').waitFor()
  await ada.getByRole('button', { name: 'Add a line' }).click()
  await foresee(ada, 'h9', 'g7')
  await foresee(ada, 'b0', 'c2')
  await ada.getByRole('button', { name: 'Keep this line' }).click()
  await ada.getByRole('alert').getByText('another line has another answer').waitFor()
  await ada.keyboard.press('Escape')
  // Bob finds the game on the front page, and plays what was foreseen.
  await bob.goto(hall.url + '/#/')
  const waits = bob.getByRole('region', { name: 'Your move' })
  await waits.getByText('Ada – Bob').waitFor()
  await waits.getByText(/left$/).waitFor()
  await examine(bob)
  await waits.getByRole('link').click()
  await move(bob, 'h9', 'g7')
  await bob.getByText('your move').first().waitFor()
  await ada.getByText('Your conditional moves were played to their end.').waitFor()
  await ada.getByRole('button', { name: 'Understood' }).click()
  // Another answer than the foreseen one: the lines are dropped, and that is said.
  await ada.getByRole('button', { name: 'Add a line' }).click()
  await foresee(ada, 'b9', 'c7')
  await foresee(ada, 'b0', 'c2')
  await ada.getByRole('button', { name: 'Keep this line' }).click()
  await ada.getByText('1 line of conditional moves').waitFor()
  await move(bob, 'a9', 'a8')
  await ada.getByText('The game has left your conditional moves: they are dropped.').waitFor()
  assert.ok(ada.url().endsWith(hash))
  assert.equal(await bob.getByText('conditional').count(), 0)
})
