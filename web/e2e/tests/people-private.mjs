// A game and a study that their maker makes private: for others their link opens nothing. And open ones, which everybody finds.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, startHall, test } from '../hall.mjs'

const inPublic = () => 'mode = "public"\n'
const persons = { variant: 'xiangqi', clock: { kind: 'none' } }

/** Somebody at a browser. A thing that is private is looked for. */
async function somebody(t, hall, name, viewport = desktop) {
  const page = await openPage(t, { viewport, expected: /40[34]/ })
  page.say = async (method, place, data) => {
    const answer = await page.context().request.fetch(hall.url + place, { method, data })
    assert.ok(answer.ok(), `${method} ${place}: ${await answer.text()}`)
    return answer.json()
  }
  await page.say('GET', '/api/me')
  await page.say('PUT', '/api/me', { name })
  page.open = (address) => page.goto(`${hall.url}/#/${address}`)
  return page
}

/** A game of the first two, who both look at it, and somebody who watches it. */
async function three(t, viewport) {
  const hall = await startHall(t, { own: true, config: inPublic })
  const ada = await somebody(t, hall, 'Ada', viewport)
  const bob = await somebody(t, hall, 'Bob', viewport)
  const eve = await somebody(t, hall, 'Eve', viewport)
  const open = { kind: 'person', name: '', seat: { kind: 'open' } }
  const players = [{ kind: 'person', name: '' }, open]
  const { id } = await ada.say('POST', '/api/games', { ...persons, players })
  await ada.open(`game/${id}`)
  await bob.open(`game/${id}`)
  await bob.getByRole('button', { name: 'Sit down' }).click()
  await ada.getByRole('region', { name: 'Bob' }).waitFor()
  await eve.open(`game/${id}`)
  await eve.getByRole('region', { name: 'Bob' }).waitFor()
  return { ada, bob, eve, id }
}

const who = (page) => page.getByRole('dialog', { name: 'Who may see it' })

/** Opens the question from the menu, by keys alone. */
async function ask(page) {
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Who may see it' }).focus()
  await page.keyboard.press('Enter')
  await who(page).getByRole('radio').first().waitFor()
}

test('private: a game that is made private is not there by its link, and is again', async ({
  t,
}) => {
  const { ada, bob, eve, id } = await three(t)
  await ask(ada)
  assert.ok(await who(ada).getByRole('radio', { name: 'Whoever has the link' }).isChecked())
  await who(ada).getByRole('radio', { name: 'Whoever has the link' }).focus()
  await ada.keyboard.press('ArrowDown')
  await examine(ada)
  // Who watches is told so, and nothing of the game comes any more.
  await eve.getByText('This game is not there for you any more', { exact: false }).first().waitFor()
  await eve.reload()
  await eve.getByRole('alert').getByText('There is no such game here.').waitFor()
  // The opponent plays on, and has no say in it.
  await bob.reload()
  await bob.getByRole('region', { name: 'Ada' }).waitFor()
  await ask(bob)
  assert.ok(await who(bob).getByRole('radio', { name: 'Only my opponent and me' }).isChecked())
  assert.equal(await who(bob).getByRole('radio').count(), 1)

  // It stays so, and the maker opens it again.
  await ada.keyboard.press('Escape')
  await ada.reload()
  await ask(ada)
  assert.ok(await who(ada).getByRole('radio', { name: 'Only my opponent and me' }).isChecked())
  await who(ada).getByRole('radio', { name: 'Whoever has the link' }).check()
  const said = async () => (await ada.say('GET', `/api/games/${id}/visibility`)).visibility
  for (let i = 0; i < 50 && (await said()) !== 'link'; i++) await ada.waitForTimeout(100)
  await eve.reload()
  await eve.getByRole('region', { name: 'Bob' }).waitFor()
})

test('private: a study at a phone', async ({ t }) => {
  const { ada, eve, id } = await three(t, phone)
  const { id: study } = await ada.say('POST', '/api/studies', { kind: 'game', id })
  await eve.open(`study/${study}`)
  await eve.getByRole('group', { name: 'Moves and variations' }).waitFor()
  await ada.open(`study/${study}`)
  await ada.getByRole('button', { name: 'More' }).last().click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Only the players and me' }).check()
  await examine(ada)
  await eve
    .getByText('This study is not there for you any more', { exact: false })
    .first()
    .waitFor()
  await eve.reload()
  await eve.getByRole('alert').getByText('There is no such study here.').waitFor()
  assert.equal(await eve.getByRole('group', { name: 'Moves and variations' }).count(), 0)
})

const lobbyOf = (page) => page.getByRole('region', { name: 'Open to everybody' })

/** A game and a study of Ada and Bob that Eve finds in the lobby. */
async function found(t, viewport) {
  const { ada, bob, eve, id } = await three(t, viewport)
  await eve.open('people')
  await lobbyOf(eve).getByText('Nothing yet.', { exact: false }).waitFor()
  await ask(ada)
  await who(ada).getByRole('radio', { name: 'Everybody: it stands in the lobby' }).check()
  await examine(ada)
  // It comes without loading the page again.
  await lobbyOf(eve).getByRole('link', { name: 'Ada – Bob' }).waitFor()
  const { id: study } = await ada.say('POST', '/api/studies', { kind: 'game', id })
  await ada.say('PUT', `/api/studies/${study}/visibility`, { visibility: 'open' })
  await lobbyOf(eve).getByRole('heading', { name: 'Studies' }).waitFor()
  await examine(eve)
  return { ada, bob, eve }
}

for (const viewport of [desktop, phone])
  test(`open: everybody finds a game and a study in the lobby, at ${viewport.width} pixels`, async ({
    t,
  }) => {
    const { ada, bob, eve } = await found(t, viewport)
    // It is there to see, and leads to the game.
    await lobbyOf(eve).getByRole('link', { name: 'Ada – Bob' }).first().click()
    await eve.getByRole('region', { name: 'Bob' }).waitFor()
    await eve.getByRole('button', { name: 'More', exact: true }).click()
    await eve.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    assert.equal(await eve.getByRole('menuitem', { name: 'Who may see it' }).count(), 0)
    await eve.open('people')
    await lobbyOf(eve).getByRole('heading', { name: 'Games' }).waitFor()
    // The other player takes it back, and may not open it.
    await ask(bob)
    assert.equal(await who(bob).getByRole('radio').count(), 2)
    await who(bob).getByRole('radio', { name: 'Whoever has the link' }).check()
    await lobbyOf(eve).getByRole('heading', { name: 'Games' }).waitFor({ state: 'detached' })
    await who(bob).getByRole('radio', { name: 'Everybody', exact: false }).waitFor({
      state: 'detached',
    })
    // With a private game its study is listed no more.
    await ada.reload()
    await ask(ada)
    await who(ada).getByRole('radio', { name: 'Only my opponent and me' }).check()
    await eve.reload()
    await lobbyOf(eve).getByText('Nothing yet.', { exact: false }).waitFor()
  })
