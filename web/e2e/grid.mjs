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
import { mockLab } from './lab-mock.mjs'
import { ask, board, openPage, people, results, startHall } from './hall.mjs'
import { archived, screens } from './grid-screens.mjs'
import { mockStudies } from './study-mock.mjs'

const sizes = {
  phone: [390, 844],
  sideways: [844, 390],
  tablet: [768, 1024],
  small: [1024, 600],
  desktop: [1440, 900],
}
const schemes = ['light', 'dark']
const locales = ['en-GB', 'zh-CN', 'zh-TW']

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
  // What is made up takes its positions from games of another hall, so that no list shows them.
  const behind = await startHall(t, { own: true })
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
  if (chosen.some(([name]) => /^(games|archive)/.test(name))) {
    const games = []
    for (const game of archived) games.push((await create(game)).id)
    await ask(hall, 'POST', '/api/archive/tags', {
      games: games.slice(4),
      add: ['club', 'to review'],
      remove: [],
    })
  }
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
            if (screen.study || screen.lab) {
              await page.unrouteAll({ behavior: 'ignoreErrors' })
              if (screen.study) await mockStudies(behind, page, screen.study)
              else await mockLab(behind, page, screen.lab)
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
