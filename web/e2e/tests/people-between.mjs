// What happens between two people at two browsers besides moves: a lost network, claims, talk, planned moves, clocks.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, pick, point, startHall, test } from '../hall.mjs'

const friends = () => 'mode = "friends"\nclaim-after = 3\n'

/** Two people at the board of a new game, Ada with the first side. */
async function two(t, screen = desktop, prepare = async () => {}) {
  const hall = await startHall(t, { own: true, config: friends })
  const pages = []
  for (let i = 0; i < 2; i++) pages.push(await openPage(t, { viewport: screen }))
  const [ada, bob] = pages
  await ada.goto(hall.url + '/#/new/friend')
  await ada.getByLabel('Your name').fill('Ada')
  await prepare(ada)
  await ada.getByRole('button', { name: 'Make the invitation' }).click()
  await ada.getByRole('heading', { name: 'Waiting for your friend' }).waitFor()
  const hash = new URL(ada.url()).hash
  return { hall, ada, bob, hash }
}

async function sit(hall, bob, hash, terms = 'no clock') {
  await bob.goto(hall.url + '/' + hash)
  // What is played is said before one sits down.
  await bob.locator('form').getByText(terms, { exact: false }).waitFor()
  await bob.getByLabel('Your name').fill('Bob')
  await bob.getByRole('button', { name: 'Sit down' }).click()
  await bob.getByRole('button', { name: 'Sit down' }).waitFor({ state: 'detached' })
}

const move = async (page, from, to) => {
  await point(page, from).click()
  await point(page, to).click()
}

/** The seconds of somebody's main time, whose clock stands. */
async function left(page, name) {
  const shown = await page
    .getByRole('timer', { name: new RegExp(`^Clock of ${name}`) })
    .textContent()
  const [minutes, seconds] = shown
    .match(/(\d+):(\d\d)/)
    .slice(1)
    .map(Number)
  return minutes * 60 + seconds
}

/** The WebSockets of a page, which can be cut and kept away. */
async function wire(page) {
  const line = { isCut: false, open: [] }
  await page.routeWebSocket(/\/api\//, (socket) => {
    if (line.isCut) return void socket.close()
    const server = socket.connectToServer()
    line.open.push(socket, server)
  })
  line.cut = async () => {
    line.isCut = true
    for (const socket of line.open.splice(0)) await socket.close().catch(() => {})
  }
  line.mend = () => (line.isCut = false)
  return line
}

// Two browsers at a busy machine need more time than one.
test.describe.configure({ timeout: 300_000 })

test('between people: a network that is lost comes back, and who stays away can lose the game', async ({
  t,
}) => {
  const { hall, ada, bob, hash } = await two(t)
  const line = await wire(bob)
  await sit(hall, bob, hash)
  await move(ada, 'h2', 'e2')
  await bob.getByText('your move').first().waitFor()
  // Bob's network is lost, he moves, and the move is played when it is back.
  await line.cut()
  await move(bob, 'h9', 'g7')
  await ada.getByText('not connected').first().waitFor()
  line.mend()
  await ada.getByText('your move').first().waitFor()
  await move(ada, 'h0', 'g2')
  await bob.getByText('your move').first().waitFor()
  // He leaves for longer than he may.
  await line.cut()
  await ada.getByText('Bob is not connected.', { exact: false }).first().waitFor()
  assert.equal(await ada.getByRole('button', { name: 'Claim the win' }).count(), 0)
  await ada.getByRole('button', { name: 'Claim the win' }).click()
  await ada.getByText('because the other player had left', { exact: false }).first().waitFor()
  line.mend()
  await bob.getByText('because the other player had left', { exact: false }).first().waitFor()
  // Another game of the same two.
  await bob.getByRole('button', { name: 'Rematch' }).first().click()
  await ada.getByRole('button', { name: 'Rematch' }).first().click()
  await ada.getByRole('button', { name: 'Sit down' }).click()
  await move(bob, 'h2', 'e2')
  await ada.getByText('your move').first().waitFor()
})

test('between people: each reads the talk in the own language, and a game is called off', async ({
  t,
}) => {
  const { hall, ada, bob, hash } = await two(t)
  await sit(hall, bob, hash)
  await ada.getByRole('region', { name: 'Bob' }).waitFor()
  await bob.getByRole('tab', { name: 'Talk' }).click()
  await bob.getByRole('button', { name: 'Good luck!' }).click()
  await ada.getByText('Bob: Good luck!').first().waitFor()
  await ada.getByRole('button', { name: '切换到中文' }).first().click()
  await ada.getByRole('tab', { name: '交谈' }).click()
  await ada.getByRole('log', { name: '交谈' }).getByText('请多指教！').waitFor()
  await ada.getByLabel('自己写一句').fill('你好，Bob')
  await ada.getByRole('button', { name: '发送' }).click()
  await bob.getByRole('log', { name: 'Talk' }).getByText('你好，Bob').waitFor()
  await examine(bob)
  // Both may call it off; it is no draw.
  await bob.getByRole('button', { name: 'Call off' }).click()
  await bob.getByRole('dialog').getByRole('button', { name: 'Call off' }).click()
  await bob.getByText('The game was called off.').first().waitFor()
  await ada.getByText('对局已取消。').first().waitFor()
})

test('between people: a move is planned, and another one is confirmed', async ({ t }) => {
  const { hall, ada, bob, hash } = await two(t)
  await sit(hall, bob, hash)
  await ada.getByRole('region', { name: 'Bob' }).waitFor()
  // Bob plans on Ada's turn; a click elsewhere forgets it, and he plans again.
  await move(bob, 'h9', 'g7')
  await bob.getByText('Planned:', { exact: false }).waitFor()
  await point(bob, 'e4').click()
  await bob.getByText('Planned:', { exact: false }).waitFor({ state: 'detached' })
  await move(bob, 'h9', 'g7')
  await bob.getByText('Planned:', { exact: false }).waitFor()
  await move(ada, 'h2', 'e2')
  await ada.getByText('your move').first().waitFor()
  // What is not possible when the turn comes is not played.
  await move(bob, 'a9', 'a0')
  await move(ada, 'h0', 'g2')
  await bob.getByText('The planned move is not possible any more.').first().waitFor()
  // A move that waits for its confirmation.
  await bob.evaluate(() => (location.hash = '#/settings'))
  await bob.getByRole('switch', { name: 'Ask before a move is played' }).check()
  await bob.goBack()
  await move(bob, 'i9', 'h9')
  await bob.getByRole('button', { name: 'Choose another one' }).click()
  await move(bob, 'i9', 'h9')
  await bob.getByRole('button', { name: 'Play this move' }).click()
  await ada.getByText('your move').first().waitFor()
})

test('between people: a clock with periods, at a phone', async ({ t }) => {
  const sent = []
  const { hall, ada, bob, hash } = await two(t, phone, async (page) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))),
    )
    await pick(page, 'Byo-yomi')
    await page.getByRole('button', { name: '10 + 30', exact: true }).click()
    await page.getByText('10 min (1 min a move), then 30 s.', { exact: false }).waitFor()
    await examine(page)
  })
  await sit(hall, bob, hash, '10 min (1 min a move), then 30 s')
  await move(ada, 'h2', 'e2')
  await bob.getByText('your move').first().waitFor()
  // The browser says how long the position was seen: what is spent on the way is given back.
  const { thought_ms: thought } = sent.find(({ type }) => type === 'move')
  assert.ok(Number.isInteger(thought) && thought >= 0 && thought < 300_000, `${thought} ms`)
  // A minute more for both, if the other one agrees.
  await bob.getByRole('button', { name: 'More' }).click()
  await bob.getByRole('menuitem', { name: 'A minute more for both' }).click()
  await bob.getByText('You have asked.', { exact: false }).waitFor()
  await ada.getByText('Bob asks for a minute more for both.').waitFor()
  const before = await left(ada, 'Ada')
  await ada.getByRole('button', { name: 'Agree' }).click()
  await ada.getByText('Bob asks for a minute more').waitFor({ state: 'detached' })
  assert.equal(await left(ada, 'Ada'), before + 60)
  await bob.getByText('You have asked.', { exact: false }).waitFor({ state: 'detached' })
  assert.equal(await bob.getByText('does not agree', { exact: false }).count(), 0)
  const clock = bob.getByRole('timer', { name: /^Clock of Bob: .*move 0:/ })
  await clock.waitFor()
  await examine(bob)
})
