// What is said is seen: at every size, the sentence about a refusal, a hint or a declined draw, and the end of a game
// with its buttons, are on the screen and not beneath anything.

import {
  assert,
  board,
  createStudy,
  doubleCannon,
  openGame,
  openPage,
  people,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { hiddenParts } from '../seen.mjs'

/** Phones, tablets upright and sideways, laptops; the last two are a desktop and a laptop at 200 %. */
const sizes = [
  [320, 480],
  [320, 568],
  [360, 640],
  [390, 844],
  [568, 320],
  [600, 960],
  [667, 375],
  [744, 1133],
  [768, 1024],
  [810, 1080],
  [820, 1180],
  [844, 390],
  [912, 1368],
  [1024, 600],
  [1024, 1366],
  [1440, 900],
  [720, 450],
  [683, 384],
]

/** Where a draw is offered: in small windows and on tablets upright the answer lay beneath the bar. */
const answered = [
  [320, 568],
  [820, 1180],
  [768, 1024],
  [390, 844],
  [667, 375],
  [1440, 900],
]

async function seen(page, locator, what) {
  await locator.waitFor().catch(() => {})
  if (!(await locator.isVisible())) return [`${what}: it is not there`]
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const fault = await hiddenParts(locator)
  if (fault) return [`${what}: ${fault}`]
  return []
}

// Chinese texts are shorter: every third size will do.
for (const [locale, those, answers] of [
  ['en-GB', sizes, answered],
  ['zh-CN', sizes.filter((_, i) => i % 3 === 0), answered.slice(0, 2)],
])
  test(`said: refusals, hints and answers are seen at every size, ${locale}`, async ({ t }) => {
    test.setTimeout(240_000)
    const hall = await startHall(t)
    const page = await openPage(t, { locale })
    const faults = []
    const machine = { kind: 'machine', level: 1 }
    const refused = async (what) => {
      await page.evaluate(() => scrollTo(0, 0))
      await point(page, 'b0').click()
      await point(page, 'b9').click()
      const notice = page.locator('.notice')
      faults.push(...(await seen(page, notice, what)))
      await page.keyboard.press('Escape')
      await notice.waitFor({ state: 'detached' })
    }
    // A refusal changes nothing: one game serves all sizes.
    await openGame(hall, page, { players: [people[0], machine] })
    for (const [width, height] of those) {
      await page.setViewportSize({ width, height })
      await refused(`${width}×${height}: a refusal at the start`)
    }
    const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5'.split(' ')
    await openGame(hall, page, { players: [people[0], machine], moves })
    for (const [width, height] of those) {
      await page.setViewportSize({ width, height })
      await refused(`${width}×${height}: a refusal`)
      // Nor does the list of moves lie beneath the bar: its last move is seen. Small phones scroll to it.
      if (height > 345) {
        if (width < height && height < 800)
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        const last = page.locator('[data-ply][aria-current]')
        faults.push(...(await seen(page, last, `${width}×${height}: the last move of the list`)))
      }
    }
    // One hint serves all sizes, too.
    await page.getByRole('button', { name: /^(Hint|提示)$/ }).click()
    for (const [width, height] of those) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      faults.push(...(await seen(page, page.locator('p.hint'), `${width}×${height}: a hint`)))
    }
    // A draw is offered, in a game of its own, at some sizes: nothing is scrolled before the answer is there.
    const answer = page.locator('.notice, .end b').first()
    for (const [width, height] of answers) {
      const size = `${width}×${height}`
      await page.setViewportSize({ width, height })
      await openGame(hall, page, { players: [people[0], machine], moves })
      await page.getByRole('button', { name: /^(½)?(Draw|求和)$/ }).click()
      const what = `${size}: the answer to a draw`
      faults.push(...(await seen(page, answer, what)))
    }
    // The last of them stands until the next move: it serves all sizes.
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      const what = `${width}×${height}: an answer that stands`
      faults.push(...(await seen(page, answer, what)))
    }
    assert.deepEqual(faults, [])
  })

test('said: what is cut or covered does not count as seen', async ({ t }) => {
  const page = await openPage(t)
  await page.setContent(`<style>* { margin: 0; font: 16px/24px serif } button { border: 0; padding: 0 }</style>
    <p class="whole">All of it is here.</p>
    <div style="overflow: hidden; height: 12px"><p class="low">Its lower half is cut off.</p></div>
    <div style="overflow-x: clip; width: 60px"><p class="long" style="white-space: nowrap">It is too long.</p></div>
    <p class="dots" style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">It ends in dots.</p>
    <div style="overflow: auto; height: 20px"><div style="height: 30px"></div><button class="scrolled">Scrolled</button></div>
    <div style="overflow: hidden; width: 50px"><button class="wide" style="width: 90px">Wide</button></div>
    <div style="position: relative; height: 24px"><p class="under">It lies beneath.</p>
      <div style="position: absolute; inset: 0 0 0 40px; background: white"></div></div>
    <div style="overflow: hidden; height: 0"><p class="fixed" style="position: fixed; top: 300px">It is fixed.</p></div>
    <button class="round" style="border-radius: 12px; height: 24px; padding: 0 12px">Round</button>
    <p class="outside" style="position: absolute; top: 895px">It is below the edge.</p>`)
  const fault = (name) => hiddenParts(page.locator(`.${name}`))
  for (const name of ['whole', 'fixed', 'round']) assert.equal(await fault(name), '', name)
  for (const name of ['low', 'long', 'dots', 'scrolled', 'wide', 'outside'])
    assert.match(await fault(name), /cuts \d+ px off/, name)
  assert.match(await fault('under'), /is under/)
})

test('said: the end of a game and its buttons are seen at every size', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const faults = []
  await openGame(hall, page, { moves: doubleCannon })
  for (const [width, height] of sizes) {
    const size = `${width}×${height}`
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await board(page).waitFor()
    faults.push(...(await seen(page, page.locator('.end b'), `${size}: the end`)))
    for (const name of ['Review', 'Rematch', 'New game']) {
      // On a small phone they stand in the bar of actions.
      const button = page
        .locator('.say, .acts')
        .getByRole('button', { name, exact: true })
        .filter({ visible: true })
      faults.push(...(await seen(page, button, `${size}: ${name}`)))
    }
    // Low windows and small phones do without them.
    const level = page.locator('.say, .end-banner').getByRole('button', { name: /^A little / })
    if (await level.first().isVisible())
      faults.push(...(await seen(page, level.first(), `${size}: another level`)))
    // The tabs stand beside the arrows, not under them.
    for (const tab of await page.getByRole('tab').all()) {
      await tab.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      faults.push(...(await seen(page, tab, `${size}: the tab ${await tab.textContent()}`)))
    }
  }
  assert.deepEqual(faults, [])
})

test('said: a running analysis moves neither its head line nor what is below it', async ({ t }) => {
  const hall = await startHall(t)
  const [desktop, phone, sideways] = [
    [1440, 900],
    [390, 844],
    [844, 390],
  ]
  const games = {
    xiangqi: ['h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5', desktop, phone, sideways],
    gomoku: ['h8 i9 g7 g9 h9 h10', phone],
    reversi: ['d3 c3 c4 e3 f4 c5', sideways],
  }
  for (const [variant, [moves, ...those]] of Object.entries(games)) {
    const study = await createStudy(hall, { variant, moves: moves.split(' ') })
    for (const [width, height] of those) {
      const page = await openPage(t, { viewport: { width, height } })
      await page.goto(`${hall.url}/#/study/${study.id}/2`)
      await board(page).waitFor()
      await page.getByRole('switch', { name: 'Analysis' }).check({ force: true })
      await page.getByRole('group', { name: /^Line 1, / }).waitFor()
      // Every frame of two seconds: the head line, the first line, and the record below the machine.
      const boxes = await page.evaluate(
        () =>
          new Promise((done) => {
            const found = new Set()
            const end = performance.now() + 2000
            const look = () => {
              const at = (name) => document.querySelector(name)?.getBoundingClientRect()
              const [head, line, record] = [
                at('.machine .head'),
                at('.machine .line'),
                at('.record'),
              ]
              const all = [head?.top, head?.height, line?.top, line?.height, record?.top]
              found.add(all.map((x) => Math.round(x ?? -1)).join())
              if (performance.now() < end) requestAnimationFrame(look)
              else done([...found])
            }
            look()
          }),
      )
      assert.equal(boxes.length, 1, `${variant} ${width}×${height}: ${boxes.join(' | ')}`)
      await page.context().close()
    }
  }
})

test('said: the board keeps its size when a game ends', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  // The second, fourth, … one: small and large, upright and sideways are among them.
  for (const [width, height] of sizes.filter((_, i) => i % 2 === 1)) {
    await page.setViewportSize({ width, height })
    await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
    const before = await board(page).boundingBox()
    await point(page, 'b4').click()
    await point(page, 'e4').click()
    const banner = page.locator('.end-banner')
    await banner.waitFor()
    const during = await board(page).boundingBox()
    await banner.getByRole('button', { name: 'Close' }).click()
    await banner.waitFor({ state: 'detached' })
    const after = await board(page).boundingBox()
    for (const box of [during, after])
      for (const side of ['x', 'y', 'width', 'height'])
        assert.ok(Math.abs(box[side] - before[side]) < 1, `${width}×${height}: ${side}`)
  }
})

test('said: the banner of an end has its buttons in one row on a phone', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  for (const locale of ['en', 'zh-Hans', 'zh-Hant']) {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto(hall.url)
    await page.evaluate((code) => {
      const kept = JSON.parse(localStorage.getItem('yiqi.preferences') ?? '{}')
      localStorage.setItem('yiqi.preferences', JSON.stringify({ ...kept, language: code }))
    }, locale)
    await openGame(hall, page, { moves: doubleCannon.slice(0, -1) })
    await point(page, 'b4').click()
    await point(page, 'e4').click()
    const banner = page.locator('.end-banner')
    await banner.waitFor()
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height })
      const boxes = await banner.locator('.row button').evaluateAll((all) =>
        all.map((b) => {
          const { left, right, top } = b.getBoundingClientRect()
          return { left, right, top }
        }),
      )
      assert.equal(boxes.length, 4)
      assert.equal(new Set(boxes.map((box) => Math.round(box.top))).size, 1, `${locale} ${width}`)
      const inside = boxes.every((box) => box.left >= 0 && box.right <= width)
      assert.ok(inside, `${locale} ${width}: ${JSON.stringify(boxes)}`)
    }
  }
})
