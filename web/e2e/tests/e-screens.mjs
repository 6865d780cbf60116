// Screenshots of the main views for visual review. They are written to YIQI_SCREENS, or else to
// the folder of the test results.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import {
  assert,
  ask,
  board,
  desktop,
  moveCount,
  named,
  openPage,
  phone,
  point,
  results,
  startHall,
  test,
} from '../hall.mjs'

const folder = process.env.YIQI_SCREENS ? path.resolve(process.env.YIQI_SCREENS) : results

/** Reduces the file to a third of its size without a visible difference, if pngquant is installed. */
function shrink(file) {
  spawnSync('pngquant', ['--ext', '.png', '--force', '--quality', '75-95', '--speed', '1', file])
}

const opening = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 g3g4 g5g4'.split(' ')
const you = { kind: 'person', name: '' }

test('screens: the main screens in all their dresses', async ({ t }) => {
  fs.mkdirSync(folder, { recursive: true })
  const hall = await startHall(t)
  const create = (game) =>
    ask(hall, 'POST', '/api/games', { variant: 'xiangqi', clock: { kind: 'none' }, ...game })
  await create({
    players: [
      { kind: 'person', name: 'Ada' },
      { kind: 'person', name: 'Bo' },
    ],
    moves: opening.slice(0, 9),
  })
  await create({ players: [you, you], position: '3ak4/4a4/9/9/9/9/9/9/4A4/3AK1R2 w' })
  const game = await create({
    players: [you, { kind: 'machine', level: 6 }],
    clock: { kind: 'increment', base_ms: 600000, increment_ms: 5000 },
    moves: opening,
  })
  const draughts = await create({
    variant: 'draughts',
    players: [you, { kind: 'machine', level: 6 }],
    clock: { kind: 'increment', base_ms: 600000, increment_ms: 5000 },
    position: 'B:W27,31-33,36-38,42,43,K48:B7-9,12-14,16,20,22,24,K6',
    moves: ['24-29'],
  })
  const shape = 'h8 h9 i8 g8 j7 k6 j8 k8 i7 g9 i9 i10'.split(' ')
  const renju = await create({
    variant: 'renju',
    players: [you, { kind: 'machine', level: 6 }],
    moves: shape,
  })
  const swap2 = await create({ variant: 'gomoku', players: [you, you], opening: 'swap2' })
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    for (const colorScheme of ['light', 'dark']) {
      for (const locale of ['en-GB', 'zh-CN']) {
        const page = await openPage(t, { viewport, colorScheme, locale })
        const name = (screen) => `${screen}-${device}-${colorScheme}-${locale.slice(0, 2)}.png`
        const shoot = async (screen, called = name(screen)) => {
          await page.evaluate(() => document.fonts.ready.then(() => true))
          const file = path.join(folder, called)
          await page.screenshot({ path: file })
          shrink(file)
        }
        await page.goto(`${hall.url}/#/game/${game.id}`)
        await board(page).waitFor()
        await point(page, 'e2').click()
        await named(page, /^e6 .*(can be captured|可吃)/)
        await shoot('play')
        // The other views once in each language: light on a desktop and dark on a phone.
        const rest =
          (device === 'desktop' && colorScheme === 'light' && locale === 'en-GB') ||
          (device === 'phone' && colorScheme === 'dark' && locale === 'zh-CN')
        if (!rest) continue
        await page.goto(`${hall.url}/#/game/${draughts.id}`)
        await named(page, /^33 .*(must capture|必须吃子)/)
        await point(page, '33').click()
        await named(page, /^15 .*(legal move|可走)/)
        await shoot('draughts')
        await page.goto(`${hall.url}/#/game/${(device === 'desktop' ? renju : swap2).id}`)
        await point(page, 'h8').waitFor()
        if (device === 'desktop') {
          const shown = ['Numbers', 'Threats'].map((name) => page.getByRole('button', { name }))
          for (const show of shown) await show.click()
          await named(page, /^h8 .*1/)
          await shoot('renju', 'renju-desktop.png')
          for (const show of shown) await show.click()
        } else {
          for (const [i, at] of ['h8', 'i9', 'g7'].entries()) {
            await point(page, at).click()
            await moveCount(page, i + 1)
          }
          await page.getByTestId('opening').getByRole('button').nth(2).waitFor()
          await shoot('gomoku', 'gomoku-phone.png')
        }
        for (const screen of ['new', 'games', 'learn', 'settings']) {
          await page.goto(`${hall.url}/#/${screen}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          if (screen === 'games') await page.locator('li.card').nth(2).waitFor()
          await shoot(screen)
        }
      }
    }
  }
  assert.ok(fs.statSync(path.join(folder, 'play-phone-dark-zh.png')).size > 10_000)
})

test('screens: a study and its review in all their dresses', async ({ t }) => {
  fs.mkdirSync(folder, { recursive: true })
  const hall = await startHall(t)
  const game = await ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: [
      { kind: 'person', name: 'Ada' },
      { kind: 'person', name: 'Bo' },
    ],
    clock: { kind: 'none' },
    moves: opening,
  })
  const study = await ask(hall, 'POST', '/api/studies', { kind: 'game', id: game.id })
  const place = `/api/studies/${study.id}`
  await ask(hall, 'POST', `${place}/review`, { nodes: 3000 })
  await expect
    .poll(async () => (await ask(hall, 'GET', place)).review?.state, { timeout: 60_000 })
    .toBe('done')
  const dresses = [
    ['desktop', desktop],
    ['phone', phone],
    ['sideways', { width: 844, height: 390 }],
  ]
  for (const [device, viewport] of dresses) {
    for (const [colorScheme, locale] of [
      ['light', 'en-GB'],
      ['dark', 'zh-CN'],
      ['light', 'zh-TW'],
    ]) {
      if ((device === 'sideways') !== (locale === 'zh-TW')) continue
      const page = await openPage(t, {
        viewport,
        colorScheme,
        locale,
        hasTouch: device !== 'desktop',
      })
      const code = locale === 'zh-TW' ? 'zh-hant' : `${colorScheme}-${locale.slice(0, 2)}`
      const shoot = async (screen) => {
        await page.evaluate(() => document.fonts.ready.then(() => true))
        const file = path.join(folder, `${screen}-${device}-${code}.png`)
        await page.screenshot({ path: file })
        shrink(file)
      }
      await page.goto(`${hall.url}/#/study/${study.id}/8`)
      await board(page).waitFor()
      const analysis = page.getByRole('switch', { name: /Analysis|分析/ })
      await analysis.check({ force: true })
      await page.getByRole('group', { name: /^(Line|第) 3/ }).waitFor()
      await page.waitForTimeout(600)
      await shoot('study')
      await analysis.uncheck({ force: true })
      await page.goto(`${hall.url}/#/study/${study.id}/${opening.length - 1}`)
      await page.getByRole('tab').nth(1).click()
      const graph = page.getByRole('slider')
      await graph.waitFor()
      if (device !== 'desktop') await graph.scrollIntoViewIfNeeded()
      await page.waitForTimeout(400)
      await shoot('review')
    }
  }
})
