// The review of a game: start, progress, graph, results, and "try again".

import { examine } from '../axe.mjs'
import { assert, hear, openPage, phone, point, startHall, test } from '../hall.mjs'
import { openMock, short } from '../study-mock.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5'.split(' ')
const review = (page) => page.getByRole('tab', { name: 'Review' })
const graph = (page) => page.getByRole('slider', { name: 'Chances by move' })

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

test('review: grades stand in the list, and a blunder says why', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openMock(hall, page, { variant: 'xiangqi', moves, review: 'done' })
  const tree = page.getByRole('group', { name: 'Moves and variations' })
  await tree.getByRole('button', { name: /Blunder/ }).click()
  await review(page).click()
  await page.getByText('Red can now force a win in 4.').waitFor()
  await page.getByRole('button', { name: 'Show the better line' }).click()
  await page.getByRole('tab', { name: 'Moves' }).click()
})

test('review: try again accepts what is as good as the best, and hints twice', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openMock(hall, page, { variant: 'xiangqi', moves, review: 'done' })
  await review(page).click()
  await page.getByLabel('Mistakes of').selectOption('second')
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await hear(page, /Black played .*Find a better move/)
  // The machine and its bar say nothing meanwhile.
  assert.equal(await page.getByRole('switch', { name: 'Analysis' }).count(), 0)
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText(/^Look at black horse \(file 2\)/).waitFor()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText(/^The move ends on file 3/).waitFor()
  // Another move is searched: the made-up machine finds it as good as the best.
  await point(page, 'a6').click()
  await point(page, 'a5').click()
  await hear(page, /Right|not better/)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await page.getByRole('button', { name: 'Show the move' }).click()
  await hear(page, /The best move was/)
  await page.getByRole('button', { name: 'Next mistake' }).click()
  await hear(page, /you found \d of 1/)
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
