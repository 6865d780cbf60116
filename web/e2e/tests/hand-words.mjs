// What the board answers to a hand that asks for something impossible, the wheel, and a move that starts a game. With
// motion on, as people play.

import {
  ask,
  assert,
  board,
  createGame,
  createStudy,
  moveCount,
  openGame,
  openPage,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

const moving = { reducedMotion: 'no-preference' }
const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9']
const notice = (page) => page.locator('.notice')

test('hand: a click that does nothing says why, and Escape ends it', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await openGame(hall, page, { moves })
  // A piece of the other side, by click and by drag.
  await point(page, 'h7').click()
  await notice(page).getByText('Red is to move: Black’s cannon has to wait.').waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'detached' })
  const [from, to] = [await point(page, 'h7').boundingBox(), await point(page, 'h5').boundingBox()]
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 20)
  await page.mouse.up()
  await notice(page).getByText('has to wait').waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'detached' })
  // A refused move, ended by Escape with the focus on the board.
  await point(page, 'b0').click()
  await point(page, 'b5').click()
  await notice(page).waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'detached' })
  // A piece while looking back, by mouse and by keyboard.
  await page.keyboard.press('[')
  await point(page, 'i9').click()
  await notice(page).getByText('This is an earlier position').waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'detached' })
  await point(page, 'e2').focus()
  await page.keyboard.press('Enter')
  await notice(page).getByText('This is an earlier position').waitFor()
  // At the last move again the reason no longer holds.
  await page.keyboard.press(']')
  await notice(page).waitFor({ state: 'detached' })
})

test('hand: what is said of a click in every game, at the end', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await openGame(hall, page, { variant: 'draughts', moves: ['32-28', '19-23'] })
  await point(page, '20').click()
  await notice(page).getByText('White is to move').waitFor()
  await openGame(hall, page, { variant: 'gomoku', moves: ['h8', 'i9'] })
  await page.keyboard.press('[')
  await point(page, 'c3').click()
  await notice(page).getByText('This is an earlier position').waitFor()
  const { id } = await openGame(hall, page, { moves })
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await point(page, 'b0').click()
  await notice(page).getByText('The game is over.').waitFor()
  assert.equal((await ask(hall, 'GET', `/api/games/${id}`)).moves.length, 4)
})

test('hand: the wheel steps through the moves of a game and a study', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await openGame(hall, page, { moves })
  const shown = () => page.locator('[data-ply][aria-current]').getAttribute('data-ply')
  const place = await board(page).boundingBox()
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.wheel(0, -120)
  await page.waitForFunction(() => document.querySelector('[data-ply="3"][aria-current]'))
  await page.mouse.wheel(0, -120)
  await page.waitForFunction(() => document.querySelector('[data-ply="2"][aria-current]'))
  await page.mouse.wheel(0, 120)
  await page.waitForFunction(() => document.querySelector('[data-ply="3"][aria-current]'))
  // With Ctrl the wheel enlarges the page.
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  assert.equal(await shown(), '3')
  // Where the page itself has to scroll, the wheel belongs to it.
  await page.setViewportSize({ width: 390, height: 500 })
  await page.evaluate(() => (document.body.style.minHeight = '2000px'))
  await page.mouse.move(195, 200)
  await page.mouse.wheel(0, 120)
  await page.waitForFunction(() => scrollY > 0)
  assert.equal(await shown(), '3')
  await page.setViewportSize({ width: 1440, height: 900 })
  const study = await createStudy(hall, { moves })
  await page.goto(`${hall.url}/#/study/${study.id}/2`)
  await page.evaluate(() => (document.body.style.minHeight = ''))
  await board(page).waitFor()
  const there = await board(page).boundingBox()
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2)
  await page.mouse.wheel(0, -120)
  await page.waitForFunction(() => location.hash.endsWith('/1'))
  await page.mouse.wheel(0, 120)
  await page.mouse.wheel(0, 120)
  await page.waitForFunction(() => location.hash.endsWith('/3'))
})

test('hand: a game that was deleted elsewhere says so and takes no moves', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { ...moving, expected: /404/ })
  const { id } = await openGame(hall, page, { moves })
  await ask(hall, 'DELETE', `/api/games/${id}`)
  await page.getByText('This game was deleted elsewhere').waitFor()
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  await page.getByRole('alert').getByRole('link', { name: 'Games' }).waitFor()
  await point(page, 'b0').click()
  await notice(page).getByText('This game was deleted elsewhere').waitFor()
  assert.equal(await page.getByRole('button', { name: /legal move/ }).count(), 0)
  assert.equal(await page.getByText('is kept here').count(), 0)
})

test('hand: a study that was deleted elsewhere says so, sends nothing and leads back', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { ...moving, expected: /404/ })
  const { id } = await createStudy(hall, { moves })
  await page.goto(`${hall.url}/#/study/${id}/2`)
  await board(page).waitFor()
  await page.getByRole('group', { name: 'Moves and variations' }).waitFor()
  await ask(hall, 'DELETE', `/api/studies/${id}`)
  const said = page.getByRole('alert').filter({ hasText: 'This study was deleted elsewhere' })
  await said.first().waitFor()
  await page.getByText('Your changes are kept and will be sent').waitFor({ state: 'detached' })
  // What is changed now is refused in words, and the page asks for no connection any more.
  const asked = []
  page.on('websocket', (socket) => asked.push(socket.url()))
  await page.getByRole('textbox', { name: /^Comment on/ }).fill('too late')
  await page.keyboard.press('Tab')
  await said.nth(1).waitFor()
  assert.equal(await page.getByRole('button', { name: /legal move/ }).count(), 0)
  await page.waitForTimeout(1500)
  assert.deepEqual(asked, [])
  await said.getByRole('link', { name: 'Studies' }).click()
  await page.waitForURL(/#\/studies$/)
  await page.waitForFunction(() => !document.querySelector('[role=alert]'))
})

test('hand: every piece glides to its place, also back, and where it is crowned', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await page.addInitScript(() => {
    globalThis.glided = []
    addEventListener('transitionrun', ({ propertyName, target }) => {
      if (propertyName === 'translate') globalThis.glided.push(target.dataset.sprite)
    })
  })
  /** The number of pieces that glide while something is done. */
  const glides = async (act) => {
    await page.waitForTimeout(400)
    await page.evaluate(() => (globalThis.glided.length = 0))
    await act()
    await page.waitForTimeout(400)
    return page.evaluate(() => new Set(globalThis.glided).size)
  }
  await openGame(hall, page)
  // Along a rank and along a file, over many squares in the order in which the server names the pieces.
  const played = ['h2e2', 'a9a8', 'e2e6', 'a8a9', 'b2b4', 'a9a8', 'b4e4']
  for (const [i, text] of played.entries()) {
    const [from, to] = [text.slice(0, 2), text.slice(2)]
    await point(page, from).click()
    const n = await glides(() => point(page, to).click())
    assert.equal(n, 1, `${text} glides`)
    await moveCount(page, i + 1)
  }
  await page.getByRole('region', { name: 'The game is over' }).waitFor()
  for (let ply = played.length; ply > 0; ply--)
    assert.equal(await glides(() => page.keyboard.press('[')), 1, `back from ply ${ply}`)
  await openGame(hall, page, { variant: 'draughts', position: 'W:W7,32:B40' })
  await point(page, '7').click()
  assert.equal(await glides(() => point(page, '1').click()), 1, 'a man that is crowned glides')
})

test('hand: the first move on the board of the form starts the game', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  const preview = page.getByRole('grid')
  const at = (name) => preview.getByRole('button', { name: new RegExp(`^${name} `) })
  for (const [game, first] of [
    ['Xiangqi', ['h2', 'e2']],
    ['Draughts', ['32', '28']],
    ['Gomoku', ['h8']],
    ['Reversi', ['d3']],
  ]) {
    await page.goto(`${hall.url}/#/new`)
    await pick(page, game)
    await pick(page, 'Two people')
    await at(first[0]).waitFor()
    await page.waitForFunction(() => document.querySelector('.stage.active'))
    for (const name of first) await at(name).click()
    await page.waitForFunction(() => location.hash.startsWith('#/game/'))
    await moveCount(page, 1)
  }
  // Where the machine begins, a click says what to do.
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Xiangqi')
  await pick(page, 'Machine')
  await pick(page, 'Black')
  await at('h2').click()
  await page.getByText('press “Start game”').waitFor()
})

test('hand: a short thought of the machine moves nothing in the panel', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  const players = [
    { kind: 'person', name: '' },
    { kind: 'machine', level: 1, move_time_ms: 400 },
  ]
  const { id } = await createGame(hall, { players })
  await page.goto(`${hall.url}/#/game/${id}`)
  await board(page).waitFor()
  const watch = page.evaluate(async () => {
    const heights = new Set()
    const end = performance.now() + 3000
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame)
      heights.add(Math.round(document.querySelector('.record').getBoundingClientRect().height))
    }
    return [...heights]
  })
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await moveCount(page, 2)
  const heights = await watch
  assert.ok(Math.max(...heights) - Math.min(...heights) <= 1, `the list is ${heights} px high`)
})

test('names: captured pieces cut no name and no description', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  const players = [
    { kind: 'person', name: '' },
    { kind: 'machine', level: 1 },
  ]
  await openGame(hall, page, { players, moves: ['h2h9', 'i9h9', 'b2b9', 'a9b9', 'b0c2', 'b7b6'] })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 568],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height })
    const cut = await page.$$eval('.player .name, .player .about', (all) =>
      all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent),
    )
    assert.deepEqual(cut, [], `${width}×${height}`)
    for (const row of await page.locator('.player').all()) {
      const box = await row.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${width}: a player is on the screen`)
    }
  }
})

test('names: the brand, the titles and the machine are Chinese in Chinese', async ({ t }) => {
  const hall = await startHall(t)
  const players = [
    { kind: 'person', name: '' },
    { kind: 'machine', level: 2 },
  ]
  const study = await createStudy(hall, { players, moves })
  const addresses = ['', '#/new', '#/games', '#/puzzles', '#/learn', '#/settings', '#/progress']
  for (const [locale, title] of [
    ['zh-CN', /你 – 弈棋 2 级/],
    ['zh-TW', /你 – 弈棋 2 級/],
  ]) {
    const page = await openPage(t, { ...moving, locale })
    for (const address of [...addresses, `#/study/${study.id}`]) {
      await page.goto(`${hall.url}/${address}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      // Before the language of the browser is known, the title has both names.
      await page.waitForFunction(() => /弈棋/.test(document.title) && !/Yiqi/.test(document.title))
      assert.doesNotMatch(await page.title(), /[A-Za-z?]/)
      assert.doesNotMatch(await page.locator('header').innerText(), /Yiqi/)
    }
    assert.match(await page.title(), title)
  }
})
