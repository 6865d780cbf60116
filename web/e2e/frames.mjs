// Frames of the study page while the machine searches: the time between them, and the main thread's work.
//
//   YIQI_BIN=… node e2e/frames.mjs [SECONDS [GAME…]]
//
// The hall and its reports are real, arrows are on, animations too. Each line is measured beside the same page with
// the machine off ("still"), so that what a busy machine costs can be told from what the page costs.

import { chromium } from '@playwright/test'
import os from 'node:os'
import process from 'node:process'
import config from './playwright.config.mjs'
import { board, createStudy, openPage, startHall } from './hall.mjs'

const seconds = Number(process.argv[2] ?? 10)
const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, closers: [] }
const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)]

/** Records frames for some seconds: their distances, reports shown meanwhile, and the main thread's seconds. */
async function record(page, network) {
  const spent = async () => {
    const { metrics } = await network.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value
  }
  const before = await spent()
  const { times, reports, long } = await page.evaluate(
    (ms) =>
      new Promise((done) => {
        const times = []
        let reports = 0
        const long = []
        const tasks = new PerformanceObserver((list) =>
          long.push(...list.getEntries().map((entry) => entry.duration)),
        )
        tasks.observe({ type: 'longtask' })
        const status = document.querySelector('.machine')
        const seen = new MutationObserver(() => reports++)
        seen.observe(status, { subtree: true, characterData: true, childList: true })
        const start = performance.now()
        const frame = (now) => {
          times.push(now)
          if (now - start < ms) return requestAnimationFrame(frame)
          seen.disconnect()
          tasks.disconnect()
          done({ times, reports, long })
        }
        requestAnimationFrame(frame)
      }),
    seconds * 1000,
  )
  const work = (await spent()) - before
  const gaps = times.slice(1).map((at, i) => at - times[i])
  const sorted = gaps.toSorted((a, b) => a - b)
  const late = gaps.filter((gap) => gap > 25).length
  return (
    `${(gaps.length / seconds).toFixed(1)} frames/s, gaps median ${percentile(sorted, 0.5).toFixed(1)} ms, ` +
    `95 % ${percentile(sorted, 0.95).toFixed(1)}, 99 % ${percentile(sorted, 0.99).toFixed(1)}, longest ` +
    `${sorted.at(-1).toFixed(1)}; over 25 ms: ${late} of ${gaps.length}; updates ${reports}; ` +
    `main thread ${((work / gaps.length) * 1000).toFixed(2)} ms a frame; tasks over 50 ms: ${long.length}`
  )
}

const load = () => os.loadavg()[0].toFixed(1)

try {
  const hall = await startHall(t, { own: true })
  const games = {
    xiangqi: 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5',
    draughts: '32-28 19-23 28x19 14x23',
    gomoku: 'h8 i9 g7 g9 h9 h10',
    reversi: 'd3 c3 c4 e3 f4 c5',
  }
  const wanted = process.argv.slice(3)
  for (const [variant, moves] of Object.entries(games)) {
    if (wanted.length > 0 && !wanted.includes(variant)) continue
    const study = await createStudy(hall, { variant, moves: moves.split(' ') })
    for (const lines of [1, 5]) {
      const page = await openPage(t, { reducedMotion: 'no-preference' })
      await page.addInitScript(
        (lines) =>
          localStorage.setItem(
            'yiqi.analysis',
            JSON.stringify({ engines: ['own'], lines, arrows: true, unit: 'score' }),
          ),
        lines,
      )
      const network = await page.context().newCDPSession(page)
      await network.send('Performance.enable')
      await page.goto(`${hall.url}/#/study/${study.id}/${moves.split(' ').length}`)
      await board(page).waitFor()
      await page.waitForTimeout(1500)
      const still = await record(page, network)
      await page.getByRole('switch', { name: 'Analysis' }).check({ force: true })
      await page.getByRole('group', { name: `Line ${lines}, ` }).waitFor()
      const searching = await record(page, network)
      console.log(
        `${variant}, ${lines} line(s), load ${load()}\n  still: ${still}\n  lines: ${searching}`,
      )
      await page.getByRole('switch', { name: 'Analysis' }).uncheck({ force: true })
      await page.context().close()
    }
  }
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
}
