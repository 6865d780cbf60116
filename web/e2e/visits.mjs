// First visits, filmed step by step for the eye: a phone and a desktop in three languages, with motion. Printed is after how many
// clicks the first move, the first lesson and the first puzzle stood on the screen; the test `first-visits.mjs` holds these.
//
//   YIQI_BIN=… node e2e/visits.mjs [FOLDER]
//
// YIQI_DRESS chooses visits (`phone-zh-CN`). FOLDER (default: test-results/visits) gets a picture of each step.

import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import config from './playwright.config.mjs'
import { ask, board, desktop, openPage, phone, results, startHall } from './hall.mjs'

const [folder = path.join(results, 'visits')] = process.argv.slice(2)
const only = new RegExp(process.env.YIQI_DRESS ?? '')
const screens = { phone, desktop }
const locales = ['en-GB', 'zh-CN', 'zh-TW']

/** After the end of a step, in ms: pictures at these times show what moves. */
const MOVING = [60, 260, 900]

/** A page of somebody who was never here, and its pictures. */
async function visit(t, hall, options, name) {
  const page = await openPage(t, { ...options, teacher: true, expected: /404/ })
  await page.goto(hall.url)
  let [clicks, steps] = [0, 0]
  const keep = async (what, rest = 0) => {
    await page.waitForTimeout(rest)
    const number = String(++steps).padStart(2, '0')
    await page.screenshot({ path: path.join(folder, `${name}-${number}-${what}.png`) })
  }
  const moving = async (what) => {
    let before = 0
    for (const at of MOVING) {
      await keep(`${what}-${at}`, at - before)
      before = at
    }
  }
  const click = async (where) => {
    await where.click()
    clicks += 1
  }
  const square = (at) => board(page).locator(`[data-at="${at}"]`)
  return { page, keep, moving, click, square, clicks: () => clicks }
}

/** The nth game of the front page. */
const tile = (page, n) => page.locator('.games li').nth(n)

async function plays(v) {
  await v.keep('front', 2500)
  await v.page.mouse.wheel(0, 700)
  await v.keep('front-below', 500)
  await v.page.mouse.wheel(0, 1400)
  await v.keep('front-end', 500)
  await v.click(tile(v.page, 0).getByRole('button').first())
  await board(v.page).waitFor()
  const clicks = v.clicks()
  await v.moving('begun')
  await v.square('h2').click()
  await v.keep('picked', 300)
  await v.square('e2').click()
  await v.moving('moved')
  await v.page.locator('[data-ply="2"]').first().waitFor({ state: 'attached' })
  await v.moving('answered')
  // A cannon for a horse: the teacher may hold it back.
  await v.square('b2').click()
  await v.square('b9').click()
  await v.keep('loses', 4000)
  return clicks
}

const otherGame = (n) => async (v) => {
  await v.click(tile(v.page, n).getByRole('button').first())
  await board(v.page).waitFor()
  await v.keep('begun', 900)
  return v.clicks()
}

async function learns(v) {
  await v.click(tile(v.page, 0).getByRole('link').first())
  await v.page
    .getByRole('link', { name: /^(Begin|开始|開始)/ })
    .first()
    .waitFor()
  await v.keep('courses', 600)
  await v.click(v.page.getByRole('link', { name: /^(Begin|开始|開始)/ }).first())
  await board(v.page).waitFor()
  const clicks = v.clicks()
  await v.keep('exercise', 700)
  for (const at of ['b2', 'b3']) await v.square(at).click()
  await v.moving('wrong')
  await v.page.getByRole('button', { name: /Hint|提示/ }).click()
  await v.keep('hint', 500)
  for (const at of ['b2', 'b7']) await v.square(at).click()
  await v.page.locator('.said[data-stage=right]').waitFor()
  await v.moving('right')
  for (const at of ['b7', 'h7']) await v.square(at).click()
  await v.page.locator('.said[data-stage=done]').waitFor()
  await v.moving('done')
  return clicks
}

async function solves(v, hall) {
  const [answer] = await Promise.all([
    v.page.waitForResponse(/api\/puzzles\/daily/),
    v.click(v.page.locator('a[href="#/puzzles/daily"]')),
  ])
  const { id, to_find: find } = await answer.json()
  await board(v.page).waitFor()
  const clicks = v.clicks()
  await v.keep('puzzle', 900)
  const hint = v.page.getByRole('button', { name: /Hint|提示/ })
  for (const which of ['hint', 'hint-move']) {
    await hint.click()
    await v.keep(which, 500)
  }
  const { moves } = await ask(hall, 'GET', `/api/puzzles/${id}/solution`)
  for (const { from, to } of moves.slice(0, 2 * find - 1).filter((_, n) => n % 2 === 0)) {
    if (from) await v.square(from).click()
    await v.square(to).click()
    await v.moving('tried')
  }
  await v.keep('end', 1200)
  return clicks
}

const visits = {
  move: plays,
  draughts: otherGame(1),
  gomoku: otherGame(2),
  reversi: otherGame(3),
  lesson: learns,
  puzzle: solves,
}

fs.mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, home: {}, closers: [] }
try {
  const hall = await startHall(t, { own: true })
  t.home = hall
  for (const [screen, viewport] of Object.entries(screens))
    for (const locale of locales) {
      const dress = `${screen}-${locale}`
      if (!only.test(dress)) continue
      const counted = []
      for (const [what, walk] of Object.entries(visits)) {
        // Nobody has played before.
        await startHall(t)
        const options = { viewport, locale, hasTouch: screen === 'phone' }
        const v = await visit(t, hall, options, `${dress}-${what}`)
        try {
          counted.push(`${what} ${await walk(v, hall)}`)
        } catch (error) {
          await v.keep('FAILED')
          counted.push(`${what}: ${String(error).split('\n')[0]}`)
        }
        await v.page.context().close()
      }
      console.log(`${dress}: clicks to ${counted.join(', ')}`)
    }
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
}
