// The review of a game: start, progress, graph, results, and "try again".

import { examine } from '../axe.mjs'
import { assert, desktop, hear, openPage, phone, point, startHall, test } from '../hall.mjs'
import { openMock, short } from '../study-mock.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5'.split(' ')
const review = (page) => page.getByRole('tab', { name: 'Review' })
const graph = (page) => page.getByRole('slider', { name: 'Expected score by move' })

test('review: starts, shows its progress also after a reload, and is cancelled', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await review(page).click()
  await page.getByRole('button', { name: 'Quick review' }).click()
  const bar = page.getByRole('progressbar', { name: 'Review' })
  await bar.waitFor()
  assert.ok(state.posted.at(-1).nodes > 0)
  // The live region says it too.
  await page.getByText('Position 2 of 9').last().waitFor()
  await page.reload()
  await review(page).click()
  await bar.waitFor()
  assert.equal(await bar.getAttribute('value'), '2')
  const done = state.reviewed()
  state.tell({ type: 'review', review: { ...done, state: 'running', done: 5 } })
  await page.getByText('Position 5 of 9').last().waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The review was cancelled.').last().waitFor()
  state.tell({ type: 'review', review: done })
  await page.getByRole('row', { name: /Accuracy 84 71/ }).waitFor()
  await page.getByRole('row', { name: /Opening 92 92/ }).waitFor()
  await page.getByRole('row', { name: /Blunder 0 1/ }).waitFor()
  await page.getByRole('row', { name: /Time used/ }).waitFor()
})

test('review: by time: the seconds for each move are chosen', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await review(page).click()
  const seconds = page.getByRole('combobox', { name: 'Seconds for each move' })
  assert.deepEqual(await seconds.getByRole('option').allTextContents(), [
    '0.5',
    '1',
    '2',
    '5',
    '10',
  ])
  await seconds.selectOption('0.5')
  await page.getByRole('button', { name: 'Review by time' }).click()
  await page.getByRole('progressbar', { name: 'Review' }).waitFor()
  assert.deepEqual(state.posted.at(-1), { ms: 500 })
})

test('review: that it failed is said in Chinese, without the English words of the server', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { locale: 'zh-CN' })
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await page.getByRole('tab', { name: '复盘' }).click()
  state.tell({
    type: 'review',
    review: {
      ...state.reviewed(),
      state: 'failed',
      failure: { code: 'disk-full', message: 'words of the server' },
    },
  })
  const said = '复盘失败。服务器的磁盘已满，什么也没有存下。请腾出空间后再试。'
  await page.getByRole('alert').getByText(said).waitFor()
  await hear(page, new RegExp(`^${said}$`))
  assert.equal(await page.getByText('words of the server').count(), 0)
})

for (const variant of Object.keys(short)) {
  test(`review: ${variant}: the graph steps by key and click, and the move is explained`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    const game = variant === 'xiangqi' ? moves : short[variant].moves
    await openMock(hall, page, { variant, moves: game, review: 'done' })
    await review(page).click()
    await graph(page).focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    assert.equal(await graph(page).getAttribute('aria-valuenow'), '3')
    // Stones and discs are counted one by one, moves of pieces in pairs.
    const number = variant === 'gomoku' || variant === 'reversi' ? 3 : 2
    const told = await graph(page).getAttribute('aria-valuetext')
    assert.match(told, new RegExp(`^${number}\\. .*\\d.%, Inaccuracy$`))
    await page.getByText(/^Better was /).waitFor()
    await page.keyboard.press('End')
    assert.equal(await graph(page).getAttribute('aria-valuenow'), `${game.length}`)
    const box = await graph(page).boundingBox()
    await page.mouse.click(box.x + box.width / game.length, box.y + 50)
    assert.equal(await graph(page).getAttribute('aria-valuenow'), '1')
  })
}

test('review: grades stand in the list, and the game is summed up in one sentence', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openMock(hall, page, { variant: 'xiangqi', moves, review: 'done' })
  const tree = page.getByRole('group', { name: 'Moves and variations' })
  assert.equal(await tree.getByRole('button', { name: /, Book/ }).count(), 2)
  assert.equal(await tree.locator('i.book').count(), 2)
  // At the start the line above the tabs has the sentence, too.
  const said = 'Decided by 3… H2+3.'
  await page.getByRole('group', { name: 'The shown move' }).getByText(said).waitFor()
  await review(page).click()
  await page.getByRole('row', { name: /^Book 1 1/ }).waitFor()
  await page.getByRole('button', { name: said }).click()
  await page.waitForURL(/mock\/6$/)
})

/** Whether every line of an element is in the window, and nothing covers it. */
const inView = (element) =>
  element.evaluate((node) =>
    [...node.getClientRects()].every((box) => {
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return (
        box.top >= 0 &&
        box.left >= 0 &&
        box.bottom <= innerHeight &&
        box.right <= innerWidth &&
        node.contains(at)
      )
    }),
  )

for (const viewport of [
  desktop,
  phone,
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
]) {
  test(`review: at ${viewport.width}×${viewport.height} the reason is seen on each tab without scrolling, with its arrows`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport, hasTouch: viewport !== desktop })
    await openMock(hall, page, { variant: 'xiangqi', moves, node: 6, review: 'done' })
    for (const tab of ['Moves', 'Review']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.evaluate(() => scrollTo(0, 0))
      const line = page.getByRole('group', { name: 'The shown move' })
      const reason = line.getByText('Red can now force a win in 4.')
      await reason.waitFor()
      assert.ok(await inView(reason), `${tab}: the reason`)
      assert.ok(await inView(line.getByText('Blunder')), `${tab}: the grade`)
      const button = page.getByRole('button', { name: 'Show the better line' })
      assert.ok(await inView(button), `${tab}: the button`)
    }
    assert.equal(await page.locator('.sign.better').count(), 1)
    assert.equal(await page.locator('.sign.refutes').count(), 1)
    // Steps to moves that are not blamed move nothing below.
    const top = () =>
      page.getByRole('tab', { name: 'Moves' }).evaluate((x) => x.getBoundingClientRect().top)
    const before = await top()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('group', { name: 'The shown move' }).getByText('Good').waitFor()
    assert.equal(await page.locator('.sign.better, .sign.refutes').count(), 0)
    assert.equal(await top(), before)
  })
}

test('review: the better line is shown with its arrow, stepped through and left; nothing is written', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves, node: 6, review: 'done' })
  const tree = page.getByRole('group', { name: 'Moves and variations' })
  const count = () => tree.getByRole('button').count()
  const written = await count()
  await page.getByRole('button', { name: 'Show the better line' }).click()
  const line = page.getByRole('group', { name: 'Better line' })
  const steps = line.locator('[data-step]')
  await line.locator('[data-step="1"][aria-current]').waitFor()
  assert.equal(await page.locator('.sign.better').count(), 1)
  await page.keyboard.press('ArrowRight')
  await line.locator('[data-step="2"][aria-current]').waitFor()
  await steps.nth(2).click()
  await line.locator('[data-step="3"][aria-current]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await line.locator('[data-step="2"][aria-current]').waitFor()
  await line.getByRole('button', { name: 'Back to the game' }).click()
  await page.getByText('Red can now force a win in 4.').waitFor()
  await page.waitForURL(/mock\/6$/)
  assert.deepEqual([state.edits, await count()], [[], written])
  // It is kept only where that is wanted.
  await page.getByRole('button', { name: 'Show the better line' }).click()
  await line.getByRole('button', { name: 'Keep this line' }).click()
  await line.getByRole('button', { name: 'In the study' }).waitFor()
  assert.equal(state.edits.length, 1)
  assert.equal(await count(), written + 3)
})

/** The question at Black's mistake. */
async function tryAgain(page) {
  await review(page).click()
  await page.getByLabel('Mistakes of').selectOption('second')
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await hear(page, /Black played .*Find a better move/)
}

/** Where a point is on the screen. */
const spot = async (page, at) => {
  const box = await point(page, at).boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('review: try again turns the board, draws the mistake, hints twice and can be skipped', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves, review: 'done' })
  const black = () => spot(page, 'e9')
  const above = await black()
  await tryAgain(page)
  await page.waitForFunction((y) => {
    const box = document.querySelector('[data-at=e9], [data-square=e9]')?.getBoundingClientRect()
    return !box || box.top > y
  }, above.y)
  assert.ok((await black()).y > above.y)
  assert.equal(await page.locator('.sign.refutes').count(), 1)
  // The machine, its bar and the moves of the game say nothing meanwhile.
  assert.equal(await page.getByRole('switch', { name: 'Analysis' }).count(), 0)
  assert.equal(await page.getByRole('group', { name: 'Moves and variations' }).count(), 0)
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText(/^Look at /).waitFor()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText(/^The move ends on /).waitFor()
  // The move of the game itself is no answer, nor is it searched.
  await point(page, 'b9').click()
  await point(page, 'c7').click()
  await hear(page, /is the move of the game/)
  await page.getByRole('button', { name: 'Show the move' }).click()
  await hear(page, /The best move was/)
  await page.getByText('Red can now force a win in 4.').waitFor()
  await page.getByRole('group', { name: 'Better line' }).locator('[aria-current]').waitFor()
  await page.getByRole('button', { name: 'See how many you found' }).click()
  await hear(page, /you found 0 of 1/)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  assert.equal((await black()).y, above.y)
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await hear(page, /you found 0 of 1/)
  assert.deepEqual(state.edits, [])
})

test('review: try again has three verdicts, and none where the hall is silent', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves, review: 'done' })
  // Of the first side, Red: Black's mistake left 0.85, the best move 0.50.
  const worth = { i6i5: 0.54, c6c5: 0.7, g9e7: 0.83 }
  state.chanceOf = (text) => worth[text] ?? 0.5
  await tryAgain(page)
  const play = async (from, to) => {
    await point(page, from).click()
    await point(page, to).click()
  }
  await play('g9', 'e7')
  await hear(page, /not clearly better than the game/)
  await page.locator('.sign.refutes').waitFor()
  await play('c6', 'c5')
  await hear(page, /Better than the game, but there is a stronger move/)
  // It goes back, and one may look further.
  await page.locator('.sign.refutes').waitFor()
  state.silent = true
  await play('i6', 'i5')
  await hear(page, /not judged/)
  state.silent = false
  // The page may have given the silent connection up and be opening another: until then a move is not judged either.
  const right = page.getByRole('region', { name: 'Try again' }).getByText(/^Right/)
  for (let i = 0; i < 5 && !(await right.isVisible()); i++) {
    await play('i6', 'i5')
    await right.waitFor({ timeout: 6_000 }).catch(() => {})
  }
  await hear(page, /Right/)
  await page.getByText('Red can now force a win in 4.').waitFor()
  assert.deepEqual(state.edits, [])
  await page.getByRole('button', { name: 'Keep this line' }).click()
  await page.getByRole('button', { name: 'In the study' }).waitFor()
  assert.deepEqual(
    state.edits.map(({ type, node }) => [type, node]),
    [['insert', 5]],
  )
  await page.getByRole('button', { name: 'See how many you found' }).click()
  await hear(page, /you found 1 of 1/)
})

test('review: the graph has a gap where nothing was searched, and whole points at its edges', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await review(page).click()
  const done = state.reviewed()
  const chances = [1, 0, 1]
  const some = [1, 2, 6, 8].map((ply, i) => ({
    ...done.moves[ply - 1],
    grade: 'blunder',
    chance: chances[i] ?? 0,
  }))
  state.tell({ type: 'review', review: { ...done, state: 'running', done: 5, moves: some } })
  await page.locator('.plot .curve').first().waitFor()
  assert.equal(await page.locator('.plot .curve').count(), 3)
  // Nothing is left of the time unless the server says so.
  assert.equal(await page.getByText(/left$/).count(), 0)
  const frame = await graph(page).boundingBox()
  for (const dot of await page.locator('.plot .dot').all()) {
    const box = await dot.boundingBox()
    assert.ok(box.x >= frame.x && box.x + box.width <= frame.x + frame.width, JSON.stringify(box))
    assert.ok(box.y >= frame.y && box.y + box.height <= frame.y + frame.height, JSON.stringify(box))
  }
  state.tell({
    type: 'review',
    review: { ...done, state: 'running', done: 5, moves: some, left_ms: 41_700 },
  })
  await page.getByText('about 40\u00a0s left').waitFor()
})

test('review: axe finds nothing, on the desktop and on a phone', async ({ t }) => {
  const hall = await startHall(t)
  for (const options of [{}, { viewport: phone, colorScheme: 'dark', hasTouch: true }]) {
    const page = await openPage(t, options)
    await openMock(hall, page, { variant: 'xiangqi', moves, node: 6, review: 'done' })
    await review(page).click()
    await examine(page, 'review')
    await page.getByRole('button', { name: /^Try again/ }).click()
    await examine(page, 'try again')
  }
})
