// The hall in the page: whole games without a server, without a network, and with tabs that are closed at any moment.

import { assert, board, doubleCannon, moveCount, openPage, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

/** How often a tab is closed, in the middle of a game: `YIQI_E2E_KILLS=200` for a long run. */
const KILLS = Number(process.env.YIQI_E2E_KILLS ?? 12)

const machine = (level) => ({ kind: 'machine', level })
const person = { kind: 'person', name: '' }
/** On a short clock a machine does not wait so that people can follow: a whole game takes seconds. */
const quick = { kind: 'increment', base_ms: 2000, increment_ms: 100 }

/** A game against a quick machine, opened. */
async function begun(hall, page, game) {
  await front(hall, page)
  const { id } = await askPage(page, 'POST', '/api/games', {
    players: [person, machine(1)],
    clock: { kind: 'none' },
    ...game,
  })
  await page.goto(`${hall.url}/#/game/${id}`)
  await board(page).waitFor()
  return id
}

const stored = (page, id) => askPage(page, 'GET', `/api/games/${id}`)

/** Plays a legal move of the person on the board with the mouse, as the page shows it. */
async function playOne(page, id) {
  const { board: now, turn } = await stored(page, id)
  const move = now.moves.at(-1)
  if (move.to === 'pass') {
    await page.getByRole('button', { name: 'Pass', exact: true }).click()
    return turn
  }
  for (const at of move.from && move.from !== move.to ? [move.from, move.to] : [move.to]) {
    await board(page)
      .getByRole('button', { name: new RegExp(`^${at} `) })
      .click()
  }
  return turn
}

for (const [variant, half, moves] of [
  ['reversi', 3],
  ['gomoku', 2],
  // From the start two machines would play for minutes.
  ['xiangqi', 2, doubleCannon.slice(0, -1)],
  ['draughts-english', 2],
]) {
  test(`local: ${variant} is played without a server, and goes on after a reload`, async ({
    t,
  }) => {
    const hall = await staticHall(t)
    const page = await openPage(t)
    // The person begins; in English draughts that is the second side.
    const own = [person, machine(1)]
    const players = variant === 'draughts-english' ? own.reverse() : own
    const id = await begun(hall, page, { variant, players })
    for (let turn = 1; turn <= half; turn++) {
      await playOne(page, id)
      await moveCount(page, 2 * turn)
    }
    await page.reload()
    await moveCount(page, 2 * half)
    await playOne(page, id)
    await moveCount(page, 2 * half + 2)
    // Two machines play a whole game.
    const machines = { players: [machine(4), machine(3)], clock: quick, moves: moves ?? [] }
    const whole = await begun(hall, page, { variant, ...machines })
    await page.getByRole('region', { name: 'The game is over' }).waitFor({ timeout: 600_000 })
    const game = await stored(page, whole)
    assert.ok(game.end && game.moves.length > 5, JSON.stringify(game.end))
    assert.deepEqual(
      hall.asked.filter((place) => place.includes('/api/')),
      [],
    )
  })
}

/** How many versions of the page have kept the rest of the module of reversi. */
const kept = (page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    const isRest = ({ url }) => /[/]rest-reversi-.*[.]wasm$/.test(url)
    return (await Promise.all(caching)).filter((files) => files.some(isRest)).length
  })

/** Waits until the rest of the module is kept: it comes after the board. */
async function wholeModule(page) {
  while ((await kept(page)) < 1) await page.waitForTimeout(100)
}

test('local: a new version keeps the modules of the games that the old one has', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await begun(hall, page, { variant: 'reversi' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.reload()
  await board(page).waitFor()
  await wholeModule(page)
  hall.version = 'another'
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration.update()
    const worker = registration.installing
    if (worker) await new Promise((resolve) => (worker.onstatechange = resolve))
  })
  assert.equal(await kept(page), 2)
})

test('local: after the first visit a game is played without a network', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t, { expected: /Failed to load resource/ })
  const before = await begun(hall, page, { variant: 'reversi' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.reload()
  await board(page).waitFor()
  await wholeModule(page)
  await hall.stop()
  await page.context().setOffline(true)
  await page.goto('about:blank')
  await page.goto(`${hall.url}/#/game/${before}`)
  await board(page).waitFor()
  const players = [machine(2), machine(1)]
  const id = await begun(hall, page, { variant: 'reversi', players, clock: quick })
  await page.getByRole('region', { name: 'The game is over' }).waitFor({ timeout: 600_000 })
  assert.ok((await stored(page, id)).end)
})

/** What is seen of a missing part; screen readers are told it besides. */
const missing = (page) =>
  page
    .getByText('needs a part of the hall that this browser has not kept')
    .and(page.locator(':not(.visually-hidden)'))

/** A game whose machine lacks its data, after a move of the person. */
async function lacking(t, files) {
  const hall = await staticHall(t)
  const page = await openPage(t, { expected: /Failed to load resource/ })
  const id = await begun(hall, page, { variant: 'draughts' })
  hall.refuses = files
  await playOne(page, id)
  await missing(page).waitFor()
  // The move is there.
  await moveCount(page, 1)
  return { hall, page, id }
}

test('local: a search whose data are missing says so, and the machine answers when they are there', async ({
  t,
}) => {
  const { hall, page, id } = await lacking(t, /[.](?!wasm|js|css|json)[a-z]+$/)
  const again = page.getByRole('button', { name: 'Ask the machine again' })
  await again.click()
  await again.waitFor()
  await missing(page).waitFor()
  hall.refuses = null
  await moveCount(page, 2)
  assert.equal(await missing(page).count(), 0)
  assert.equal((await stored(page, id)).moves.length, 2)
})

test('local: without the rest of its module and without data the machine waits for the network', async ({
  t,
}) => {
  const { hall, page } = await lacking(t, /[/]rest-|[.]patterns$/)
  await page.reload()
  await missing(page).waitFor()
  hall.refuses = null
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await moveCount(page, 2)
  assert.equal(await missing(page).count(), 0)
})

test('local: a game whose module is missing says so, and opens when it is there', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t, { expected: /Failed to load resource/ })
  const id = await begun(hall, page, { variant: 'reversi' })
  hall.refuses = /reversi-.*[.]wasm$/
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const kept of await cache.keys())
        if (/reversi-.*[.]wasm$/.test(kept.url)) await cache.delete(kept)
    }
  })
  await page.goto('about:blank')
  await page.goto(`${hall.url}/#/game/${id}`)
  await missing(page).waitFor()
  hall.refuses = null
  await board(page).waitFor()
})

test('local: a tab that is closed at any moment loses no move that was answered', async ({ t }) => {
  test.setTimeout(60_000 + 30_000 * KILLS)
  const hall = await staticHall(t)
  const first = await openPage(t)
  const players = [person, person]
  let id = await begun(hall, first, { variant: 'reversi', players })
  const context = first.context()
  let answered = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const page = await context.newPage()
    await page.goto(`${hall.url}/#/game/${id}`)
    await board(page).waitFor()
    const { moves, end } = await stored(page, id)
    assert.ok(moves.length >= answered, `${answered} were answered, ${moves.length} are there`)
    answered = Math.max(answered, moves.length)
    if (end) {
      id = await begun(hall, first, { variant: 'reversi', players })
      answered = 0
      await page.close()
      continue
    }
    await playOne(page, id)
    // The list has a move when the hall has answered.
    await page.waitForTimeout(Math.random() * 60)
    const shown = await page.locator('button[data-ply]').count()
    await page.close()
    answered = Math.max(answered, shown)
  }
  const { moves } = await stored(first, id)
  assert.ok(moves.length >= answered)
})
