// The lab of a real hall: what the search recorded, the evaluation and the engine's mind, for each game.

import fs from 'node:fs'
import { ask, assert, board, openPage, startHall, test } from '../hall.mjs'
import { loaded, lookAround } from '../lab-frames.mjs'

const number = (text) => Number(text.replace(/[^\d]/g, ''))

for (const variant of ['xiangqi', 'draughts', 'gomoku', 'reversi']) {
  test(`lab in the hall: ${variant}: a recorded search, the evaluation, the engine's mind`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const about = await fetch(`${hall.url}/api/lab`)
    test.skip(!about.ok, 'this hall records no searches')
    test.setTimeout(300_000)
    const page = await openPage(t)
    const recordings = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') return
        const event = JSON.parse(payload)
        if (event.type === 'recording') recordings.push(event.recording)
      }),
    )
    // On an empty board there is one move: nothing is cut off before the third ply.
    const depth = variant === 'gomoku' ? 3 : 2
    await page.goto(`${hall.url}/#/lab?from=start:${variant}&depth=${depth}&with=alpha-beta`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByTestId('sentence').waitFor()
    await page.getByText(/Minimax would have looked at [\d,]+ leaves/).waitFor()
    await page.getByRole('button', { name: 'Next cut-off' }).click()
    await page.getByTestId('sentence').getByText('Cut off').waitFor()
    await page.getByTestId('path').getByRole('button').first().waitFor()
    await board(page).waitFor()
    await page.getByRole('button', { name: 'To the end', exact: true }).click()
    // What the page counted in the tree is what the search counted.
    const last = recordings.at(-1)
    assert.equal(last.state, 'done')
    const counters = await page.getByRole('region', { name: /^Counters/ }).textContent()
    const counted = (name) => number(new RegExp(`${name}\\s*([\\d,]+)`).exec(counters)[1])
    assert.equal(counted('Nodes'), last.nodes)
    assert.equal(counted('Leaves'), last.leaves)
    assert.equal(counted('Leaves'), last.counters.leaves)
    assert.equal(counted('Cut-offs'), last.counters.cut_offs)
    // The terms of the evaluation add up to it.
    await page.getByRole('tab', { name: 'Evaluation' }).click()
    const total = page.getByTestId('total')
    await total.waitFor()
    const value = (text) => Number(text.replace('−', '-').replace('+', ''))
    const parts = await page.locator('tbody tr td:nth-of-type(3)').allTextContents()
    assert.equal(
      parts.map(value).reduce((sum, x) => sum + x, 0),
      value(await total.textContent()),
    )
    await page.getByRole('tab', { name: 'Engine’s mind' }).click()
    await page.getByRole('combobox', { name: 'Time' }).selectOption('1')
    await page.getByRole('button', { name: 'Let it think' }).click()
    await page.getByText(/The favourite (never )?changed/).waitFor()
    const chart = page.getByRole('region', { name: 'Moves and iterations' })
    assert.ok((await chart.getByRole('columnheader').count()) > 2)
  })
}

test('lab in the hall: a machine of a textbook is an opponent', async ({ t }) => {
  const hall = await startHall(t)
  const { variants } = await ask(hall, 'GET', '/api/catalogue')
  test.skip(
    !variants.some((variant) => variant.presets?.length),
    'this hall offers no such machines',
  )
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('classic-3')
  await page.getByText(/Searches 3 plies as a textbook describes it/).waitFor()
  await page.getByText('How it plays', { exact: true }).click()
  await page.getByText(/history heuristic/).waitFor()
  await page
    .getByRole('button', { name: /^(Start|Begin|Play)/ })
    .first()
    .click()
  await page.waitForURL(/#\/game\//)
  await page.getByText('Classic 3 (alpha-beta, depth 3)').first().waitFor()
  const game = await ask(hall, 'GET', `/api/games/${page.url().split('/').at(-1)}`)
  assert.ok(game.players.some((player) => player.preset === 'classic-3'))
})

test('lab in the hall: a position is set up by hand, or pasted, and searched', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=2`)
  const dialog = page.getByRole('dialog', { name: 'Set up a position' })
  const open = page.getByRole('button', { name: 'Set up a position…' })
  const take = dialog.getByRole('button', { name: 'Take it' })
  const text = dialog.getByRole('textbox', { name: /^The position as text/ })
  const on = (at) => dialog.getByRole('grid').getByRole('button', { name: new RegExp(`^${at} `) })
  await open.click()
  await dialog.getByText('This position can be searched.').waitFor()
  assert.match(await text.inputValue(), /^rnbakabnr\//)
  // By hand: every fault is named, and the text follows the board.
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByText('This cannot be searched yet:').waitFor()
  assert.ok(await take.isDisabled())
  const box = (name) => dialog.getByRole('group', { name })
  for (const [side, piece, at] of [
    ['Red', 'red king', 'e0'],
    ['Black', 'black king', 'd9'],
    ['Red', 'red chariot', 'e4'],
  ]) {
    await box(`Pieces: ${side}`).getByRole('button', { name: piece }).click()
    await on(at).click()
  }
  await dialog.getByText('This position can be searched.').waitFor()
  assert.match(await text.inputValue(), /^3k5\/9\/9\/9\/9\/4R4\/9\/9\/9\/4K4 w/)
  await take.click()
  await dialog.waitFor({ state: 'detached' })
  assert.ok(await open.evaluate((button) => button === document.activeElement))
  await page.waitForURL(/from=text%3Axiangqi%3A3k5/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByTestId('sentence').waitFor()
  await board(page)
    .getByRole('button', { name: /^e4 red chariot/ })
    .waitFor()
  // The address alone opens the same position; the dialog begins with it, and a pasted text replaces it.
  await page.reload()
  await page.getByTestId('sentence').waitFor()
  await open.click()
  await dialog.getByText('This position can be searched.').waitFor()
  assert.match(await text.inputValue(), /^3k5\//)
  await text.fill('3k5/9/9/9/9/9/9/9/4R4/4K4 b')
  await on('e1')
    .and(dialog.getByRole('button', { name: /red chariot/ }))
    .waitFor()
  await dialog.getByText('This position can be searched.').waitFor()
  assert.ok(await dialog.getByRole('radio', { name: 'Black' }).isChecked())
  await text.fill('3k5/9/9')
  await dialog.getByText('This cannot be searched yet:').waitFor()
  assert.ok(await take.isDisabled())
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.ok(await open.evaluate((button) => button === document.activeElement))
})

test('lab in the hall: a position is set up by keyboard alone, in Chinese', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { locale: 'zh-CN' })
  await page.goto(`${hall.url}/#/lab?from=start:gomoku&depth=2`)
  await page.getByRole('button', { name: '摆棋…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '摆一个局面' })
  await dialog.getByText('这个局面可以搜索。').waitFor()
  const focused = (role) =>
    page.waitForFunction((role) => document.activeElement?.closest(role), role)
  const tabTo = async (test) => {
    for (let i = 0; i < 30; i++) {
      if (await page.evaluate(test)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`not reached by Tab: ${test}`)
  }
  await tabTo("document.activeElement?.closest('[role=grid]') !== null")
  await focused('[role=grid]')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('radio', { name: '白方' }).focus()
  await page.keyboard.press('Space')
  const take = dialog.getByRole('button', { name: '采用' })
  await dialog.getByText('这个局面可以搜索。').waitFor()
  await tabTo("/采用/.test(document.activeElement?.textContent ?? '')")
  assert.ok(await take.isEnabled())
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=text%3Agomoku%3A/)
  assert.match(decodeURIComponent(page.url()), /x|X/)
})

test('lab in the hall: a real search of a million nodes stays smooth', async ({ t }) => {
  test.setTimeout(600_000)
  const hall = await startHall(t, { own: true })
  // The memory of the hall, in MiB; `/proc` is that of Linux.
  const memory = (field) => {
    const status = fs.readFileSync(hall.root.replace(/root.*$/, 'status'), 'utf8')
    return Math.round(Number(new RegExp(`${field}:\\s*(\\d+) kB`).exec(status)[1]) / 1024)
  }
  const page = await openPage(t)
  const seen = { frames: 0, bytes: 0, last: null }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') {
        seen.frames++
        seen.bytes += payload.length
      } else if (payload.startsWith('{"type":"recording"')) {
        seen.last = JSON.parse(payload).recording
      }
    }),
  )
  await page.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=4&with=minimax`)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.waitFor()
  const before = memory('VmRSS')
  const began = Date.now()
  await button.click()
  await loaded(page, 2_000_000)
  const seconds = (Date.now() - began) / 1000
  const { events, nodes, state, time_ms } = seen.last
  assert.equal(state, 'limit')
  assert.ok(nodes >= 1_000_000, `${nodes} nodes`)
  console.log(
    `${nodes} nodes, ${events} events: recorded in ${time_ms / 1000} s; all in the page after ` +
      `${seconds.toFixed(1)} s, ${Math.round(events / seconds)} events a second, ${seen.frames} messages, ` +
      `${(seen.bytes / 1e6).toFixed(1)} MB`,
  )
  console.log(
    `memory of the hall: ${before} MiB before, ${memory('VmRSS')} MiB after, ${memory('VmHWM')} MiB at most`,
  )
  const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0)
  console.log(`heap of the page: ${Math.round(heap / 2 ** 20)} MiB`)
  const measured = await lookAround(page)
  for (const [what, ms] of Object.entries(measured))
    assert.ok(ms < 16, `${what}: ${ms.toFixed(1)} ms`)
  // The memory is given back when the search is forgotten.
  await page.close()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  console.log(`memory of the hall after the page was closed: ${memory('VmRSS')} MiB`)
})

test('lab in the hall: on a low screen moves have the chosen notation, and nothing is too wide', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: { width: 844, height: 390 }, hasTouch: true })
  await page.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=3&with=history-only,alpha-beta&go=1`)
  const cut = page.getByRole('button', { name: 'Next cut-off' })
  for (let i = 0; i < 3; i++) await cut.click()
  // The picture is too small for names: the sentence and the node ask for theirs.
  const sentence = page.getByTestId('sentence')
  await sentence.getByText(/with [A-Z]\d[+=-]\d/).waitFor()
  const path = page.getByTestId('path').getByRole('button')
  await page.waitForFunction(
    () => !/[a-i]\d[a-i]\d/.test(document.querySelector('[data-testid=path]').textContent),
  )
  assert.equal(await path.count(), 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: 'Engine’s mind' }).click()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('1')
  await page.getByRole('button', { name: 'Let it think' }).click()
  await page.getByText(/The favourite (never )?changed/).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${wide} px too wide`)
})

test('lab in the hall: patterns of both sides at a point do not hide each other, and are listed', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const text = '15/15/15/15/15/5o9/6xo7/5oxx7/6ox7/9x5/15/15/15/15/15 o'
  await page.goto(
    `${hall.url}/#/lab?tab=evaluation&from=${encodeURIComponent(`text:gomoku:${text}`)}`,
  )
  await page.getByRole('radio', { name: 'Patterns of each point' }).check({ force: true })
  const list = page.getByRole('listitem')
  await list.filter({ hasText: /^Open threes, White: .*f11/ }).waitFor()
  const boxes = await page
    .locator('svg.layer .value rect')
    .evaluateAll((all) =>
      all.map((one) => ['x', 'y', 'width', 'height'].map((name) => Number(one.getAttribute(name)))),
    )
  assert.ok(boxes.length > 10 && boxes.length < 60, `${boxes.length} numbers`)
  for (const [i, [x, y, w, h]] of boxes.entries())
    for (const [x2, y2, w2, h2] of boxes.slice(i + 1))
      assert.ok(x + w <= x2 || x2 + w2 <= x || y + h <= y2 || y2 + h2 <= y)
})
