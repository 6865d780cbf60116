// The bytes of the first load, and the time until the board can be played on: `YIQI_BIN=… npm run first-load`
// (10 loads of a fresh browser in each language; the median is printed).

import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'

const RUNS = Number(process.argv[2] ?? 10)
const program = path.resolve(process.env.YIQI_BIN ?? '../target/release/yiqi')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-first-load-'))
const hall = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--data', folder])
const url = await new Promise((resolve, reject) => {
  hall.stdout.on('data', (said) => {
    const found = String(said).match(/http:\/\/[\d.:]+/)
    if (found) resolve(found[0])
  })
  hall.on('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
/** The middle value; of an even number of values the mean of the two in the middle. */
const median = (numbers) => {
  const [sorted, half] = [numbers.toSorted((a, b) => a - b), numbers.length / 2]
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2
}
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/** One load: milliseconds to the board, bytes until then, and bytes in all. */
async function load(locale, squares) {
  const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  const files = []
  const names = new Map()
  network.on('Network.responseReceived', ({ requestId, response }) =>
    names.set(requestId, new URL(response.url).pathname),
  )
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    files.push(`${names.get(requestId)} ${kB(encodedDataLength)}`)
  })
  // The board can be played on when its squares are buttons.
  await page.addInitScript((squares) => {
    const look = () => {
      if (document.querySelectorAll('[role=grid] button').length < squares)
        return requestAnimationFrame(look)
      globalThis.boardAt = performance.now()
    }
    look()
  }, squares)
  await page.goto(url, { waitUntil: 'commit' })
  const at = await (await page.waitForFunction(() => globalThis.boardAt)).jsonValue()
  const [first, count] = [bytes, files.length]
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  await context.close()
  return { at, first, all: bytes, files, count }
}

async function report(what, locale, squares) {
  await load(locale, squares)
  const loads = []
  for (let i = 0; i < RUNS; i++) loads.push(await load(locale, squares))
  const of = (key) => median(loads.map((one) => one[key]))
  const times = loads.map((one) => Math.round(one.at)).toSorted((a, b) => a - b)
  console.log(
    `${what}, ${locale}: board after ${Math.round(of('at'))} ms (${times.join(' ')}), ` +
      `${kB(of('first'))} until then, ${kB(of('all'))} with what is fetched afterwards`,
  )
  if (process.env.FILES) console.log(loads[0].files.slice(0, loads[0].count).join('\n'))
}

try {
  console.log(
    `load of the machine: ${os
      .loadavg()
      .map((x) => x.toFixed(1))
      .join(' ')}`,
  )
  for (const locale of ['en-GB', 'zh-CN']) await report('no game yet', locale, 90)
  await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      variant: 'xiangqi',
      players: [{ kind: 'person' }, { kind: 'person' }],
      clock: { kind: 'none' },
      moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'],
    }),
  })
  for (const locale of ['en-GB', 'zh-CN']) await report('a game going on', locale, 90)
} finally {
  await browser.close()
  hall.removeAllListeners('exit')
  hall.kill()
  hall.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
}
