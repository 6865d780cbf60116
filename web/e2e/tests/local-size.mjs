// What a first visit to the hall of static files fetches: until a move can be played, and until the machine has answered.

import { assert, board, openPage, test } from '../hall.mjs'
import { folder, staticHall } from '../local.mjs'

// Modules that are built fast for tests are larger.
test.skip(
  !folder || !process.env.YIQI_E2E_SIZES,
  'YIQI_E2E_SIZES says that the modules of YIQI_E2E_STATIC were built as for a release',
)

/** The bounds in bytes, compressed. */
const FIRST_MOVE = 400_000
const CODE_AND_WEIGHTS = 1_500_000

/** In the order of the front page, each with the points of a first move. */
const games = [
  ['xiangqi', ['h2', 'e2']],
  ['draughts', ['32', '28']],
  ['gomoku', ['h8']],
  ['reversi', ['d3']],
]

const sum = (files) => files.reduce((all, { bytes }) => all + bytes, 0)

for (const [at, [family, places]] of games.entries()) {
  test(`local: a first move of ${family} needs no more than 400 kB, and its machine 1.5 MB`, async ({
    t,
  }) => {
    const hall = await staticHall(t)
    // As a first visitor has it: the teacher looks at the move, too.
    const page = await openPage(t, { teacher: true })
    // What an idle browser fetches for later comes before the board on a busy machine.
    await page.addInitScript(() => (globalThis.requestIdleCallback = () => 0))
    await page.goto(`${hall.url}/`)
    await page.getByRole('button', { name: /^Play/ }).nth(at).click()
    await board(page).locator('[data-at]').first().waitFor()
    // So does the rest of a module.
    const first = hall.sent.filter(({ name }) => !name.startsWith('rest-'))
    assert.ok(first.some(({ name }) => name.startsWith(`first-${family}-`)))
    console.log(`${family}: ${sum(first)} bytes before a first move`)
    assert.ok(sum(first) <= FIRST_MOVE, JSON.stringify(first))
    for (const place of places) await page.locator(`[role=grid] [data-at="${place}"]`).click()
    await page.waitForFunction(
      () => document.querySelectorAll('button[data-ply]').length >= 2,
      null,
      { timeout: 60_000 },
    )
    const own = hall.sent.filter(({ name }) => /[.](wasm|patterns|yend)$/.test(name))
    console.log(`${family}: ${sum(own)} bytes of code and weights`)
    assert.ok(sum(own) <= CODE_AND_WEIGHTS, JSON.stringify(own))
  })
}
