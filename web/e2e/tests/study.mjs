// Studies: the tree, drawing, the machine's lines, and the ways that lead to a study.

import { examine } from '../axe.mjs'
import {
  assert,
  board,
  desktop,
  doubleCannon,
  hear,
  openGame,
  openPage,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { frameCounter } from '../lab-frames.mjs'
import { mockStudies, openMock, short } from '../study-mock.mjs'

const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })
/** The shown move: its name begins with its number and its notation. */
const current = (page) => tree(page).locator('[aria-current=step]')
const node = (page, id) => tree(page).locator(`[data-node="${id}"]`)

for (const [variant, { moves, other }] of Object.entries(short)) {
  test(`study: ${variant}: steps, a variation, the machine, a comment, by keyboard and pointer`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    await openMock(hall, page, { variant, moves, node: 1 })
    assert.equal(await tree(page).getByRole('button').count(), moves.length)
    assert.equal(await current(page).getAttribute('data-node'), '1')
    await page.keyboard.press('End')
    await page.waitForFunction(() => location.hash.endsWith('/4'))
    await page.keyboard.press('ArrowLeft')
    assert.equal(await current(page).getAttribute('data-node'), '3')
    await page.keyboard.press('Home')
    await hear(page, /Start position/)
    await page.keyboard.press('ArrowRight')
    // "Go on from here" makes a variation: the game's own moves stay.
    for (const at of other) await point(page, at).click()
    await node(page, 5).and(page.locator('[aria-current=step]')).waitFor()
    assert.equal(await tree(page).getByRole('button').count(), moves.length + 1)
    await page.keyboard.press('ArrowUp')
    assert.equal(await current(page).getAttribute('data-node'), '2')
    await page.keyboard.press('ArrowDown')
    assert.equal(await current(page).getAttribute('data-node'), '5')
    // The machine: lines with scores; a click enters a line.
    await page.getByRole('switch', { name: 'Analysis' }).click()
    const line = page.getByRole('group', { name: /^Line 1, / })
    await line.waitFor()
    assert.match(
      await page.getByRole('meter', { name: 'Win, draw or loss' }).getAttribute('aria-valuetext'),
      /wins 62.%, draw 10.%, (Black|White) wins 28.%/,
    )
    await line.getByRole('button').first().click()
    await node(page, 6).and(page.locator('[aria-current=step]')).waitFor()
    await page.getByRole('switch', { name: 'Analysis' }).click()
    // A comment, and its undoing.
    await page.keyboard.press('c')
    await page.keyboard.type('a **fine** move')
    await page.keyboard.press('Tab')
    await tree(page).locator('strong', { hasText: 'fine' }).waitFor()
    await tree(page)
      .getByRole('button', { name: /Comment/ })
      .waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await tree(page).locator('strong').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await node(page, 5).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await node(page, 6).waitFor()
  })
}

test('study: the menu of a move promotes, folds, signs and deletes', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { moves, other } = short.xiangqi
  await openMock(hall, page, { variant: 'xiangqi', moves, node: 1 })
  for (const at of other) await point(page, at).click()
  await node(page, 5).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: /^Actions for / })
  await menu.getByRole('menuitem', { name: 'Make it the main line' }).click()
  await tree(page).locator('.row').nth(1).waitFor({ state: 'detached' })
  await tree(page)
    .getByRole('group', { name: /^Variation / })
    .waitFor()
  // By keyboard: the menu takes the focus and gives it back.
  await node(page, 5).focus()
  await page.keyboard.press('m')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.node), '5')
  await page.keyboard.press('x')
  await tree(page)
    .getByRole('button', { name: /Unfold/ })
    .click()
  await page.getByRole('button', { name: 'Brilliant move' }).click()
  await tree(page)
    .getByRole('button', { name: /!!.*Brilliant move/ })
    .waitFor()
  await page.getByRole('button', { name: 'Blunder' }).click()
  await tree(page)
    .getByRole('button', { name: /\?\?.*Blunder/ })
    .waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('promote and demote the variation').waitFor()
})

test('study: the drawing of the tree has a button for each move', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { moves, other } = short.xiangqi
  await openMock(hall, page, { variant: 'xiangqi', moves, node: 1 })
  for (const at of other) await point(page, at).click()
  await node(page, 5).waitFor()
  await page.keyboard.press('v')
  await tree(page).getByRole('button', { name: 'Start position' }).click()
  assert.equal(await tree(page).getByRole('button').count(), moves.length + 2)
  await hear(page, /Start position/)
  await tree(page)
    .getByRole('button', { name: /^1… H2\+3/ })
    .click()
  assert.equal(await current(page).getAttribute('data-node'), '5')
})

test('study: arrows and points with the right button, and by touch', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openMock(hall, page, { variant: 'xiangqi', moves: short.xiangqi.moves })
  const centre = async (at) => {
    const box = await point(page, at).boundingBox()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  await page.mouse.move(...(await centre('h2')))
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(...(await centre('e2')))
  await page.mouse.up({ button: 'right' })
  await page.getByRole('img', { name: /Green arrow from h2 to e2/ }).waitFor()
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('button', { name: 'Red', exact: true }).click()
  await page.mouse.click(...(await centre('e4')))
  await page.getByRole('img', { name: /Red point on e4/ }).waitFor()
  await page.getByRole('button', { name: 'Erase the drawing' }).click()
  await page.getByRole('img', { name: /Red point on e4/ }).waitFor({ state: 'detached' })
  // While one draws, no piece moves.
  assert.equal(await tree(page).getByRole('button').count(), short.xiangqi.moves.length)
})

test('study: what the machine reports redraws neither the tree nor the board', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { moves } = short.xiangqi
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await page.getByRole('switch', { name: 'Analysis' }).click()
  await page.getByRole('group', { name: /^Line 1, / }).waitFor()
  await page.evaluate(() => {
    globalThis.changes = 0
    const seen = new MutationObserver((list) => (globalThis.changes += list.length))
    for (const part of document.querySelectorAll('[data-node], [role=grid], .piece')) {
      seen.observe(part, { attributes: true, childList: true, subtree: true })
    }
  })
  for (let depth = 13; depth < 113; depth++) {
    state.tell({
      type: 'analysis',
      analysis: {
        node: 0,
        engine: 'own',
        state: 'searching',
        depth,
        seldepth: depth,
        nodes: depth * 1e5,
        nps: 1e6,
        time_ms: depth * 100,
        threat: false,
        only: [],
        lines: [],
      },
    })
  }
  await page.getByText('depth 112').waitFor()
  assert.equal(await page.evaluate(() => globalThis.changes), 0)
})

test('study: a frame with new lines takes less than 16 ms of the main thread', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { moves } = short.xiangqi
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await page.getByRole('switch', { name: 'Analysis' }).click()
  await page.getByRole('group', { name: /^Line 1, / }).waitFor()
  const counter = await frameCounter(page)
  const before = await counter.busy()
  for (let n = 1; n <= 100; n++) {
    const lines = state.lines.map((line, i) => ({
      ...line,
      score: { cp: ((n * 7) % 300) - 40 * i },
      chances: [500 + (n % 90) - 20 * i, 100, 400 - (n % 90) + 20 * i],
    }))
    const counts = { depth: n, seldepth: n, nodes: n * 1e5, nps: 1e6, time_ms: n * 20 }
    const rest = { node: 0, engine: 'own', state: 'searching', threat: false, only: [] }
    state.tell({ type: 'analysis', analysis: { ...rest, ...counts, lines } })
    await page.waitForTimeout(20)
  }
  const [spent, frames] = [(await counter.busy()) - before, await counter.frames()]
  console.log(`${frames} frames, ${(spent / frames).toFixed(1)} ms of the main thread for each`)
  assert.ok(spent / frames < 16, `${(spent / frames).toFixed(1)} ms`)
})

test('study: a phone shows one line with branch marks, in both directions and languages', async ({
  t,
}) => {
  const hall = await startHall(t)
  const { moves, other } = short.xiangqi
  for (const options of [
    { viewport: phone, hasTouch: true },
    { viewport: { width: 844, height: 390 }, hasTouch: true, locale: 'zh-CN', colorScheme: 'dark' },
  ]) {
    const page = await openPage(t, options)
    await openMock(hall, page, { variant: 'xiangqi', moves, node: 1 })
    const line = page.getByRole('group', { name: /Moves and variations|着法和变着/ })
    assert.equal(await line.getByRole('button').count(), moves.length)
    for (const at of other) await point(page, at).tap()
    const branch = line.locator('[data-node="5"]')
    await branch.waitFor()
    assert.equal(await line.getByRole('button').count(), 2)
    await page.getByRole('button', { name: /Variation above|上一个变着/ }).tap()
    await line.locator('[data-node="2"][aria-current=step]').waitFor()
    // Nothing is wider than the screen.
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide} px too wide`)
    // The title has the whole width; the links out of the study are in the menu.
    const cut = await page
      .locator('h1')
      .last()
      .evaluate((h1) => h1.scrollWidth - h1.clientWidth)
    assert.ok(cut <= 0, `${cut} px of the title are cut`)
    assert.equal(await page.getByRole('link', { name: /^(Lab|实验室)$/ }).count(), 0)
    await page.getByRole('button', { name: /^(More|更多)$/ }).tap()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^(Lab|实验室)$/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await examine(page, `study (${options.viewport.width})`)
  }
})

test('study: axe finds nothing on the desktop, with lines, menu, list and tree', async ({ t }) => {
  const hall = await startHall(t)
  const { moves, other } = short.draughts
  for (const options of [{ viewport: desktop }, { viewport: desktop, colorScheme: 'dark' }]) {
    const page = await openPage(t, options)
    await openMock(hall, page, { variant: 'draughts', moves, node: 1 })
    for (const at of other) await point(page, at).click()
    await page.getByRole('switch', { name: 'Analysis' }).click()
    await page.getByRole('group', { name: /^Line 1, / }).waitFor()
    await page.getByRole('button', { name: 'Engines' }).click()
    await examine(page, 'study')
    await page.getByRole('button', { name: 'Engines' }).click()
    await page.locator('main').focus()
    await page.keyboard.press('v')
    await page.keyboard.press('m')
    await page.getByRole('menu').waitFor()
    await examine(page, 'tree and menu')
    await page.keyboard.press('Escape')
    await page.goto(`${hall.url}/#/studies`)
    await page.getByRole('link', { name: 'Ada – Bo' }).waitFor()
    await examine(page, 'studies')
  }
})

test('study: a game, a card, a set-up position and a text lead to a study', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { posted } = await mockStudies(hall, page, {
    variant: 'xiangqi',
    moves: short.xiangqi.moves,
  })
  const arrived = async (wanted) => {
    await page.waitForURL(/#\/study\/mock/)
    await board(page).waitFor()
    assert.deepEqual({ ...posted.at(-1), ...wanted }, posted.at(-1))
  }
  const game = await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Analyse' }).click()
  await arrived({ kind: 'game', id: game.id })
  // The banner of an end.
  await page.goto(`${hall.url}/#/game/${game.id}`)
  await point(page, 'b4').click()
  await point(page, 'e4').click()
  await page.locator('.end-banner').getByRole('button', { name: 'Analyse' }).click()
  await arrived({ kind: 'game', id: game.id })
  await page.goto(`${hall.url}/#/games`)
  await page
    .getByRole('button', { name: /^Analyse: / })
    .first()
    .click()
  await arrived({ kind: 'game' })
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('radio', { name: 'Set up', exact: true }).check()
  await page.getByRole('button', { name: 'Open as a study' }).click()
  await arrived({ kind: 'position', variant: 'xiangqi', moves: [] })
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('radio', { name: 'Text', exact: true }).check()
  await page.getByRole('textbox', { name: /moves/i }).fill('1. h2e2 h9g7 2. h0g2')
  await page.getByRole('button', { name: 'Open as a study' }).click()
  // The text was sent when it was read: the study is made by its id.
  await arrived({ kind: 'imported', game: 0 })
  assert.match(posted.at(-1).file, /^[0-9a-f-]{36}$/)
})

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
]) {
  test(`study: with the settings open three engines are in view at ${width}×${height}`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport: { width, height } })
    await openMock(hall, page, { variant: 'xiangqi', moves: short.xiangqi.moves, node: 1 })
    await page.getByRole('switch', { name: 'Analysis' }).click()
    await page.getByRole('button', { name: 'Engines' }).click()
    for (const n of [2, 3])
      await page.getByRole('combobox', { name: `Engine ${n}` }).selectOption({ index: 1 })
    const third = page.locator('.machine .engine').nth(2)
    await third.getByRole('group', { name: /^Line 1, / }).waitFor()
    const box = await third.boundingBox()
    const bar = await page.locator('.panel > .bar').boundingBox()
    assert.ok(box.y + box.height <= bar.y, `${JSON.stringify(box)} at ${bar.y}`)
  })
}
