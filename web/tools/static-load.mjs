// What a first visit to a hall of static files fetches until a move can be played, and how long boards take:
//
//   npm run static-load -- DIR [runs]     DIR: written by `yiqi page`

import { chromium } from '@playwright/test'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { serveStatic } from '../e2e/local.mjs'

const [folder, runs = '5'] = process.argv.slice(2)
const GAMES = ['Xiangqi', 'Draughts', 'Gomoku', 'Reversi']
const wanted = process.env.GAMES?.split(',') ?? GAMES
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

/** A visit with an empty browser: the front page, and a game against the machine begun from it. */
async function visit(game, log) {
  const hall = await serveStatic(path.resolve(folder))
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(`${hall.url}/`, { waitUntil: 'commit' })
  const card = page.getByRole('button', { name: /^Play/ }).nth(GAMES.indexOf(game))
  await card.waitFor()
  const front = await page.evaluate(() => performance.now())
  const asked = await page.evaluate(() => performance.now())
  await card.click()
  const board = (await boardShown(page)) - asked
  const until = [...hall.sent]
  await page.waitForTimeout(15_000)
  const all = [...hall.sent]
  if (log) console.log(until.map(({ name, bytes }) => `  ${name} ${bytes}`).join('\n'))
  // Another visit to the same game: from what the browser has kept.
  const address = page.url()
  const warm = []
  for (let n = 0; n < Number(runs); n++) {
    const again = await context.newPage()
    await again.goto(address, { waitUntil: 'commit' })
    warm.push(await boardShown(again))
    await again.close()
  }
  await context.close()
  await hall.stop()
  return { front, board, until, all, warm: median(warm) }
}

console.log(`load of the machine: ${os.loadavg().map((x) => x.toFixed(1))}`)
for (const game of wanted) {
  const { front, board, until, all, warm } = await visit(game, process.env.FILES)
  const [a, b, c] = [front, board, warm].map(Math.round)
  const module = until.filter(({ name }) => name.endsWith('.wasm'))
  console.log(
    `${game}: front page after ${a} ms, board ${b} ms after the click; ${kB(until)} until then (module ${kB(module)}), ` +
      `${kB(all)} in all after 15 s; in a later visit the board after ${c} ms`,
  )
}
await browser.close()
