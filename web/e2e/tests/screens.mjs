// Screenshots of the views for visual review (`shoot.mjs`).

import fs from 'node:fs'
import { expect } from '@playwright/test'
import {
  assert,
  ask,
  board,
  desktop,
  doubleCannon,
  moveCount,
  named,
  openPage,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { mockLab } from '../lab-mock.mjs'
import { pictureFile, shoot as take } from '../shoot.mjs'

const opening = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 g3g4 g5g4'.split(' ')
const you = { kind: 'person', name: '' }

test('screens: the main screens in all their dresses', async ({ t }) => {
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
        // The other views once in each language: light on a desktop and dark on a phone. So is this one, unless the
        // pictures of the documents are renewed.
        const rest =
          (device === 'desktop' && colorScheme === 'light' && locale === 'en-GB') ||
          (device === 'phone' && colorScheme === 'dark' && locale === 'zh-CN')
        if (!rest && !process.env.YIQI_SCREENS) continue
        const page = await openPage(t, { viewport, colorScheme, locale })
        const name = (screen) => `${screen}-${device}-${colorScheme}-${locale.slice(0, 2)}.png`
        const shoot = (screen, called = name(screen)) => take(page, called)
        await page.goto(`${hall.url}/#/game/${game.id}`)
        await board(page).waitFor()
        await point(page, 'e2').click()
        await named(page, /^e6 .*(can be captured|可吃)/)
        await shoot('play')
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
  assert.ok(fs.statSync(pictureFile('play-phone-dark-zh.png')).size > 10_000)
})

test('screens: a study and its review in all their dresses', async ({ t }) => {
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
      // One of each device will do, unless the pictures of the documents are renewed.
      const isRest = (device === 'desktop') === (colorScheme === 'dark') && device !== 'sideways'
      if (isRest && !process.env.YIQI_SCREENS) continue
      const page = await openPage(t, {
        viewport,
        colorScheme,
        locale,
        hasTouch: device !== 'desktop',
      })
      const code = locale === 'zh-TW' ? 'zh-hant' : `${colorScheme}-${locale.slice(0, 2)}`
      const shoot = (screen) => take(page, `${screen}-${device}-${code}.png`)
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

test('screens: the archive, a heat map, and another program beside ours', async ({ t }) => {
  // Another build would do; this one stands for an engine of another program.
  const config = (program) =>
    `[engines.other]\nname = "Another program"\ncommand = ["${program}", "ucci"]\nprotocol = "ucci"\n`
  const hall = await startHall(t, { own: true, config })
  const create = (game) =>
    ask(hall, 'POST', '/api/games', {
      variant: 'xiangqi',
      players: [
        { kind: 'person', name: 'Ada' },
        { kind: 'machine', level: 6 },
      ],
      clock: { kind: 'none' },
      ...game,
    })
  const games = [
    await create({ moves: opening }),
    await create({ moves: doubleCannon }),
    await create({ moves: opening.slice(0, 6) }),
    await create({ variant: 'reversi', moves: ['d3', 'c3', 'c4', 'e3', 'f4', 'c5'] }),
  ]
  await ask(hall, 'POST', '/api/archive/tags', {
    games: [games[0].id, games[1].id],
    add: ['club'],
    remove: [],
  })
  const desk = await openPage(t)
  await desk.goto(`${hall.url}/#/games`)
  await desk.getByRole('button', { name: 'More filters' }).click()
  await desk.locator('.filters').getByRole('combobox', { name: 'Variant' }).selectOption('xiangqi')
  await desk.getByRole('button', { name: /: 3 games/ }).waitFor()
  await take(desk, 'archive-desktop-light-en.png')
  const hand = await openPage(t, {
    viewport: phone,
    hasTouch: true,
    locale: 'zh-CN',
    colorScheme: 'dark',
  })
  await hand.goto(`${hall.url}/#/games`)
  await hand.getByRole('button', { name: '更多筛选' }).click()
  await hand.locator('.filters .wide').last().getByRole('button').click()
  const dialog = hand.getByRole('dialog')
  await dialog.getByRole('combobox').first().selectOption('xiangqi')
  await dialog.locator('.tool:has(svg)').nth(5).click()
  for (const at of ['e4', 'e6']) await dialog.locator(`[data-at="${at}"]`).click()
  await take(hand, 'archive-pattern-phone-dark-zh.png')
  // A study with ours and the other program.
  const study = async (body) => (await ask(hall, 'POST', '/api/studies', body)).id
  const both = await study({ kind: 'game', id: games[0].id })
  await desk.goto(`${hall.url}/#/study/${both}/8`)
  await desk.getByRole('button', { name: 'Engines' }).click()
  await desk
    .getByRole('combobox', { name: 'Engine 2' })
    .selectOption({ label: 'Another program (other program)' })
  await desk.getByRole('button', { name: 'Engines' }).click()
  await desk.getByRole('switch', { name: 'Analysis' }).check({ force: true })
  await desk.getByText('Another program').first().waitFor()
  await expect.poll(() => desk.getByRole('group', { name: /^Line / }).count()).toBeGreaterThan(3)
  await desk.waitForTimeout(1500)
  await take(desk, 'study-engines-desktop-light-en.png')
  await desk.getByRole('switch', { name: 'Analysis' }).uncheck({ force: true })
  const heat = await study({ kind: 'game', id: games[3].id })
  await desk.goto(`${hall.url}/#/study/${heat}/6`)
  await desk.getByRole('button', { name: 'Engines' }).click()
  await desk.getByRole('switch', { name: /^Heat map/ }).click()
  await desk.getByRole('switch', { name: 'Analysis' }).check({ force: true })
  await desk.getByText(/^Heat map: .*%/).waitFor()
  await desk.waitForTimeout(1500)
  await take(desk, 'study-heat-desktop-light-en.png')
})

test('screens: the lab', async ({ t }) => {
  const hall = await startHall(t)
  const desk = await openPage(t)
  await desk.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=2&with=alpha-beta,minimax&go=1`)
  await desk.getByText(/Minimax would have looked at/).waitFor()
  await desk.getByRole('button', { name: 'Next cut-off' }).click()
  await desk.waitForTimeout(1000)
  await take(desk, 'lab-desktop-light-en.png')
  const dark = await openPage(t, { locale: 'zh-CN', colorScheme: 'dark' })
  await dark.goto(`${hall.url}/#/lab?tab=evaluation&from=start:xiangqi`)
  await dark.getByTestId('total').waitFor()
  await dark.waitForTimeout(500)
  await take(dark, 'lab-evaluation-desktop-dark-zh.png')
  const hand = await openPage(t, { viewport: phone, hasTouch: true, locale: 'zh-CN' })
  await mockLab(hall, hand)
  await hand.goto(`${hall.url}/#/lab?from=textbook:four-plies&with=alpha-beta&go=1`)
  await hand.getByTestId('sentence').waitFor()
  await hand.getByRole('button', { name: '下次剪枝' }).click()
  await hand.waitForTimeout(500)
  await take(hand, 'lab-phone-light-zh.png')
})
