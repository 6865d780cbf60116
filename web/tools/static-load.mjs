// What a first visit to a hall of static files fetches until a move can be played and until the machine has answered, and
// how long boards take:
//
//   npm run static-load -- DIR [runs]     DIR: written by `yiqi page`

import { chromium } from '@playwright/test'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { serveStatic } from '../e2e/local.mjs'

const [folder, runs = '5'] = process.argv.slice(2)
/** In the order of the front page, each with the points of a first move. */
const GAMES = { Xiangqi: ['h2', 'e2'], Draughts: ['32', '28'], Gomoku: ['h8'], Reversi: ['d3'] }
const wanted = process.env.GAMES?.split(',') ?? Object.keys(GAMES)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const kB = (files) => `${Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)} kB`

/** Waits in the page until a piece or point of a board can be used; the time since its start. */
const boardShown = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelectorAll('[role=grid] button').length > 20
            ? resolve(performance.now())
            : requestAnimationFrame(look)
        look()
      }),
  )

/** The CPU time that the browser's processes for pages have used, in milliseconds. */
async function cpuTime() {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return 1000 * pages.reduce((sum, { cpuTime: of }) => sum + of, 0)
}

/**
 * A visit with an empty browser: the front page, a game against the machine begun from it, and its first answer. `idles`:
 * whether the page fetches other views when it is idle; on a busy machine these come before the board.
 */
async function visit(game, idles, log) {
  const hall = await serveStatic(path.resolve(folder))
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  if (!idles) await page.addInitScript(() => (globalThis.requestIdleCallback = () => 0))
  const before = await cpuTime()
  await page.goto(`${hall.url}/`, { waitUntil: 'commit' })
  const card = page.getByRole('button', { name: /^Play/ }).nth(Object.keys(GAMES).indexOf(game))
  await card.waitFor()
  const front = await page.evaluate(() => performance.now())
  const asked = await page.evaluate(() => performance.now())
  await card.click()
  const board = (await boardShown(page)) - asked
  const cpu = (await cpuTime()) - before
  const until = [...hall.sent]
  for (const at of GAMES[game]) {
    await page.locator(`[role=grid] [data-at="${at}"]`).click({ timeout: 60_000 })
  }
  await page.waitForFunction(
    () => document.querySelectorAll('button[data-ply]').length >= 2,
    null,
    {
      timeout: 120_000,
    },
  )
  const answered = [...hall.sent]
  if (idles) await page.waitForTimeout(15_000)
  const all = [...hall.sent]
  if (log) console.log(all.map(({ name, bytes }) => `  ${name} ${bytes}`).join('\n'))
  // Another visit to the same game: from what the browser has kept.
  const address = page.url()
  const warm = []
  for (let n = 0; idles && n < Number(runs); n++) {
    const again = await context.newPage()
    await again.goto(address, { waitUntil: 'commit' })
    warm.push(await boardShown(again))
    await again.close()
  }
  await context.close()
  await hall.stop()
  return { front, board, cpu, until, answered, all, warm: median(warm) }
}

/** Code and weights: what only this game needs. */
const isOfGame = ({ name }) => /[.](wasm|patterns|yend)$/.test(name)

console.log(`load of the machine: ${os.loadavg().map((x) => x.toFixed(1))}`)
for (const game of wanted) {
  const { cpu, until, answered } = await visit(game, false, process.env.FILES)
  const { front, board, all, warm } = await visit(game, true)
  const [a, b, c, d] = [front, board, warm, cpu].map(Math.round)
  const own = (files) => `${kB(files)} (${kB(files.filter(isOfGame))} of the game)`
  console.log(
    `${game}: a first move needs ${own(until)} and ${d} ms of CPU time, the machine's answer ${own(answered)}; ` +
      `with all views ${own(all)} after 15 s more; front page after ${a} ms, board ${b} ms after the click, ` +
      `${c} ms after the beginning of a later visit`,
  )
}
await browser.close()
