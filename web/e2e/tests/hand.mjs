// The pieces follow the hand: how far a drawn piece is from the pointer that points at it or drags it, in every game,
// at the middle and the four edges of the board, with motion on.

import fs from 'node:fs'
import { ask, assert, board, createGame, openPage, pick, point, startHall, test } from '../hall.mjs'

/** The largest distance that is allowed, in cells. */
const NEAR = 1 / 6

/** The middle of the left, right, upper and lower edge, and of the board, as parts of its width and height. */
const PLACES = [
  [0, 0.5],
  [1, 0.5],
  [0.5, 0],
  [0.5, 1],
  [0.5, 0.5],
]

/** Where a figure goes, if YIQI_HAND names a file: the offsets in px of every gesture. */
function note(line) {
  if (process.env.YIQI_HAND) fs.appendFileSync(process.env.YIQI_HAND, `${line}\n`)
  else console.log(line)
}

const settled = (page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity),
  )

/** The squares of the board on the screen: their names, middles and what their labels say. */
const squares = (page) =>
  page
    .locator('.stage')
    .first()
    .locator('[data-at]')
    .evaluateAll((all) =>
      all.map((b) => {
        const { x, y, width, height } = b.getBoundingClientRect()
        return {
          at: b.dataset.at,
          label: b.ariaLabel,
          x: x + width / 2,
          y: y + height / 2,
          cell: width,
        }
      }),
    )

/** The square nearest to a part of the board. */
function nearest(all, [px, py]) {
  const xs = all.map((s) => s.x)
  const ys = all.map((s) => s.y)
  const x = Math.min(...xs) + px * (Math.max(...xs) - Math.min(...xs))
  const y = Math.min(...ys) + py * (Math.max(...ys) - Math.min(...ys))
  const away = (s) => Math.hypot(s.x - x, s.y - y)
  return all.reduce((best, s) => (away(s) < away(best) ? s : best))
}

/** The drawn piece that rests on a place of the screen. */
const spriteAt = (page, { x, y }) =>
  page.evaluate(
    ([x, y]) => {
      const away = (e) => {
        const box = e.getBoundingClientRect()
        return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y)
      }
      const all = [...document.querySelectorAll('[data-sprite]')]
      const best = all.reduce((a, b) => (away(b) < away(a) ? b : a))
      return away(best) < 5 ? best.dataset.sprite : null
    },
    [x, y],
  )

/** How far a drawn thing is from a place, at most, in the frames of the next 150 ms. */
const offset = (page, selector, { x, y }) =>
  page.evaluate(
    async ([selector, x, y]) => {
      const worst = { far: 0, aside: 0, below: 0 }
      const end = performance.now() + 150
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame)
        const element = document.querySelector(selector)
        if (!element) return null
        const box = element.getBoundingClientRect()
        const [dx, dy] = [box.x + box.width / 2 - x, box.y + box.height / 2 - y]
        worst.far = Math.max(worst.far, Math.hypot(dx, dy))
        worst.aside = Math.max(worst.aside, Math.abs(dx))
        worst.below = Math.max(worst.below, dy)
      }
      return worst
    },
    [selector, x, y],
  )

function near(what, found, cell, touch = false) {
  assert.ok(found, `${what}: nothing is drawn`)
  note(`${what}: ${found.far.toFixed(1)} px of a cell of ${cell.toFixed(0)} px`)
  // Under a finger the piece may stand higher, where it is seen, but never beside it.
  const far = touch ? Math.max(found.aside, found.below) : found.far
  const limit = cell * NEAR
  if (far > limit)
    faults.push(`${what}: ${far.toFixed(1)} px from the pointer, ${limit.toFixed(1)} allowed`)
}

let faults = []
const begin = () => (faults = [])
const end = () => assert.deepEqual(faults, [])

/** A game in which pieces stand in the middle and at the four edges and can move. */
async function edges(hall, variant) {
  const { variants } = await ask(hall, 'GET', '/api/catalogue')
  const { names, files, ranks } = variants.find((v) => v.id === variant).board
  const used = names.flatMap((at, i) =>
    at ? [{ at, x: i % files, y: Math.floor(i / files) }] : [],
  )
  const taken = new Set()
  const take = (x, y) => {
    const free = used.filter((s) => !taken.has(s.at))
    const away = (s) => Math.hypot(s.x - x, s.y - y)
    const best = free.reduce((a, b) => (away(b) < away(a) ? b : a))
    taken.add(best.at)
    return best.at
  }
  const mine = PLACES.map(([x, y]) => take(x * (files - 1), y * (ranks - 1)))
  // A piece at the edge can never be captured, so no capture is an obligation.
  const theirs = take(0, Math.floor(ranks / 4))
  const pieces = [
    ...mine.map((at) => ({ at, side: 'first', kind: 'king' })),
    { at: theirs, side: 'second', kind: 'king' },
  ]
  const report = await ask(hall, 'POST', '/api/positions', { variant, pieces, turn: 'first' })
  assert.ok(report.text, `${variant}: ${JSON.stringify(report.faults)}`)
  // Where a king at the far edge has won, the men of the start have to do.
  return report.end ? { variant } : { variant, position: report.text }
}

async function games(hall) {
  const { variants } = await ask(hall, 'GET', '/api/catalogue')
  const draughts = variants.filter(
    (v) => v.piece_kinds?.includes('king') && v.piece_kinds.includes('man'),
  )
  assert.ok(draughts.length > 5)
  return [{ variant: 'xiangqi' }, ...(await Promise.all(draughts.map((v) => edges(hall, v.id))))]
}

async function show(hall, page, game, flipped, pieces = 3) {
  const { id } = await createGame(hall, game)
  await page.evaluate((hash) => (location.hash = hash), `#/game/${id}`)
  await page.waitForFunction((id) => location.hash.endsWith(id), id)
  await board(page).first().waitFor()
  await page.waitForFunction(
    (least) => document.querySelectorAll('[data-sprite]').length >= least,
    pieces,
  )
  if (flipped) await page.getByRole('button', { name: 'Flip' }).click()
  await page.mouse.move(0, 0)
  await settled(page)
}

/** The squares whose piece moves: near the middle and the four edges. */
async function movable(page) {
  const all = await squares(page)
  const own = all.filter((s) => / (red|white) /.test(s.label))
  return [
    ...new Map(PLACES.map((place) => nearestOf(own, all, place)).map((s) => [s.at, s])).values(),
  ]
}

function nearestOf(some, all, place) {
  const goal = nearest(all, place)
  const away = (s) => Math.hypot(s.x - goal.x, s.y - goal.y)
  return some.reduce((best, s) => (away(s) < away(best) ? s : best))
}

async function hovers(page, what, places) {
  for (const place of places) {
    const sprite = await spriteAt(page, place)
    assert.ok(sprite, `${what}: no piece on ${place.at}`)
    await page.mouse.move(place.x, place.y)
    near(
      `${what}, hover at ${place.at}`,
      await offset(page, `[data-sprite="${sprite}"]`, place),
      place.cell,
    )
    await page.mouse.move(1, 1)
    await settled(page)
  }
}

/** Drags a piece to the middle and to the four edges, and puts it back. */
async function drags(page, what, place, touch) {
  const all = await squares(page)
  const sprite = await spriteAt(page, place)
  assert.ok(sprite, `${what}: no piece on ${place.at}`)
  const send = touch ? await fingers(page) : mouse(page)
  await send('start', place)
  for (const goal of PLACES) {
    const to = nearest(all, goal)
    await send('move', to)
    near(
      `${what}, ${touch ? 'finger' : 'mouse'} drags ${place.at} over ${to.at}`,
      await offset(page, `[data-sprite="${sprite}"]`, to),
      place.cell,
      touch,
    )
  }
  await send('move', place)
  await send('end', place)
  await settled(page)
}

function mouse(page) {
  return async (what, { x, y }) => {
    await page.mouse.move(x, y)
    if (what === 'start') await page.mouse.down()
    if (what === 'end') await page.mouse.up()
  }
}

async function fingers(page) {
  const session = await page.context().newCDPSession(page)
  const types = { start: 'touchStart', move: 'touchMove', end: 'touchEnd' }
  return (what, { x, y }) =>
    session.send('Input.dispatchTouchEvent', {
      type: types[what],
      touchPoints: what === 'end' ? [] : [{ x, y }],
    })
}

const moving = { reducedMotion: 'no-preference' }
const phone = { ...moving, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

for (const flipped of [false, true]) {
  const side = flipped ? ', flipped' : ''
  test(`hand: pieces stay under the mouse in every game${side}`, async ({ t }) => {
    begin()
    const hall = await startHall(t)
    const page = await openPage(t, moving)
    await page.goto(hall.url)
    for (const game of await games(hall)) {
      await show(hall, page, game, flipped)
      const places = await movable(page)
      await hovers(page, game.variant + side, places)
      await drags(page, game.variant + side, places[0], false)
    }
    end()
  })

  test(`hand: pieces stay under the finger in every game${side}`, async ({ t }) => {
    begin()
    const hall = await startHall(t)
    const page = await openPage(t, phone)
    await page.goto(hall.url)
    for (const game of await games(hall)) {
      await show(hall, page, game, flipped)
      const places = await movable(page)
      await drags(page, game.variant + side, places.at(-1), true)
    }
    end()
  })
}

test('hand: a stone or disc is shown where the mouse points', async ({ t }) => {
  begin()
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await page.goto(hall.url)
  for (const [variant, selector] of [
    ['gomoku', '.ghost'],
    ['reversi', '.marks g:not(.halo) > .hover'],
  ])
    for (const flipped of [false, true]) {
      const { id } = await createGame(hall, { variant })
      await page.evaluate((hash) => (location.hash = hash), `#/game/${id}`)
      await board(page).first().waitFor()
      await page.waitForFunction((id) => location.hash.endsWith(id), id)
      if (flipped) await page.getByRole('button', { name: 'Flip' }).click()
      await settled(page)
      const all = await squares(page)
      const legal = all.filter((s) => variant === 'gomoku' || /legal move/.test(s.label))
      for (const place of PLACES) {
        const to = nearestOf(legal, all, place)
        await page.mouse.move(to.x, to.y)
        await page.locator(selector).waitFor({ state: 'attached' })
        near(
          `${variant}${flipped ? ', flipped' : ''}, hover at ${to.at}`,
          await offset(page, selector, to),
          to.cell,
        )
      }
    }
  end()
})

test('hand: a stone or disc is where the finger slides, and is put where the finger leaves', async ({
  t,
}) => {
  begin()
  const hall = await startHall(t)
  const page = await openPage(t, phone)
  await page.goto(hall.url)
  await page.evaluate(() =>
    localStorage.setItem(
      'yiqi.preferences',
      JSON.stringify({ games: { gomoku: { options: { placing: 'slide' } } } }),
    ),
  )
  await page.reload()
  const send = await fingers(page)
  for (const flipped of [false, true]) {
    // A stone slides under the finger, with its surroundings magnified above or below it.
    await show(hall, page, { variant: 'gomoku' }, flipped, 0)
    for (const [i, place] of (flipped ? PLACES.slice(0, 2) : PLACES).entries()) {
      const all = await squares(page)
      const to = nearest(all, place)
      // From the middle of the board to the place, which is not empty where the last stone was put.
      await send('start', nearest(all, [0.5, i === 4 ? 0.3 : 0.5]))
      await send('move', to)
      await page.locator('.ghost').waitFor({ state: 'attached' })
      const what = `gomoku${flipped ? ', flipped' : ''}, finger slides to ${to.at}`
      near(what, await offset(page, '.ghost', to), to.cell, true)
      const loupe = await page.locator('.loupe').boundingBox()
      const isOnScreen = loupe.x >= 0 && loupe.x + loupe.width <= phone.viewport.width
      const isClear = loupe.y > to.y || loupe.y + loupe.height < to.y
      if (!isOnScreen || !isClear) faults.push(`${what}: the loupe is at ${JSON.stringify(loupe)}`)
      await send('end', to)
      await point(page, to.at)
        .and(page.locator('[aria-label*="black"], [aria-label*="white"]'))
        .waitFor()
    }
    // A disc is put where a finger touches.
    await show(hall, page, { variant: 'reversi' }, flipped, 0)
    for (let i = 0; i < (flipped ? 2 : 4); i++) {
      await page.waitForFunction(
        () => document.querySelectorAll('[aria-label*="legal move"]').length > 0,
      )
      await settled(page)
      const all = await squares(page)
      const legal = all.filter((s) => /legal move/.test(s.label))
      const to = nearestOf(legal, all, PLACES[i])
      await send('start', to)
      await send('end', to)
      await page.waitForFunction(
        (at) =>
          /black|white/.test(document.querySelector(`.stage [data-at="${at}"]`)?.ariaLabel ?? ''),
        to.at,
      )
    }
  }
  end()
})

test('hand: a stone that was put grows around its own middle', async ({ t }) => {
  begin()
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await page.goto(hall.url)
  const { id } = await createGame(hall, { variant: 'gomoku' })
  await page.evaluate((hash) => (location.hash = hash), `#/game/${id}`)
  await board(page).first().waitFor()
  const all = await squares(page)
  for (const place of PLACES) {
    const to = nearest(all, place)
    await page.mouse.click(to.x, to.y)
    await page.waitForFunction(() => document.querySelector('.stone'))
    near(`gomoku, put on ${to.at}`, await offset(page, 'g:last-of-type > .stone', to), to.cell)
  }
  end()
})

test('hand: pieces stay under the mouse and the finger in lessons, set-up and studies', async ({
  t,
}) => {
  begin()
  const hall = await startHall(t)
  for (const touch of [false, true]) {
    const page = await openPage(t, touch ? phone : moving)
    const study = async () => {
      const { id } = await createGame(hall, { moves: ['h2e2', 'h9g7'] })
      return `#/study/${(await ask(hall, 'POST', '/api/studies', { kind: 'game', id })).id}`
    }
    const screens = {
      set_up: ['#/new', async () => pick(page, 'Set up')],
      study: [await study(), async () => {}],
      lesson_draughts: ['#/learn', async () => pick(page, 'Draughts')],
    }
    for (const [name, [hash, act]] of Object.entries(screens)) {
      await page.goto(hall.url + '/' + hash)
      await act()
      await page.locator('.stage.active [data-sprite]').first().waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => true))
      await settled(page)
      const places = await lessonPlaces(page, name)
      for (const place of places) {
        if (!touch) await hovers(page, name, [place])
        await drags(page, name, place, touch)
      }
    }
  }
  end()
})

/** Squares of a board elsewhere whose piece the mouse can take. */
async function lessonPlaces(page, name) {
  await page.locator('.stage.active').first().scrollIntoViewIfNeeded()
  return page.evaluate((name) => {
    const stage = document.querySelector('.stage.active')
    const own = /^\S+ (red|white) /
    const middle = (b) => {
      const { x, y, width, height } = b.getBoundingClientRect()
      return { at: b.dataset.at, x: x + width / 2, y: y + height / 2, cell: width }
    }
    const all = [...stage.querySelectorAll('[data-at]')].filter((b) => own.test(b.ariaLabel))
    if (all.length === 0) throw new Error(`${name}: no piece to drag`)
    return [all[0], all.at(-1)].map(middle).slice(0, name.startsWith('lesson') ? 1 : 2)
  }, name)
}
