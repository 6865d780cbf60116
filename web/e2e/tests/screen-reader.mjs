// Text for screen readers, and the findings of axe.

import { examine } from '../axe.mjs'
import {
  assert,
  board,
  hear,
  named,
  openGame,
  openPage,
  people,
  phone,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

test('reading: the board, the moves and the end have names', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { players: people })
  const grid = await board(page).ariaSnapshot()
  const lines = grid.split('\n').map((line) => line.trim())
  assert.equal(lines.filter((line) => line.startsWith('- button')).length, 90)
  assert.match(
    lines.find((line) => line.includes('button')),
    /"a9 black chariot, file 1"/,
  )
  for (const name of [
    'e0 red king, file 5',
    'e9 black king, file 5',
    'e4 empty',
    'h2 red cannon, file 2',
    'a6 black pawn, file 1',
  ]) {
    assert.ok(grid.includes(`button "${name}"`), name)
  }
  const before = await page.locator('main').ariaSnapshot()
  assert.match(before, /button "Take back"/)
  assert.match(before, /tab "Moves" \[selected\]/)
  await point(page, 'h2').click()
  await named(page, /^h9 black horse, can be captured, file 8$/)
  await point(page, 'h9').click()
  assert.match(await hear(page, /takes/), /^Red C2\+7: cannon h2 to h9, takes horse$/)
  const after = await page.locator('main').ariaSnapshot()
  assert.match(after, /button "[^"]*Red cannon h2 to h9, takes horse"/)
  assert.match(after, /img "Captured: black horse"/)
  await point(page, 'i9').click()
  await point(page, 'h9').click()
  await hear(page, /^Black R9=8: chariot i9 to h9, takes cannon$/)
})

test('reading: the same in Chinese', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { locale: 'zh-CN' })
  await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
  await page.getByRole('tab', { name: '着法' }).waitFor()
  await named(page, /^e2 红炮，五路$/)
  await named(page, /^g7 黑马，上一步，7 路$/)
  await point(page, 'e2').click()
  await named(page, /^e6 黑卒，可吃，5 路$/)
  await point(page, 'e6').click()
  await hear(page, /^红方炮五进四：e2 到 e6，吃卒(，将军)?$/)
  assert.match(await page.title(), /^[^A-Za-z]+ · 象棋 · 弈棋$/)
  const text = await page.locator('main').innerText()
  assert.doesNotMatch(text, /\b(Take|Moves|Red|Black|cannon|Resign)\b/)
})

test('axe: every screen, light and dark, desktop and phone', async ({ t }) => {
  // Eight views and dialogs in two combinations of theme, size and language, each checked completely.
  test.setTimeout(600_000)
  const hall = await startHall(t)
  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark', viewport: phone, locale: 'zh-CN' },
  ]) {
    const page = await openPage(t, options)
    const where = (name) => `${name} (${options.colorScheme})`
    await openGame(hall, page, {
      moves: ['h2e2', 'h9g7', 'e2e6'],
      clock: { kind: 'increment', base_ms: 600000, increment_ms: 5000 },
      players: [people[0], people[0]],
    })
    await point(page, 'g7').click()
    await examine(page, where('game'))
    await page.getByRole('tab').nth(1).click()
    await examine(page, where('game information'))
    await page.getByRole('button', { name: /More|更多/ }).click()
    await examine(page, where('menu'))
    await page.getByRole('menuitem', { name: /Export|导出/ }).click()
    await page.getByRole('dialog').waitFor()
    await examine(page, where('export'))
    await page.keyboard.press('Escape')
    for (const place of ['new', 'games', 'learn', 'settings']) {
      await page.goto(`${hall.url}/#/${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (place === 'games') await page.locator('li.card').first().waitFor()
      if (place === 'new') {
        await pick(page, /Set up|摆棋/)
        await page
          .getByRole('group', { name: /Black|黑方/ })
          .first()
          .waitFor()
      }
      await examine(page, where(place))
    }
  }
})

test('reading: language, pieces and notation follow the browser', async ({ t }) => {
  const hall = await startHall(t)
  for (const [locale, lang, tab, move, king] of [
    ['en-GB', 'en', 'Moves', 'C2=5', /^#p-traditional-/],
    ['zh-CN', 'zh-Hans', '着法', '炮二平五', /^#p-simplified-/],
    ['zh-TW', 'zh-Hant', '著法', '炮二平五', /^#p-traditional-/],
  ]) {
    const page = await openPage(t, { locale })
    await openGame(hall, page, { moves: ['h2e2'] })
    await page.getByRole('tab', { name: tab }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${move}`) }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang)
    assert.match(await page.locator('.piece use').first().getAttribute('href'), king)
    // The panel shows the move in the notation of the list, and no second kind of square names.
    const panel = await page.locator('.voice').innerText()
    assert.ok(panel.includes(move), panel)
    assert.doesNotMatch(panel, /\b[a-i]\d\b/)
  }
})
