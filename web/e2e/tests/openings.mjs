// The explorer of openings: walked by mouse and keyboard, beside a game and a study; lines that are kept and drilled.

import { examine } from '../axe.mjs'
import {
  assert,
  board,
  createGame,
  hear,
  openPage,
  phone,
  pick,
  startHall,
  test,
} from '../hall.mjs'

const square = (page, name) => board(page).locator(`[data-at="${name}"]`)
const list = (page) => page.getByRole('list', { name: 'Openings' })

test('openings: what was played is walked, kept and drilled', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/openings/xiangqi`)
  await list(page).getByRole('button').first().waitFor()
  await page.getByText(/games of the machine against itself at/).waitFor()
  await examine(page)
  await list(page).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await square(page, 'h2').click()
  await square(page, 'e2').click()
  await square(page, 'h9').click()
  await square(page, 'g7').click()
  await page.waitForURL(/openings\/xiangqi\/h2e2,h9g7$/)
  // The address names the walk.
  await page.reload()
  const path = page.getByRole('list', { name: 'Moves so far' })
  await path.getByRole('button').nth(2).waitFor()
  await page.getByRole('button', { name: 'I play Red' }).click()
  await page.getByText('one line waits').waitFor()
  await examine(page)
  await page.getByRole('button', { name: /^Drill: one line waits/ }).click()
  await hear(page, /You play Red/)
  await square(page, 'b2').click()
  await square(page, 'e2').click()
  await hear(page, /That is not the line/)
  await page.getByRole('button', { name: 'Show the move' }).click()
  await hear(page, /The line goes on with/)
  await square(page, 'h2').click()
  await square(page, 'e2').click()
  await hear(page, /You needed help/)
  await examine(page)
  await page.getByRole('button', { name: 'Once more' }).click()
  await hear(page, /You play Red/)
  await square(page, 'h2').click()
  await square(page, 'e2').click()
  await hear(page, /The whole line without help/)
  await page.getByRole('button', { name: 'Back to the openings' }).click()
  await page.getByText(/next on/).waitFor()
})

test('openings: own games are counted however the position was reached', async ({ t }) => {
  const hall = await startHall(t)
  await createGame(hall, { moves: ['h2e2', 'h9g7', 'b0c2', 'i9h9'] })
  await createGame(hall, { moves: ['b0c2', 'h9g7', 'h2e2', 'b9c7'] })
  const page = await openPage(t, { viewport: phone })
  await page.goto(`${hall.url}/#/openings/xiangqi/h2e2,h9g7,b0c2`)
  await pick(page, 'this hall')
  await list(page).getByRole('button').nth(1).waitFor()
  assert.equal(await list(page).getByRole('button').count(), 2)
  await examine(page)
})

test('openings: beside a game and beside a study', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const machine = { kind: 'machine', level: 1 }
  const own = await createGame(hall, { players: [{ kind: 'person', name: '' }, machine] })
  await page.goto(`${hall.url}/#/game/${own.id}`)
  await page.getByRole('tab', { name: 'Openings' }).click()
  await page.getByText(/games of the machine against itself at/).waitFor()
  await examine(page)
  await page.goto(`${hall.url}/#/openings/xiangqi/h2e2`)
  await page.getByRole('button', { name: 'Open as a study' }).click()
  await page.getByRole('tab', { name: 'Openings' }).click()
  await list(page).getByRole('button').first().click()
  await page.getByRole('button', { name: 'I play Black' }).click()
  await page.getByText('Kept among the lines to drill.').waitFor()
  await examine(page)
})
