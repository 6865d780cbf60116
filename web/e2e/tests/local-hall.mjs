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

/** Waits in the page that is open until it says that a game can be played without a network. */
async function saidToBeKept(hall, page, name) {
  await page.goto(`${hall.url}/#/`)
  await page.getByText(new RegExp(`^Without a network you can play here: .*${name}`)).waitFor({
    timeout: 60_000,
  })
}

test('local: a new version comes without the loss of a game, with the modules of the old one', async ({
  t,
}) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  const id = await begun(hall, page, { variant: 'reversi' })
  await saidToBeKept(hall, page, 'Reversi')
  await page.goto(`${hall.url}/#/game/${id}`)
  await board(page).waitFor()
  hall.version = 'another'
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration.update()
    const worker = registration.installing
    if (worker) await new Promise((resolve) => (worker.onstatechange = resolve))
  })
  assert.equal(await kept(page), 2)
  // The game that is open goes on in the old version.
  await playOne(page, id)
  await moveCount(page, 2)
  const context = page.context()
  await page.close()
  // No tab is open: the new version takes the place of the old one, and the game goes on in it.
  const next = await context.newPage()
  // A page beside the hall, which does not keep the old version at work.
  await next.goto(`${new URL(hall.url).origin}/elsewhere`)
  const versions = () => next.evaluate(async () => (await caches.keys()).join())
  while ((await versions()) !== 'yiqi-another') await next.waitForTimeout(100)
  await next.goto(`${hall.url}/#/game/${id}`)
  await moveCount(next, 2)
  assert.equal(await kept(next), 1)
  await playOne(next, id)
  await moveCount(next, 4)
})

test('local: it can be installed, and offers nothing that needs a server', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 60_000 })
  const session = await page.context().newCDPSession(page)
  const { data, errors } = await session.send('Page.getAppManifest')
  const manifest = JSON.parse(data)
  assert.deepEqual([errors, manifest.display, manifest.start_url], [[], 'standalone', './'])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Windows of a test are private, in which nothing is installed.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  assert.deepEqual(others, [])
  for (const { src } of manifest.icons) {
    assert.ok(hall.asked.includes(`/yiqi/${src.slice(2)}`), `${src} is not kept`)
  }
  assert.equal(await page.getByText(/friend|lobby|account/i).count(), 0)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByText(/friend|lobby/i).count(), 0)
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('heading', { name: 'Everything as one file' }).waitFor()
  assert.equal(await page.getByText(/account|password|block/i).count(), 0)
})

test('local: after the first visit a game, a study and a review are done without a network', async ({
  t,
}) => {
  const hall = await staticHall(t)
  const page = await openPage(t, { expected: /Failed to load resource/ })
  const before = await begun(hall, page, { variant: 'reversi' })
  await saidToBeKept(hall, page, 'Reversi')
  assert.equal(await page.getByText(/^Without a network.*(Xiangqi|Draughts|Gomoku)/).count(), 0)
  // The page was not loaded a second time.
  assert.equal(hall.asked.filter((name) => name === '/yiqi/').length, 2, 'the page and its copy')
  await hall.stop()
  await page.context().setOffline(true)
  await page.goto('about:blank')
  await page.goto(`${hall.url}/#/game/${before}`)
  await board(page).waitFor()
  const players = [machine(2), machine(1)]
  const id = await begun(hall, page, { variant: 'reversi', players, clock: quick })
  await page.getByRole('region', { name: 'The game is over' }).waitFor({ timeout: 600_000 })
  assert.ok((await stored(page, id)).end)
  const { id: study } = await askPage(page, 'POST', '/api/studies', { kind: 'game', id })
  await page.goto(`${hall.url}/#/study/${study}`)
  await board(page).waitFor()
  const analysis = page.getByRole('switch', { name: 'Analysis' })
  await analysis.click()
  await page.getByRole('group', { name: /^Line 1, / }).waitFor()
  await analysis.click()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Quick review' }).click()
  await page.getByRole('row', { name: /Accuracy/ }).waitFor({ timeout: 600_000 })
  await saidToBeKept(hall, page, 'Reversi')
})

test('local: international draughts are kept with their weights and endings, and no other draughts', async ({
  t,
}) => {
  const hall = await staticHall(t)
  const page = await openPage(t, { expected: /Failed to load resource/ })
  hall.refuses = /[.]yend$/
  await begun(hall, page, { variant: 'draughts', players: [person, person] })
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  while (!hall.asked.some((name) => name.endsWith('.yend'))) await page.waitForTimeout(100)
  await page.goto(`${hall.url}/#/`)
  const said = page.getByText(/^Without a network/)
  assert.equal(await said.count(), 0)
  hall.refuses = null
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await saidToBeKept(hall, page, 'International draughts')
  assert.doesNotMatch(await said.textContent(), /Brazilian|Reversi/)
})

test('local: how much of a module has come is shown while it is fetched', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const made = { variant: 'reversi', players: [person, person], clock: { kind: 'none' } }
  const { id } = await askPage(page, 'POST', '/api/games', made)
  hall.halves = /[/]first-reversi-/
  await page.goto(`${hall.url}/#/game/${id}`)
  const bar = page.getByRole('progressbar', { name: 'A part of the hall is being fetched' })
  await bar.waitFor()
  const [value, most] = await bar.evaluate((of) => [of.value, of.max])
  assert.ok(value > 0 && value < most, `${value} of ${most}`)
  hall.halves = null
  hall.goOn()
  await board(page).waitFor()
  await bar.waitFor({ state: 'detached' })
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
