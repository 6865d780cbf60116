// A whole club evening: eight people in eight browsers, of whom two are looked at.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, startHall, test } from '../hall.mjs'

test.describe.configure({ timeout: 600_000 })

const publicly = () => 'mode = "public"\n'

/** A browser of a person who does everything by messages, as a script. */
async function scripted(t, hall, name) {
  // Who is refused on purpose sees it in the console, too; and a whole browser looks for an icon of the page of JSON.
  const page = await openPage(t, { expected: /403|404/ })
  await page.goto(`${hall.url}/api/lobby`)
  const id = await page.evaluate(async (name) => {
    await fetch('/api/me')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name })
    const me = await fetch('/api/me', { method: 'PUT', headers, body })
    return (await me.json()).person.id
  }, name)
  const said = (tournament, command) =>
    page.evaluate(
      async ([tournament, command]) => {
        const answer = await fetch(`/api/tournaments/${tournament}/command`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(command),
        })
        return answer.status
      },
      [tournament, command],
    )
  const resign = (game) =>
    page.evaluate(
      (game) =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(
            `/api/games/${game}/live`.replace(/^/, location.origin.replace('http', 'ws')),
          )
          socket.onerror = () => reject(new Error('no connection'))
          socket.onmessage = ({ data }) => {
            const event = JSON.parse(data)
            if (event.type === 'state' && !event.game.end)
              socket.send(JSON.stringify({ id: 'resign', type: 'resign' }))
            else if (event.type === 'state' || event.type === 'done') resolve(socket.close())
            else if (event.type === 'error') reject(new Error(event.problem.message))
          }
        }),
      game,
    )
  return { id, name, said, resign }
}

const open = async (t, hall, address, screen) => {
  const page = await openPage(t, { viewport: screen })
  await page.goto(hall.url + address)
  return page
}

test('tournaments: a club evening of eight, three rounds of the Swiss system', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: publicly })
  // Ada makes it, found from the lobby, and takes part.
  const ada = await open(t, hall, '/#/people', desktop)
  await ada.getByRole('link', { name: /^A tournament of your own/ }).click()
  const form = ada.locator('form')
  await ada.getByLabel('Your name').fill('Ada')
  await ada.getByLabel('Name', { exact: true }).fill('Thursday club')
  await ada.getByRole('combobox', { name: /^Game/ }).selectOption('reversi')
  await ada
    .getByRole('group', { name: 'Time' })
    .getByRole('radio', { name: 'None' })
    .check({ force: true })
  await examine(ada)
  await form.getByRole('button', { name: 'Make the tournament' }).click()
  await ada.getByRole('heading', { name: 'Thursday club' }).waitFor()
  await ada.getByRole('button', { name: 'Take part' }).click()
  await ada.getByText('You take part.').waitFor()
  const address = new URL(ada.url()).hash
  const id = address.split('/').at(-1)
  // Bob comes with his phone by the link; six others as scripts.
  const bob = await open(t, hall, `/${address}`, phone)
  await bob.getByLabel('Your name').fill('Bob')
  await bob.getByRole('button', { name: 'Take part' }).click()
  await bob.getByText('You take part.').waitFor()
  await examine(bob)
  const others = []
  for (const name of ['Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']) {
    // Long names push nothing aside.
    const one = await scripted(t, hall, name.padEnd(24, 'W'))
    assert.equal(await one.said(id, { type: 'enter' }), 200)
    others.push(one)
  }
  assert.equal(await others[0].said(id, { type: 'begin_round', round: 1 }), 403)
  await ada.getByRole('row').nth(8).waitFor()
  await bob.getByText('8 players', { exact: false }).waitFor()
  const shown = () => bob.evaluate(async (id) => (await fetch(`/api/tournaments/${id}`)).json(), id)
  for (let round = 1; round <= 3; round++) {
    await ada.getByRole('button', { name: `Begin round ${round}` }).click()
    await bob.getByRole('heading', { name: `Round ${round} of 3` }).waitFor()
    const { games } = (await shown()).rounds[round - 1]
    assert.equal(games.length, 4)
    assert.equal(await bob.evaluate(() => document.scrollingElement.scrollWidth), phone.width)
    // Who plays against one of the two by hand goes on to the board; the second side resigns.
    for (const page of [bob, ada]) {
      const toBoard = page.getByRole('link', { name: 'To the board' })
      // Against each other the first one of the two has ended their game.
      const me = await page.evaluate(async () => (await (await fetch('/api/me')).json()).person.id)
      const game = games.find((game) => game.first === me || game.second === me)
      const { result } = (await shown()).rounds[round - 1].games[games.indexOf(game)]
      const other = others.find((one) => one.id === game.first || one.id === game.second)
      if (result || (game.first === me && other)) continue
      await toBoard.click()
      await page.getByRole('button', { name: 'Resign' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
      await page.getByText('by resignation', { exact: false }).first().waitFor()
      await page.getByRole('link', { name: 'To the tournament' }).first().click()
    }
    for (const game of games) {
      const second = others.find((one) => one.id === game.second)
      if (second) await second.resign(game.game)
    }
    // Both pages hear of it without being loaded again.
    for (const page of [ada, bob]) {
      const last = page.getByRole('region', { name: `Round ${round}` })
      await last
        .getByText(/^[01]–[01]$/)
        .nth(3)
        .waitFor()
    }
  }
  assert.equal(await bob.evaluate(() => document.scrollingElement.scrollWidth), phone.width)
  await ada.getByRole('button', { name: 'End the tournament' }).click()
  await bob.getByText('over', { exact: true }).waitFor()
  // The first place has three points, and each round four winners.
  const { standings, summary } = await shown()
  assert.equal(summary.stage, 'over')
  assert.equal(standings[0].points, 6)
  assert.equal(
    standings.reduce((sum, line) => sum + line.points, 0),
    24,
  )
  for (const line of standings) {
    const met = line.rounds.map((cell) => cell.opponent)
    assert.equal(new Set(met).size, 3, 'nobody meets somebody twice')
  }
  await bob.getByRole('table').getByRole('link', { name: standings[0].name }).waitFor()
  await examine(bob)
  const [file] = await Promise.all([
    ada.waitForEvent('download'),
    ada.getByRole('link', { name: 'File (TRF16)' }).click(),
  ])
  assert.match(file.suggestedFilename(), /\.trf$/)
})

test('tournaments: the organiser decides, who comes late has half a point, who leaves plays no more', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true, config: publicly })
  const ada = await open(t, hall, '/#/tournaments', phone)
  await ada.getByLabel('Your name').fill('Ada')
  await ada.getByRole('button', { name: 'Make the tournament' }).click()
  await ada.getByRole('heading', { name: 'Club evening' }).waitFor()
  const id = new URL(ada.url()).hash.split('/').at(-1)
  const players = []
  for (const name of ['Bob', 'Cleo', 'Dan']) players.push(await scripted(t, hall, name))
  for (const one of players.slice(0, 2)) await one.said(id, { type: 'enter' })
  await ada.getByText('2 players', { exact: false }).waitFor()
  await ada.getByRole('button', { name: 'Begin round 1' }).click()
  const round = ada.getByRole('region', { name: 'Round 1' })
  await round.getByText('Decide').click()
  await round.getByRole('combobox').selectOption('1–0 by forfeit')
  await round.getByRole('button', { name: 'Set' }).click()
  await round.locator('b').getByText('1–0 by forfeit').waitFor()
  await examine(ada)
  await players[2].said(id, { type: 'enter' })
  await ada.getByRole('row', { name: /Dan/ }).getByText('½').first().waitFor()
  await players[1].said(id, { type: 'leave' })
  await ada.getByText('has left').waitFor()
  await ada.getByRole('button', { name: 'Begin round 2' }).click()
  const second = ada.getByRole('region', { name: 'Round 2' })
  await second.getByRole('link', { name: /Bob.*Dan|Dan.*Bob/ }).waitFor()
})
