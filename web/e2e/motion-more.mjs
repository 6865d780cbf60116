// Bursts of pictures of what opens and appears: arrows, panels, dialogs and menus, with motion. For the eye; it is no
// part of `./test`.
//
//   YIQI_BIN=… node e2e/motion-more.mjs [FOLDER]
//
// Animations run at a fiftieth of their speed, so that a picture every 100 ms shows them 2 ms apart on any machine.

import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import config from './playwright.config.mjs'
import { board, createStudy, openGame, openPage, results, startHall } from './hall.mjs'

const [folder = path.join(results, 'motion-more')] = process.argv.slice(2)
fs.mkdirSync(folder, { recursive: true })

const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, closers: [] }
try {
  const hall = await startHall(t, { own: true })
  const { id } = await createStudy(hall, { moves: ['h2e2', 'h9g7', 'h0g2'] })
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1440, 900, 'light'],
  ]) {
    const page = await openPage(t, { viewport: { width, height }, colorScheme })
    const line = await page.context().newCDPSession(page)
    await line.send('Animation.enable')
    const burst = async (name, act) => {
      await line.send('Animation.setPlaybackRate', { playbackRate: 0.05 })
      await act()
      for (let k = 0; k < 6; k++) {
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${k}.png`) })
        await page.waitForTimeout(k < 2 ? 300 : 900)
      }
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .map(
            (a) =>
              `${a.effect?.target?.className?.baseVal ?? a.effect?.target?.className}: ${a.animationName ?? a.transitionProperty}`,
          ),
      )
      console.log(name, width, moving.join(', '))
      await line.send('Animation.setPlaybackRate', { playbackRate: 1 })
      await page.waitForTimeout(400)
    }
    const button = (name) => page.getByRole('button', { name, exact: true })
    await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
    await page.waitForTimeout(500)
    await burst('hint', () => page.keyboard.press('i'))
    await burst('menu', () => button('More').click())
    await burst('dialog', () => page.getByRole('menuitem', { name: 'Picture…' }).click())
    await page.keyboard.press('Escape')
    await burst('resign', () => button('Resign').click())
    await page.keyboard.press('Escape')
    await burst('tab', () => page.getByRole('tab', { name: 'Game' }).click())
    await page.goto(`${hall.url}/#/study/${id}/1`)
    await board(page).waitFor()
    await burst('analysis', () => page.getByRole('switch', { name: 'Analysis' }).click())
    await burst('engines', () => page.getByRole('button', { name: 'Engines' }).click())
    await burst('study-menu', () => page.locator('.panel > .bar button[aria-label=More]').click())
    await page.context().close()
  }
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
}
