// Frames of what moves, for the eye: captures, glides, a crowning, discs that turn, stones, the banner of an end, and a
// step back, each held and shown at 0, 40, 80 … ms of its animations. It is no part of `./test`.
//
//   YIQI_BIN=… node e2e/motion.mjs [FOLDER [SCENE…]]
//
// Animations are slowed down while the move is made, so that none of them is over on a busy machine before it is held.
// Printed is what moves: an element that jumps has no line.

import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import config from './playwright.config.mjs'
import { board, doubleCannon, openGame, openPage, point, results, startHall } from './hall.mjs'

const [folder = path.join(results, 'motion'), ...wanted] = process.argv.slice(2)
fs.mkdirSync(folder, { recursive: true })

/** Holds every animation that begins from now on; `stepTo(ms)` shows them at that time. */
function hold() {
  const held = new Map()
  const before = new Set(document.getAnimations())
  let now = 0
  let request = 0
  const look = () => {
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect.getComputedTiming().iterations === Infinity
      if (before.has(animation) || held.has(animation) || isEndless) continue
      animation.pause()
      animation.currentTime = 0
      held.set(animation, now)
    }
    request = requestAnimationFrame(look)
  }
  look()
  globalThis.motion = {
    held,
    stepTo(ms) {
      now = ms
      for (const [animation, from] of held) {
        if (!animation.effect || animation.playState === 'finished') continue
        const { endTime } = animation.effect.getComputedTiming()
        if (ms - from >= endTime) animation.finish()
        else animation.currentTime = ms - from
      }
    },
    end() {
      cancelAnimationFrame(request)
      for (const animation of held.keys()) if (animation.playState === 'paused') animation.play()
    },
  }
}

async function film(page, name, act, { steps = 9, by = 40 }) {
  const box = await page.locator('.place').boundingBox()
  const x = Math.max(0, box.x - 8)
  const { width } = page.viewportSize()
  const clip = { x, y: Math.max(0, box.y - 40), height: box.height + 80 }
  clip.width = Math.min(width - x, box.width + 16)
  const line = await page.context().newCDPSession(page)
  await line.send('Animation.enable')
  await line.send('Animation.setPlaybackRate', { playbackRate: 0.005 })
  await page.evaluate(hold)
  await act()
  await page.waitForFunction(() => globalThis.motion.held.size > 0)
  await page.waitForTimeout(300)
  await line.send('Animation.setPlaybackRate', { playbackRate: 1 })
  const moving = await page.evaluate(() =>
    [...globalThis.motion.held.keys()].map((a) => {
      const what = a.animationName ?? a.transitionProperty ?? 'moves'
      return `${a.effect?.target?.getAttribute('class') ?? '?'}: ${what}`
    }),
  )
  console.log(`${name}\n  ${moving.join('\n  ')}`)
  for (let k = 0; k < steps; k++) {
    await page.evaluate((ms) => globalThis.motion.stepTo(ms), k * by)
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const file = `${name}-${String(k * by).padStart(4, '0')}.png`
    await page.screenshot({ path: path.join(folder, file), clip })
  }
  await page.evaluate(() => globalThis.motion.end())
}

/** The game of each scene, the squares that are clicked first, and the one that is clicked for the frames. */
const scenes = {
  capture: { game: { moves: ['h2e2', 'h9g7'] }, first: 'e2', then: 'e6' },
  back: { game: { moves: ['h2e2', 'h9g7', 'e2e6'] }, key: '[' },
  end: { game: { moves: doubleCannon.slice(0, -1) }, first: 'b4', then: 'e4', steps: 14, by: 80 },
  'long-capture': {
    game: { variant: 'draughts-english', position: 'W:W31:B1,18,26,27' },
    first: '31',
    then: '15',
  },
  crowning: { game: { variant: 'draughts', position: 'W:W7,32:B40' }, first: '7', then: '1' },
  stone: { game: { variant: 'gomoku', moves: ['h8'] }, then: 'i9', steps: 5, by: 33 },
  five: {
    game: { variant: 'gomoku', moves: 'h8 a1 i8 a2 j8 a3 k8 a4'.split(' ') },
    then: 'l8',
    steps: 12,
    by: 100,
  },
  discs: { game: { variant: 'reversi', moves: 'd3 c3 c4 e3 f4 c5'.split(' ') }, then: 'c2' },
}

const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, closers: [] }
try {
  const hall = await startHall(t, { own: true })
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1440, 900, 'light'],
  ]) {
    const page = await openPage(t, { viewport: { width, height }, colorScheme })
    for (const [name, { game, first, then, key, ...frames }] of Object.entries(scenes)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      await openGame(hall, page, game)
      await board(page).waitFor()
      await page.waitForTimeout(700)
      if (first) await point(page, first).click()
      const act = () => (key ? page.keyboard.press(key) : point(page, then).click())
      await film(page, `${name}-${width}`, act, frames)
    }
  }
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
}
