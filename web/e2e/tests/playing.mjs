// Whole games with mouse, touch and keyboard, and against the machine.

import {
  assert,
  board,
  doubleCannon,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  people,
  phone,
  point,
  spoken,
  startHall,
  test,
} from '../hall.mjs'

const split = (move) => [move.slice(0, 2), move.slice(2)]

async function middle(locator) {
  const box = await locator.boundingBox()
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function drag(page, from, to) {
  const [x, y] = await middle(point(page, from))
  const [tx, ty] = await middle(point(page, to))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move((x + tx) / 2, (y + ty) / 2)
  await page.mouse.move(tx, ty)
  await page.mouse.up()
}

async function fingerDrag(page, from, to) {
  const touch = await page.context().newCDPSession(page)
  const send = (type, at) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    })
  const [a, b] = [await middle(point(page, from)), await middle(point(page, to))]
  await send('touchStart', a)
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await send('touchMove', [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part])
  }
  await send('touchEnd')
}

async function mated(page) {
  await hear(page, /Red wins by checkmate/)
  await page.getByText('Red wins by checkmate.').first().waitFor()
  await named(page, /^e9 black king, in check/)
}

test('mouse: a game to its end by clicks and drags', async ({ t }) => {
  const hall = await startHall(t)
  // With all animations and sounds, which are on by default.
  const page = await openPage(t, { reducedMotion: 'no-preference', sound: true })
  await page.addInitScript(() => {
    const { createBufferSource } = BaseAudioContext.prototype
    globalThis.sounds = 0
    BaseAudioContext.prototype.createBufferSource = function () {
      globalThis.sounds++
      return createBufferSource.call(this)
    }
  })
  await openGame(hall, page)
  for (const [i, move] of doubleCannon.entries()) {
    const [from, to] = split(move)
    if (i % 2 === 0) await drag(page, from, to)
    else {
      await point(page, from).click()
      await named(page, new RegExp(`^${to} .*(legal move|can be captured)`))
      await point(page, to).click()
    }
    await moveCount(page, i + 1)
  }
  await mated(page)
  // A piece is three resonances of wood.
  const sounds = await page.evaluate(() => globalThis.sounds)
  assert.ok(sounds >= 3 * doubleCannon.length, `${sounds} sounds`)
  await page.getByRole('button', { name: 'Rematch' }).first().click()
  await moveCount(page, 0)
  await named(page, /^a9 black chariot, file 1$/)
})

test('mouse: what is not a move is none', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  await drag(page, 'h2', 'i5')
  await drag(page, 'h9', 'g7')
  await point(page, 'h7').click()
  await point(page, 'e4').click()
  await moveCount(page, 0)
  await point(page, 'h2').click()
  await named(page, /^h2 red cannon, selected/)
  await point(page, 'h2').click()
  await named(page, /^h2 red cannon, file 2$/)
})

test('mouse: a double click does not let go, two clicks do', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  await point(page, 'h2').dblclick()
  await named(page, /^h2 red cannon, selected/)
  // The clicks can follow at any speed: the browser decides which ones are a double click.
  await point(page, 'h2').click()
  await named(page, /^h2 red cannon, file 2$/)
  await point(page, 'h2').click()
  await named(page, /^h2 red cannon, selected/)
  await point(page, 'h2').click()
  await named(page, /^h2 red cannon, file 2$/)
})

test('mouse: clicks 20 ms apart all count', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  // This also has to work if the server is slow.
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => setTimeout(() => server.send(message), 100))
  })
  await openGame(hall, page)
  const places = []
  for (const at of ['h2', 'e2', 'h9', 'g7', 'h0', 'g2', 'i9', 'h9']) {
    places.push(await middle(point(page, at)))
  }
  for (const [x, y] of places) {
    await page.mouse.click(x, y)
    await page.waitForTimeout(20)
  }
  await moveCount(page, 4)
})

test('touch: a game to its end on a phone, without moving the page', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page)
  for (const [i, move] of doubleCannon.entries()) {
    const [from, to] = split(move)
    if (i === 0) await fingerDrag(page, from, to)
    else {
      await point(page, from).tap()
      await point(page, to).tap()
    }
    await moveCount(page, i + 1)
  }
  await mated(page)
  assert.equal(await page.evaluate(() => scrollY), 0)
  const small = await page.$$eval('main button, header a', (all) =>
    all
      .filter((b) => !b.closest('[role=grid]') && b.offsetParent)
      .map((b) => [b.textContent?.trim(), b.getBoundingClientRect().height])
      .filter(([, height]) => height < 43.5),
  )
  assert.deepEqual(small, [], 'targets lower than 44 px')
})

test('keyboard: a game to its end through roles and names only', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page)
  // Tab reaches the board, which has one tab stop.
  await page.keyboard.press('Tab')
  for (let i = 0; i < 30; i++) {
    const inside = await page.evaluate(() => !!document.activeElement?.closest('[role=grid]'))
    if (inside) break
    await page.keyboard.press('Tab')
  }
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  assert.match(await here(), /^e0 red king/)
  // Jump to Red's cannon by its letter, then go to its target with the arrow keys.
  const go = async (to) => {
    for (let i = 0; i < 20; i++) {
      const at = (await here()).split(' ')[0]
      if (at === to) return
      const [file, rank] = [at.charCodeAt(0), Number(at[1])]
      const [toFile, toRank] = [to.charCodeAt(0), Number(to[1])]
      const key =
        file < toFile
          ? 'ArrowRight'
          : file > toFile
            ? 'ArrowLeft'
            : rank < toRank
              ? 'ArrowUp'
              : 'ArrowDown'
      await page.keyboard.press(key)
    }
    throw new Error(`never came to ${to}`)
  }
  await page.keyboard.press('c')
  assert.match(await here(), /^[bh]2 red cannon/)
  for (const [i, move] of doubleCannon.entries()) {
    const [from, to] = split(move)
    await go(from)
    await page.keyboard.press('Enter')
    assert.match(await here(), /selected/)
    await go(to)
    assert.match(await here(), /legal move|can be captured/)
    await page.keyboard.press('Enter')
    await moveCount(page, i + 1)
    await hear(page, i % 2 === 0 ? /^Red / : /^Black /)
  }
  await mated(page)
})

test('machine: a new game by the form, take back, hint, draw, resign', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('heading', { name: 'New game' }).waitFor()
  await page.getByRole('slider', { name: 'Level' }).fill('1')
  await page.getByText('has just learnt the moves').waitFor()
  await page.getByRole('button', { name: 'Start game' }).click()
  await board(page).waitFor()
  await page.getByText('Yiqi, level 1').waitFor()
  await drag(page, 'h2', 'e2')
  await moveCount(page, 2)
  await hear(page, /^Black /)
  await page.getByRole('button', { name: 'Take back' }).click()
  await moveCount(page, 0)
  await named(page, /^h2 red cannon/)
  await page.getByRole('button', { name: 'Hint' }).click()
  await hear(page, /^Hint: /)
  await point(page, 'b0').click()
  await point(page, 'c2').click()
  await moveCount(page, 2)
  await page.getByRole('button', { name: 'Draw' }).click()
  await hear(page, /declined|Draw by agreement/)
  if (/declined/.test(await spoken(page).textContent())) {
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('dialog', { name: 'Resign this game?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    await hear(page, /Black wins by resignation/)
  }
  await page.getByRole('link', { name: 'Games' }).click()
  await page.getByText(/Resignation|Agreement/).waitFor()
})

test('machine: two of them play, pause, and move when told', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const machine = { kind: 'machine', level: 1 }
  await openGame(hall, page, { players: [machine, machine] })
  await page.waitForFunction(() => document.querySelectorAll('button[data-ply]').length >= 2)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  const now = await page.locator('button[data-ply]').count()
  await page.waitForFunction((n) => document.querySelectorAll('button[data-ply]').length > n, now)
})

test('machine: swapping sides makes it move for the other', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { players: [people[0], { kind: 'machine', level: 1 }] })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Swap sides' }).click()
  await moveCount(page, 1)
  await named(page, /^e9 black king/)
  await hear(page, /^Red /)
})
