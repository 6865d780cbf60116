// What the board answers to a hand that asks for something impossible, the wheel, and a move that starts a game. With
// motion on, as people play.

import fs from 'node:fs'
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

/** In three languages: the person, the machine of the first level, and what must not stand for the person. */
const languages = {
  'en-GB': ['You', 'Yiqi, level 1', /\?|\b(Red|White)\b/],
  'zh-CN': ['你', '弈棋 1 级', /[?？]|红方|白方|Yiqi/],
  'zh-TW': ['你', '弈棋 1 級', /[?？]|紅方|白方|Yiqi/],
}

/** The person has the side that would be named: red in xiangqi, white in the others. */
const games = [
  ['xiangqi', ['h2e2', 'h9g7'], true],
  ['draughts', ['32-28', '19-23'], true],
  ['gomoku', ['h8'], false],
  ['reversi', ['d3'], false],
]

const importing = /^(Import…|导入…|匯入…)$/
const exporting = /^(Export|导出|匯出)[:：] /

for (const [locale, [you, machine, never]] of Object.entries(languages))
  test(`names: an unnamed person is “${you}” on every page, ${locale}`, async ({ t }) => {
    const hall = await startHall(t, { own: true })
    const page = await openPage(t, { locale, acceptDownloads: true })
    const dialog = page.getByRole('dialog')
    /** What names players: the title, the headings, the bars of the players, and labels that name the machine. */
    const named = () =>
      page.evaluate((level) => {
        const text = '.player .name, h1, h2, .entry > span, .about > b'
        const all = [...document.querySelectorAll('[aria-label], [title]')].flatMap((each) => [
          each.ariaLabel,
          each.title,
        ])
        return [
          document.title,
          ...[...document.querySelectorAll(text)].map((each) => each.innerText),
          ...all.filter((label) => label?.includes(level)),
        ]
      }, machine)
    /** Waits until so many elements have the names, and looks for the side in place of the person. */
    const says = async (where, selector, names, least = 1) => {
      const count = () =>
        page.$$eval(
          selector,
          (all, wanted) =>
            all.filter((each) => each.innerText.replace(/\n+/g, ' ').includes(wanted)).length,
          names,
        )
      for (let i = 0; i < 60 && (await count()) < least; i++) await page.waitForTimeout(100)
      const found = await named()
      assert.ok((await count()) >= least, `${where}: no ${names} in ${found.join(' | ')}`)
      assert.deepEqual(
        found.filter((text) => never.test(text)),
        [],
        where,
      )
    }
    const colon = locale === 'en-GB' ? ': ' : '：'
    const person = { kind: 'person', name: '' }
    const level = { kind: 'machine', level: 1 }
    // In Chinese every second game will do.
    const those = locale === 'en-GB' ? games : games.filter((_, n) => n % 2 === 0)
    for (const [n, [variant, moves, isFirst]] of those.entries()) {
      /** The games and studies of the same names that the loop has left in the lists. */
      const before = 2 * those.slice(0, n).filter((game) => game[2] === isFirst).length
      const versus = (isFirst ? [you, machine] : [machine, you]).join(' – ')
      const players = isFirst ? [person, level] : [level, person]
      await openGame(hall, page, { variant, players, moves })
      await says(`${variant}: a game`, '.player .name', you)
      await page.getByRole('tab', { name: /^(Game|对局|對局)$/ }).click()
      await says(`${variant}: what is said of a game`, 'dd', `${colon}${you}`)
      await page.goto(`${hall.url}/`)
      await says(`${variant}: the front page`, '.about > b', versus)
      await page.goto(`${hall.url}/#/games`)
      await says(`${variant}: the list of games`, 'h2', versus, before + 1)
      await page.getByRole('button', { name: exporting }).first().click()
      const coming = page.waitForEvent('download')
      await dialog.getByRole('link', { name: /^(Download|下载|下載)$/ }).click()
      const download = await coming
      const file = { name: download.suggestedFilename(), mimeType: 'text/plain' }
      file.buffer = fs.readFileSync(await download.path())
      assert.match(file.buffer.toString(), /\[Red "Red"\]|\[White "White"\]|PW\[White\]/)
      const { id } = await createStudy(hall, { variant, players, moves })
      await page.goto(`${hall.url}/#/study/${id}`)
      await says(`${variant}: a study`, 'h1', versus)
      await page.goto(`${hall.url}/#/studies`)
      await says(`${variant}: the list of studies`, 'h2', versus, before + 1)
      await page.getByRole('button', { name: importing }).click()
      await dialog.locator('input[type=file]').setInputFiles(file)
      await says(`${variant}: a file`, '.entry > span', versus)
      await dialog.getByRole('button', { name: /^(Begin|开始|開始)$/ }).click()
      await page.waitForURL((url) => url.hash.startsWith('#/study/') && !url.hash.includes(id))
      await says(`${variant}: a study of a file`, 'h1', versus)
      await page.goto(`${hall.url}/#/studies`)
      await says(`${variant}: the list with that study`, 'h2', versus, before + 2)
      await page.goto(`${hall.url}/#/new`)
      await page.getByRole('radio', { name: /^(File|文件|檔案)$/ }).click()
      await page.locator('input[type=file]').setInputFiles(file)
      await says(`${variant}: a file in the form of a new game`, '.entry > span', versus)
      if (!isFirst) await page.getByRole('radio', { name: /^(White|白方)/ }).click()
      await page.getByRole('button', { name: /^(Start game|开始对局|開始對局)$/ }).click()
      await page.waitForURL(/#\/game\//)
      await says(`${variant}: a game out of a file`, '.player .name', you)
      await page.goto(`${hall.url}/#/games`)
      await page.getByRole('button', { name: /^(Import files…|导入文件…|匯入檔案…)$/ }).click()
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByRole('button', { name: /^(Import|导入|匯入)$/ }).click()
      await dialog.getByText(/^(1 game is stored|已存 1 局)/).waitFor()
      await page.goto(`${hall.url}/#/`)
      await page.goto(`${hall.url}/#/games`)
      await says(`${variant}: games out of a file`, 'h2', versus, before + 2)
      const all = await ask(hall, 'GET', '/api/games?offset=0&limit=50')
      const { id: read } = all.games.find(
        (game) =>
          game.variant === variant && game.players.some(({ name }) => name === 'Yiqi level 1'),
      )
      await page.goto(`${hall.url}/#/game/${read}`)
      await says(`${variant}: a game of the archive`, '.player .name', you)
      await says(`${variant}: a game of the archive`, '.player .name', machine)
      await page.getByRole('tab', { name: /^(Game|对局|對局)$/ }).click()
      await says(`${variant}: what is said of a game of the archive`, 'dd', `${colon}${you}`)
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
