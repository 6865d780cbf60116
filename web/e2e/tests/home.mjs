// The front page: a game in one click, a lesson in one, the game that goes on, and boards that move for a few seconds.

import fs from 'node:fs'
import path from 'node:path'
import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { shoot } from '../shoot.mjs'
import {
  ask,
  board,
  createGame,
  desktop,
  openPage,
  people,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'

const folder = path.join(import.meta.dirname, '../../src/lib/games')
const demos = fs
  .readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, JSON.parse(fs.readFileSync(path.join(folder, name, 'demo.json')))])
const tile = (page, name) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
/** Where the pieces of a tile's board are drawn. */
const drawn = (page, name) =>
  tile(page, name)
    .locator('svg use')
    .evaluateAll((all) => all.map((use) => use.getAttribute('style')).join('|'))

test('home: the moves that the pictures play are those of the rules', async ({ t }) => {
  const hall = await startHall(t)
  assert.ok(demos.length >= 4)
  for (const [name, { variant, moves }] of demos) {
    const game = await ask(hall, 'POST', '/api/games', {
      variant,
      players: people,
      clock: { kind: 'none' },
      moves: moves.map(({ text }) => text),
    })
    const told = game.moves.map(({ text, from, to, removed = [], put = [] }) => ({
      text,
      from: from ?? undefined,
      to,
      removed: removed.map(({ at }) => at).filter((at) => at !== from),
      put: from ? [] : put.map(({ at, side, kind }) => [at, side, kind]),
    }))
    const shown = moves.map(({ from = undefined, removed = [], put = [], ...rest }) => ({
      ...rest,
      from,
      removed,
      put,
    }))
    assert.deepEqual(shown, told, name)
  }
})

test('home: one click to the first move, one to the lessons, one back to the game', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  assert.equal(await page.getByRole('region', { name: 'Go on' }).count(), 0)
  await page.getByRole('button', { name: 'Play Xiangqi' }).click()
  await board(page).waitFor()
  await page.getByText('Yiqi, level 2').waitFor()
  await point(page, 'h2').click()
  await point(page, 'e2').click()
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page
    .getByRole('region', { name: 'Go on' })
    .getByRole('link', { name: /Yiqi, level 2/ })
    .click()
  await board(page).waitFor()
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page.getByRole('link', { name: 'New to it? Learn Reversi' }).click()
  await page.getByRole('radio', { name: 'Reversi', checked: true }).waitFor()
})

test('home: the level is that of the last game against the machine', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('slider', { name: 'Level' }).fill('5')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await page.goto(hall.url)
  await tile(page, 'Xiangqi').getByText('against level 5').waitFor()
  await tile(page, 'Gomoku').getByText('against level 2').waitFor()
})

test('home: who comes back sees what was reached and what waits, and finds every room', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  await page.getByRole('heading', { name: 'Xiangqi' }).waitFor()
  const reached = page.getByRole('region', { name: 'Where you are' })
  assert.equal(await reached.count(), 0)
  const due = { due: '2020-01-01T00:00:00.000Z' }
  const rating = { rating: 1012, deviation: 80, volatility: 0.06 }
  const kept = {
    'yiqi.puzzle-progress': {
      gomoku: { rating, row: 3, best: 3, counted: ['a'], repetitions: { a: due } },
    },
    'yiqi.opening-lines': [
      {
        id: 'l',
        variant: 'xiangqi',
        start: '',
        name: '',
        side: 'first',
        moves: ['h2e2'],
        repetition: due,
      },
    ],
    'yiqi.exercises': ['a', 'b'],
  }
  await page.evaluate((all) => {
    for (const [key, of] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(of))
  }, kept)
  await page.reload()
  for (const [text, hash] of [
    ['Gomoku, freestyle · Your rating: 1012 · 3 solved in a row', '#/puzzles'],
    ['One puzzle comes back now', '#/puzzles'],
    ['One line of an opening waits', '#/openings/xiangqi'],
    ['2 exercises done', '#/learn'],
    ['Your accuracy, and what to practise next', '#/progress'],
  ]) {
    const link = reached.getByRole('link', { name: text, exact: true })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), hash)
  }
  await examine(page, 'what was reached')
  for (const [size, viewport] of [
    ['phone', phone],
    ['sideways', { width: phone.height, height: phone.width }],
    ['desktop', desktop],
  ]) {
    await page.setViewportSize(viewport)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width)
    await shoot(page, `home-reached-${size}.png`)
  }
  const rooms = page.getByRole('navigation', { name: 'What else there is' })
  for (const [name, title] of [
    [/^Lab/, /^Lab: /],
    [/^Studies/, 'Studies'],
    [/^Progress/, 'Progress'],
  ]) {
    await page.goto(`${hall.url}/#/`)
    await rooms.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
})

test('home: the boards move for some seconds, then only where one points; never with reduced motion', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  const before = await drawn(page, 'Xiangqi')
  await page.waitForFunction((known) => {
    const uses = [...document.querySelectorAll('.games li:first-child svg use')]
    return uses.map((use) => use.getAttribute('style')).join('|') !== known
  }, before)
  // Four moves at 0.9 s each, and then rest.
  await page.waitForTimeout(5500)
  const rest = await drawn(page, 'Xiangqi')
  await page.waitForTimeout(2500)
  assert.equal(await drawn(page, 'Xiangqi'), rest)
  await tile(page, 'Xiangqi').hover()
  await page.waitForFunction((known) => {
    const uses = [...document.querySelectorAll('.games li:first-child svg use')]
    return uses.map((use) => use.getAttribute('style')).join('|') !== known
  }, rest)
  const still = await openPage(t, { reducedMotion: 'reduce' })
  await still.goto(hall.url)
  await still.getByRole('heading', { name: 'Xiangqi' }).waitFor()
  const one = await drawn(still, 'Xiangqi')
  await still.waitForTimeout(2500)
  assert.equal(await drawn(still, 'Xiangqi'), one)
})

test('home: axe finds nothing, and nothing is wider than the screen', async ({ t }) => {
  const hall = await startHall(t)
  const { id } = await createGame(hall, { moves: ['h2e2'] })
  assert.ok(id)
  for (const options of [
    { viewport: phone, hasTouch: true },
    { viewport: { width: 320, height: 568 }, hasTouch: true },
    { viewport: { width: 844, height: 390 }, hasTouch: true, locale: 'zh-CN', colorScheme: 'dark' },
    { viewport: desktop, colorScheme: 'dark' },
  ]) {
    const page = await openPage(t, options)
    await page.goto(hall.url)
    await page.getByRole('region', { name: /Go on|继续/ }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide} px too wide at ${options.viewport.width}`)
    await examine(page, `home (${options.viewport.width})`)
  }
})

test('home: at the first board the pieces are offered with pictures, and what they are', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  await page.goto(hall.url)
  await page.getByRole('button', { name: 'Play Xiangqi' }).click()
  const offer = page.getByRole('region', { name: 'Which pieces can you read?' })
  await offer.getByText('What they are').click()
  await offer.getByRole('listitem').filter({ hasText: 'Elephant' }).waitFor()
  await examine(page, 'the offer of pieces')
  await offer.getByRole('button', { name: 'Pictures' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.querySelector('use[href="#p-pictures-first-horse"]'))
  // It is remembered, and asked in no other game.
  await page.goto(hall.url)
  await page.getByRole('button', { name: 'Play Xiangqi' }).click()
  await board(page).waitFor()
  assert.equal(await offer.count(), 0)
  // Who reads Chinese is not asked.
  const other = await startHall(t, { own: true })
  const chinese = await openPage(t, { locale: 'zh-CN' })
  await chinese.goto(other.url)
  await chinese.getByRole('button', { name: '开始下象棋' }).click()
  await board(chinese).waitFor()
  assert.equal(await chinese.getByRole('region', { name: '你认得哪种棋子？' }).count(), 0)
})

test('home: what a piece is, is said once at the piece', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto(hall.url)
  await page.getByRole('button', { name: 'Play Xiangqi' }).click()
  const note = page.locator('.piece-note')
  await point(page, 'b2').click()
  await note.getByText(/^Cannon: .* jumping over exactly one piece/).waitFor()
  const [drawn, seat] = await Promise.all([note.boundingBox(), board(page).boundingBox()])
  assert.ok(drawn.x >= 0 && drawn.x + drawn.width <= 390, 'it is on the screen')
  const away = drawn.y + drawn.height / 2 - (seat.y + (seat.height * 7.5) / 10)
  assert.ok(Math.abs(away) < (seat.height * 4) / 10, 'it is near the piece')
  await point(page, 'b0').click()
  await note.getByText(/^Horse: /).waitFor()
  // The other cannon is known by now.
  await point(page, 'h2').click()
  await note.waitFor({ state: 'detached' })
  await page.reload()
  await point(page, 'b2').click()
  await page.waitForFunction(() => document.querySelector('[role=grid] [aria-pressed=true]'))
  assert.equal(await note.count(), 0)
})
