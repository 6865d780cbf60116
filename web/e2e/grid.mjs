// Every screen in every dress: four sizes, light and dark, English, simplified and traditional
// Chinese, as one sheet for each screen. For the eye, so it is no part of `./test`.
//
//   YIQI_BIN=… node e2e/grid.mjs [FOLDER] [SCREEN…]
//
// YIQI_DRESS chooses dresses. FOLDER (default: test-results/grid) gets `SCREEN.png`, the sheet, and the single pictures in
// `SCREEN/`. What a screen logs as an error is printed; so is what is wider than its window.

import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import config from './playwright.config.mjs'
import { ask, board, named, openPage, people, point, results, startHall } from './hall.mjs'
import { mockStudies, short } from './study-mock.mjs'

const sizes = { phone: [390, 844], sideways: [844, 390], small: [1024, 600], desktop: [1440, 900] }
const schemes = ['light', 'dark']
const locales = ['en-GB', 'zh-CN', 'zh-TW']

const you = { kind: 'person', name: '' }
const machine = { kind: 'machine', level: 6 }
const clock = { kind: 'increment', base_ms: 600000, increment_ms: 5000 }
const opening = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 g3g4 g5g4'.split(' ')
const mate = ['h2e2', 'a9a8', 'e2e6', 'a8a9', 'b2b4', 'a9a8', 'b4e4']
const shape = 'h8 h9 i8 g8 j7 k6 j8 k8 i7 g9 i9 i10'.split(' ')

/** The nth option of the first group of options, which chooses the game. */
const family = (n) => async (page) => {
  await page.getByRole('radio').nth(n).check({ force: true })
  await page.waitForTimeout(150)
}
const openAll = (page) =>
  page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)))
const down = (page) =>
  page.evaluate(() => {
    for (const e of [document.scrollingElement, ...document.querySelectorAll('*')])
      if (e.scrollHeight > e.clientHeight + 4) e.scrollTop = e.scrollHeight
  })
const action = (n) => (page) =>
  page.locator('.acts > button, .acts > .more > button').nth(n).click()
const menu = (n) => async (page) => {
  await action(5)(page)
  if (n !== undefined) await page.getByRole('menuitem').nth(n).click()
}
const ends = { moves: mate.slice(0, 6), then: 'b4 e4' }
const click =
  (...squares) =>
  async (page) => {
    for (const at of squares) await point(page, at).click()
    await page.waitForTimeout(120)
  }

const turnOn = (page) => page.getByRole('switch', { name: /Analysis|分析/ }).check({ force: true })
const analyse = async (page) => {
  await turnOn(page)
  await page
    .getByRole('group', { name: /^(Line|第) 1/ })
    .first()
    .waitFor()
  await page.waitForTimeout(450)
}
const tab = (n) => (page) => page.locator('.record').getByRole('tab').nth(n).click()
const press = (key) => async (page) => {
  await page.locator('main').focus()
  await page.keyboard.press(key)
}
/** Variations, one inside another, a long comment, signs and shapes. */
const worked = async ({ nodes, playOn }) => {
  let at = await playOn(2, 'b0c2')
  for (const move of ['i9h9', 'a0b0', 'b9c7']) at = await playOn(at, move)
  nodes.get(at).comment = 'Both sides have **one** chariot out.\n\nBlack is a move behind.'
  const other = await playOn(8, 'h0h4')
  nodes.get(await playOn(other, 'c6c5')).glyphs = [5]
  await playOn(8, 'b0a2')
  Object.assign(nodes.get(5), { glyphs: [1], comment: 'The chariot comes out first: 先出车。' })
  nodes.get(9).glyphs = [4]
  nodes.get(6).shapes = [
    { color: 'green', from: 'h0', to: 'h6' },
    { color: 'red', from: 'e6' },
    { color: 'yellow', from: 'c7', to: 'd5' },
  ]
}
const study = { variant: 'xiangqi', moves: opening, prepare: worked, review: 'done' }

/** A screen: its address, or the game it shows, and what is done on it before the picture. */
const screens = {
  home: { at: '' },
  'new-xiangqi': { at: 'new' },
  'new-xiangqi-more': { at: 'new', act: async (page) => (await openAll(page), await down(page)) },
  'new-draughts': { at: 'new', act: family(1) },
  'new-draughts-more': {
    at: 'new',
    act: async (page) => (await family(1)(page), await openAll(page)),
  },
  'new-gomoku': { at: 'new', act: family(2) },
  'new-gomoku-more': {
    at: 'new',
    act: async (page) => (await family(2)(page), await openAll(page), await down(page)),
  },
  'new-reversi': { at: 'new', act: family(3) },
  setup: {
    at: 'new',
    act: async (page) => {
      await page.getByRole('radio', { name: /Set up|摆|擺/ }).check({ force: true })
      await page.waitForTimeout(200)
    },
  },
  pasted: {
    at: 'new',
    act: async (page) => {
      await page
        .getByRole('radio', { name: /^(Text|Position|FEN|文本|文字|局面|粘贴|貼上).*/ })
        .first()
        .check({ force: true })
      await page.locator('textarea').first().fill('9/9/4k4/9/9/9/9/9/9/4K4 w')
      await page.waitForTimeout(400)
      await down(page)
    },
  },
  'play-start': { game: { players: [you, machine] } },
  'play-middle': { game: { players: [you, machine], clock, moves: opening }, act: click('e2') },
  'play-check': { game: { moves: ['h2e2', 'a9a8', 'e2e6'] } },
  'play-refused': { game: { moves: [] }, act: click('b0', 'd1') },
  'play-offer': { game: { moves: opening }, act: (page, fresh) => fresh && action(3)(page) },
  'play-resign': { game: { moves: opening }, act: action(4) },
  'play-menu': { game: { players: [you, machine], moves: opening }, act: menu() },
  'play-export': {
    game: { moves: opening },
    act: async (page) => (await menu(), page.keyboard.press('Escape')),
  },
  'play-keys': { game: { moves: opening }, act: (page) => page.keyboard.press('?') },
  'play-info': {
    game: { players: [you, machine], clock, moves: opening },
    act: (page) => page.getByRole('tab').nth(1).click(),
  },
  'play-back': {
    game: { moves: opening },
    act: async (page) => {
      for (const key of ['[', '[', '[']) await page.keyboard.press(key)
    },
  },
  'play-end': {
    game: { moves: ends.moves },
    act: (page, fresh) => fresh && click('b4', 'e4')(page),
  },
  'play-ended': { game: { moves: mate } },
  draughts: {
    game: {
      variant: 'draughts',
      players: [you, machine],
      position: 'B:W27,31-33,36-38,42,43,K48:B7-9,12-14,16,20,22,24,K6',
      moves: ['24-29'],
    },
    act: async (page) => (await named(page, /^33 /), click('33')(page)),
  },
  'draughts-which': {
    game: { variant: 'draughts', position: 'W:W27:B22,23,32,33,12,13,K1' },
    act: click('27'),
  },
  'draughts-end': {
    game: { variant: 'draughts', position: 'W:W32:B28' },
    act: (page, fresh) => fresh && click('32', '23')(page),
  },
  'gomoku-opening': {
    game: { variant: 'gomoku', opening: 'swap2', moves: [] },
    act: async (page, fresh) => {
      if (fresh) await click('h8', 'i9', 'g7')(page)
      await page.getByTestId('opening').waitFor()
    },
  },
  renju: { game: { variant: 'renju', players: [you, machine], moves: shape } },
  reversi: {
    game: {
      variant: 'reversi',
      players: [you, machine],
      moves: ['d3', 'c3', 'c4', 'e3', 'f4', 'c5'],
    },
  },
  games: { at: 'games', act: (page) => page.locator('li.card').nth(5).waitFor() },
  'games-none': {
    at: 'games',
    act: async (page) => {
      await page.getByRole('searchbox').fill('Nobody at all')
      await page.locator('.empty').waitFor()
    },
  },
  'learn-xiangqi': { at: 'learn', act: family(0) },
  'learn-draughts': { at: 'learn', act: family(1) },
  'learn-gomoku': { at: 'learn', act: family(2) },
  'learn-reversi': { at: 'learn', act: family(3) },
  settings: { at: 'settings' },
  'settings-below': { at: 'settings', act: down },
  unknown: { at: 'nowhere' },
  studies: { study, at: 'studies', act: (page) => page.getByRole('listitem').first().waitFor() },
  'study-list': { study, node: 6 },
  'study-lines': { study, node: 5, act: analyse },
  'study-engines': {
    study,
    node: 5,
    act: async (page) => {
      await analyse(page)
      await page.locator('.machine [aria-expanded]').click()
    },
  },
  'study-tree': { study, node: 6, act: press('v') },
  'study-menu': { study, node: 5, act: press('m') },
  'study-keys': { study, act: press('?') },
  'study-export': { study, act: (page) => page.locator('.bar button').nth(-2).click() },
  'study-review': { study, node: 6, act: tab(1) },
  'study-review-below': {
    study,
    node: 6,
    act: async (page) => (await tab(1)(page), await down(page)),
  },
  'study-retry': {
    study,
    act: async (page) => {
      await tab(1)(page)
      await page.locator('.record button.main').last().click()
      await page.waitForTimeout(300)
    },
  },
  'study-draughts': { study: { variant: 'draughts', ...short.draughts }, node: 2, act: analyse },
  'study-gomoku': { study: { variant: 'gomoku', ...short.gomoku }, node: 3, act: analyse },
  'study-reversi': { study: { variant: 'reversi', ...short.reversi }, node: 2, act: analyse },
}

/** `YIQI_DRESS='desktop-light|zh-CN'` draws only the dresses that match. */
const only = new RegExp(process.env.YIQI_DRESS ?? '')
const [folder = path.join(results, 'grid'), ...wanted] = process.argv.slice(2)
fs.mkdirSync(folder, { recursive: true })
const chosen = Object.entries(screens).filter(
  ([name]) => wanted.length === 0 || wanted.some((w) => name.startsWith(w)),
)
const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, closers: [] }
try {
  const hall = await startHall(t, { own: true })
  const create = (game) =>
    ask(hall, 'POST', '/api/games', {
      variant: 'xiangqi',
      players: people,
      clock: { kind: 'none' },
      ...game,
    })
  for (const [, screen] of chosen) {
    if (screen.game && !screen.act?.toString().includes('fresh'))
      screen.id = (await create(screen.game)).id
  }
  if (chosen.some(([name]) => name === 'games'))
    for (const moves of [mate, opening, []])
      for (const players of [people, [{ kind: 'person', name: 'Ada' }, machine]])
        await create({ players, moves })
  const taken = Object.fromEntries(chosen.map(([name]) => [name, []]))
  for (const [size, [width, height]] of Object.entries(sizes))
    for (const colorScheme of schemes)
      for (const locale of locales) {
        const dress = `${size}-${colorScheme}-${locale}`
        if (!only.test(dress)) continue
        const touch = size === 'phone' || size === 'sideways'
        const page = await openPage(t, {
          viewport: { width, height },
          colorScheme,
          locale,
          hasTouch: touch,
        })
        page.setDefaultTimeout(20_000)
        await page.goto(hall.url)
        for (const [name, screen] of chosen) {
          try {
            const fresh = screen.game && !screen.id
            const id = fresh ? (await create(screen.game)).id : screen.id
            const address = screen.game
              ? `game/${id}`
              : (screen.at ?? `study/mock/${screen.node ?? 0}`)
            // The view is left, so that it is fresh.
            await page.evaluate(() => (location.hash = '#/away'))
            if (screen.study) {
              await page.unrouteAll({ behavior: 'ignoreErrors' })
              await mockStudies(hall, page, screen.study)
            }
            await page.evaluate((to) => (location.hash = `#/${to}`), address)
            if (screen.game || (screen.study && !screen.at)) await board(page).waitFor()
            else await page.getByRole('heading', { level: 1 }).first().waitFor()
            await screen.act?.(page, fresh)
            await page.evaluate(() => document.fonts.ready.then(() => true))
            await page.waitForTimeout(80)
            const wide = await page.evaluate(
              () => document.scrollingElement.scrollWidth - innerWidth,
            )
            if (wide > 0) console.log(`${name} ${dress}: ${wide} px wider than the window`)
          } catch (error) {
            console.log(`${name} ${dress}: ${String(error).split('\n').slice(0, 3).join(' | ')}`)
          }
          const file = path.join(folder, name, `${dress}.png`)
          await page.screenshot({ path: file })
          taken[name].push({ file, size })
          await page.keyboard.press('Escape')
        }
        await page.context().close()
      }
  const sheet = await (
    await browser.newContext({ viewport: { width: 2000, height: 1000 } })
  ).newPage()
  for (const [name, shots] of Object.entries(taken)) {
    const rows = Object.keys(sizes).map((size) => {
      const tiles = shots.filter((shot) => shot.size === size)
      const data = (file) => fs.readFileSync(file).toString('base64')
      return tiles
        .map(({ file }) => `<img class=${size} src="data:image/png;base64,${data(file)}">`)
        .join('')
    })
    const style = `body{margin:4px;background:#888}div{display:flex;gap:4px;margin-bottom:4px}
      img{width:calc((100% - 20px)/6)} .phone{width:200px}`
    await sheet.setContent(
      `<style>${style}</style>${rows.map((row) => `<div>${row}</div>`).join('')}`,
    )
    await sheet.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true })
  }
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
}
