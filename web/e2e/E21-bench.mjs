import { chromium } from '@playwright/test'
import fs from 'node:fs'
import { newFolder, serve, remove } from './serve.mjs'
const usage = () => Number(fs.readFileSync(process.env.G + '/cpuacct.usage', 'utf8')) / 1e6
const base = ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']
const variants = JSON.parse(process.env.V ?? '[[]]')
const folder = newFolder()
const hall = await serve(folder, 0)
const game = await (await fetch(hall.url + '/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ variant: 'xiangqi', players: [{ kind: 'person', name: '' }, { kind: 'person', name: '' }], clock: { kind: 'none' } }) })).json()
const N = Number(process.env.N ?? 6)
for (const more of variants) {
  const options = more.filter((x) => typeof x === 'string')
  const context = Object.assign({}, ...more.filter((x) => typeof x !== 'string'))
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: [...base, ...options] })
  const cost = { context: 0, home: 0, game: 0, idle: 0, close: 0 }
  let at = usage()
  const lap = (what) => { const now = usage(); cost[what] += now - at; at = now }
  for (let i = 0; i <= N; i++) {
    if (i === 1) for (const k in cost) cost[k] = 0 // warm
    at = usage()
    const c = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'no-preference', ...context })
    const page = await c.newPage()
    lap('context')
    if (!process.env.NOHOME) {
      await page.goto(hall.url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(500)
      lap('home')
    }
    await page.goto(`${hall.url}/#/game/${game.id}`)
    await page.getByRole('grid', { name: /Board/ }).waitFor()
    await page.waitForTimeout(500)
    lap('game')
    await page.waitForTimeout(2000)
    lap('idle')
    await c.close()
    lap('close')
  }
  console.log(JSON.stringify(more), Object.entries(cost).map(([k, v]) => `${k} ${(v / N).toFixed(0)} ms`).join(', '))
  await browser.close()
}
await hall.stop(); remove(folder)
