// First visits on a phone and a desktop, in three languages: the first move within one click, the first lesson and the first
// puzzle within two. `visits.mjs` films them.

import { assert, board, desktop, openPage, phone, startHall, test } from '../hall.mjs'

const screens = { phone, desktop }
const languages = {
  en: { locale: 'en-GB', begin: /^Begin/ },
  'zh-Hans': { locale: 'zh-CN', begin: /^开始/ },
  'zh-Hant': { locale: 'zh-TW', begin: /^開始/ },
}

/** A page that counts the clicks of a visit. */
async function visit(t, hall, options) {
  const page = await openPage(t, { ...options, teacher: true })
  await page.goto(hall.url)
  let clicks = 0
  return {
    page,
    async click(where) {
      await where.click()
      clicks += 1
    },
    clicks: () => clicks,
  }
}

for (const [language, { locale, begin }] of Object.entries(languages)) {
  for (const [screen, viewport] of Object.entries(screens)) {
    const options = { locale, viewport }
    test(`first visit, ${language}, ${screen}: a move, a lesson, a puzzle`, async ({ t }) => {
      const hall = await startHall(t)
      const play = await visit(t, hall, options)
      await play.click(play.page.locator('.games li').first().getByRole('button').first())
      await board(play.page).waitFor()
      // It is the visitor's turn: a piece can be taken up, and it moves.
      const choices = board(play.page).locator('[data-at="h2"], [data-at="b2"]')
      await choices.first().waitFor()
      assert.equal(play.clicks(), 1)
      await board(play.page).locator('[data-at="h2"]').click()
      await board(play.page).locator('[data-at="e2"]').click()
      await play.page.locator('[data-ply="1"], .moves, ol').first().waitFor()

      const learn = await visit(t, hall, options)
      await learn.click(learn.page.locator('.games li').first().getByRole('link').first())
      await learn.click(learn.page.getByRole('link', { name: begin }).first())
      await board(learn.page).waitFor()
      assert.ok(learn.clicks() <= 2)

      const puzzle = await visit(t, hall, options)
      await puzzle.click(puzzle.page.locator('a[href="#/puzzles/daily"]'))
      await board(puzzle.page).waitFor()
      assert.ok(puzzle.clicks() <= 2)
    })
  }
}
