// Pictures in mid-gesture and of animations half-way, for the eye (`shoot.mjs`): a hover, a drag by mouse and by finger,
// a capture, a long capture, discs that turn, a stone that is put, the banner of an end.

import {
  assert,
  board,
  doubleCannon,
  openGame,
  openPage,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { shoot } from '../shoot.mjs'

const moving = { reducedMotion: 'no-preference' }

async function middle(page, at) {
  const box = await point(page, at).boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Stops every animation at a part of its way; returns how many there were. */
const freeze = (page, part) =>
  page.evaluate((part) => {
    const all = document.getAnimations()
    for (const animation of all) {
      animation.pause()
      const { delay, duration, iterations } = animation.effect.getComputedTiming()
      if (iterations !== Infinity) animation.currentTime = delay + Number(duration) * part
    }
    return all.length
  }, part)

/** Freezes in the frame in which an animation begins. */
async function half(page, act) {
  const begun = page.evaluate(
    () =>
      new Promise((done) => {
        const before = new Set(document.getAnimations())
        const end = performance.now() + 5000
        const frame = () => {
          const fresh = document.getAnimations().filter((a) => !before.has(a))
          if (fresh.length === 0 && performance.now() < end) return requestAnimationFrame(frame)
          for (const animation of fresh) {
            animation.pause()
            const { duration, delay } = animation.effect.getComputedTiming()
            animation.currentTime = delay + Number(duration) / 2
          }
          done(fresh.length)
        }
        requestAnimationFrame(frame)
      }),
  )
  await act()
  return begun
}

test('pictures: a hover, drags, and animations half-way', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, moving)
  await openGame(hall, page)
  const corner = await middle(page, 'i0')
  await page.mouse.move(corner.x, corner.y)
  await page.locator('.piece.answers').waitFor()
  await shoot(page, 'hand-hover.png')
  await page.mouse.down()
  const away = await middle(page, 'a4')
  await page.mouse.move(away.x, away.y)
  await page.locator('.piece.lifted').waitFor()
  await shoot(page, 'hand-drag.png')
  await page.mouse.up()
  await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
  await point(page, 'e2').click()
  const begun = await half(page, () => point(page, 'e6').click())
  assert.ok(begun > 0)
  await shoot(page, 'hand-capture.png')
  await openGame(hall, page, { variant: 'draughts-english', position: 'W:W31:B1,18,26,27' })
  await point(page, '31').click()
  assert.ok((await half(page, () => point(page, '15').click())) > 0)
  await shoot(page, 'hand-long-capture.png')
  await openGame(hall, page, { variant: 'reversi', moves: ['d3'] })
  assert.ok((await half(page, () => point(page, 'c3').click())) > 0)
  await shoot(page, 'hand-discs.png')
  await openGame(hall, page, { variant: 'gomoku', moves: ['h8'] })
  assert.ok((await half(page, () => point(page, 'i9').click())) > 0)
  await shoot(page, 'hand-stone.png')
  await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
  await point(page, 'b4').click()
  await point(page, 'e4').click()
  await page.locator('.end-banner').waitFor()
  await freeze(page, 1)
  await shoot(page, 'hand-end.png')
})

test('pictures: a finger drags', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { ...moving, viewport: phone, hasTouch: true, isMobile: true })
  await openGame(hall, page)
  await board(page).waitFor()
  const session = await page.context().newCDPSession(page)
  const send = (type, at) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await send('touchStart', await middle(page, 'i0'))
  await send('touchMove', await middle(page, 'i1'))
  await send('touchMove', await middle(page, 'h4'))
  await page.locator('.piece.lifted').waitFor()
  await shoot(page, 'hand-finger.png')
  await send('touchEnd')
})
