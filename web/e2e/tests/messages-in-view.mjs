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

/** Where the answer to a draw is looked for: in small windows and on tablets upright it lay beneath the bar. */
const answered = [
  [320, 568],
  [820, 1180],
  [768, 1024],
  [390, 844],
  [667, 375],
  [1440, 900],
]

/** Whether a thing is seen as a whole: its corners and its middle are on the screen with nothing above them. */
const isSeen = (locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    // A tab that shows an icon has its name for readers of the screen only.
    const icon = element.querySelector('.icon')
    const drawn = icon?.checkVisibility() ? icon : element
    range.selectNodeContents(drawn)
    const boxes = element.matches('button:not([role=tab])')
      ? [element.getBoundingClientRect()]
      : [...range.getClientRects()]
    const faults = boxes.flatMap(({ left, right, top, bottom }) =>
      [
        [left + 2, top + 2],
        [right - 2, bottom - 2],
        [(left + right) / 2, (top + bottom) / 2],
      ].flatMap(([x, y]) => {
        const above = document.elementFromPoint(x, y)
        if (above && (element.contains(above) || above.contains(element))) return []
        return [`${Math.round(x)},${Math.round(y)} is under ${above?.className || above?.tagName}`]
      }),
    )
    return boxes.length === 0 ? 'nothing is drawn' : faults.join('; ')
  })

async function seen(page, locator, what) {
  await locator.waitFor({ timeout: 10_000 }).catch(() => {})
  if (!(await locator.isVisible())) return [`${what}: it is not there`]
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const fault = await isSeen(locator)
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
    // The answer stands where a refusal does: it is asked for, in a game of its own, at some sizes.
    for (const [width, height] of answers) {
      const size = `${width}×${height}`
      await page.setViewportSize({ width, height })
      await openGame(hall, page, { players: [people[0], machine], moves })
      await page.getByRole('button', { name: /^(½)?(Draw|求和)$/ }).click()
      const answer = page.locator('.notice, .end b').first()
      faults.push(...(await seen(page, answer, `${size}: the answer to a draw`)))
    }
    assert.deepEqual(faults, [])
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
