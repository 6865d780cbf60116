// Puzzles: found after a review, solved with mouse and keyboard, hints, the solution, and an empty hall.

import { examine } from '../axe.mjs'
import {
  ask,
  assert,
  board,
  createStudy,
  hear,
  openPage,
  phone,
  point,
  startHall,
  test,
} from '../hall.mjs'

/** White's four is left alone: before that one move saves black, after it one wins for white. */
const moves = 'h8 a1 o14 a2 c13 a3 n3 a4 k11 a5'.split(' ')

/** A reviewed game with its two puzzles. */
async function reviewed(hall, played = moves) {
  const study = await createStudy(hall, { variant: 'gomoku', moves: played })
  await ask(hall, 'POST', `/api/studies/${study.id}/review`, { nodes: 300 })
  for (;;) {
    const list = await ask(hall, 'GET', `/api/puzzles?game=${study.game}`)
    if (list.search && !list.search.under_way) return { ...study, ids: list.ids }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Waits until this is asked for. */
const asks = (page, words) => page.locator('p.question').getByText(words).waitFor()
const feedback = (page, stage) => page.locator(`[data-stage=${stage}]`)

test('puzzles: an empty hall says how they come about', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  const rooms = page.getByRole('navigation', { name: 'Main' })
  await rooms.getByRole('link', { name: 'Puzzles' }).click()
  await page.getByRole('heading', { name: 'There are no puzzles yet' }).waitFor()
  await page.getByText(/Finish a game and review it/).waitFor()
  await examine(page)
})

test('puzzles: the review leads to those of its game, which are solved by mouse and keyboard', async ({
  t,
}) => {
  const hall = await startHall(t)
  const { id, game, ids } = await reviewed(hall)
  assert.equal(ids.length, 2)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/study/${id}`)
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('link', { name: '2 puzzles from this game' }).click()
  await asks(page, 'Find the move for Black.')
  await hear(page, /White played A4\. Find the move for Black\. One move saves the game/)
  await examine(page)
  // A wrong move is named and taken back.
  await point(page, 'h9').click()
  await feedback(page, 'wrong').getByText('H9 is not the move. Try another one.').waitFor()
  await hear(page, /H9 is not the move/)
  // The first hint marks five points, the second says the move.
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.locator('p.hint').getByText('It is one of the marked points.').waitFor()
  assert.equal(await page.locator('circle.evidence').count(), 5)
  await page.getByRole('button', { name: 'Show solution' }).click()
  await feedback(page, 'shown')
    .getByText(/The solution: A5/)
    .waitFor()
  await page.getByRole('button', { name: 'Next puzzle' }).click()
  await asks(page, 'Find the move for White.')
  await point(page, 'a5').focus()
  await page.keyboard.press('Enter')
  await feedback(page, 'solved').waitFor()
  await hear(page, /^Solved! /)
  await page.getByText('1 solved in this browser').waitFor()
  const link = page.getByRole('link', { name: 'Open the game' })
  assert.equal(await link.getAttribute('href'), `#/game/${game}/9`)
  // The solution that was shown does not count: that puzzle comes again, and then there is no other.
  await page.getByRole('button', { name: 'Next puzzle' }).click()
  await asks(page, 'Find the move for Black.')
  await point(page, 'a5').click()
  await feedback(page, 'solved').waitFor()
  await page.reload()
  await page.getByText('You have solved all 2 puzzles here.').waitFor()
  await page.getByRole('button', { name: 'Solve them again' }).click()
  await asks(page, 'Find the move for Black.')
})

test('puzzles: on a phone the board, the question and every action can be reached, in Chinese', async ({
  t,
}) => {
  const hall = await startHall(t)
  const { ids } = await reviewed(hall)
  const page = await openPage(t, { locale: 'zh-CN', viewport: phone, hasTouch: true })
  await page.goto(`${hall.url}/#/puzzles/${ids[1]}`)
  await board(page).waitFor()
  await page.getByText('请为白方找出正着。').first().waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width)
  await page.getByRole('combobox', { name: '棋种' }).waitFor()
  await page.getByRole('button', { name: '显示答案' }).tap()
  await page
    .getByText(/答案：A5/)
    .first()
    .waitFor()
  await examine(page)
})

test('puzzles: a move that is as right as the solution solves it, and what is known of its line is shown', async ({
  t,
}) => {
  // Black has an open three and white has two; black, to move, lets it be: each of its two ends would have won.
  const threes = 'h8 k4 h9 l4 h10 m4 a1 d12 a3 e12 o15 f12 o13 n4'.split(' ')
  const hall = await startHall(t)
  const { game, ids } = await reviewed(hall, threes)
  assert.ok(ids.includes(`${game}-12`), ids.join(' '))
  const solution = await ask(hall, 'GET', `/api/puzzles/${game}-12/solution`)
  const other = ['h7', 'h11'].find((end) => end !== solution.moves[0].text)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/puzzles/${game}-12`)
  await asks(page, 'Find the move for Black.')
  await point(page, other).click()
  await feedback(page, 'solved').getByText('Solved!', { exact: true }).waitFor()
  const tried = await ask(hall, 'POST', `/api/puzzles/${game}-12/try`, { moves: [other] })
  // A search that sees the win at once stores no line: then it is searched when the move is tried.
  assert.ok(tried.after.length > 0, JSON.stringify(tried))
  const all = [...tried.played, ...(tried.after ?? [])].map((move) => move.text.toUpperCase())
  await page.locator('p.line').getByText(all.join(' ')).waitFor()
})

test('puzzles: a move that wins more slowly solves it too, and the page says so', async ({ t }) => {
  // White could make an open four on g7, and does not; d7 wins too, by more moves.
  const slower = 'g9 j6 j8 h8 f9 g6 i6 i9 h7 g8 e8 f6 g10 a1'.split(' ')
  const hall = await startHall(t, { own: true, config: () => 'puzzle-nodes = 1000\n' })
  const { game, ids } = await reviewed(hall, slower)
  assert.ok(ids.includes(`${game}-13`), ids.join(' '))
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/puzzles/${game}-13`)
  await asks(page, 'It leads to a forced win in 2.')
  await point(page, 'd7').click()
  const words = 'Solved! D7 wins too; the solution is a quicker forced win.'
  await feedback(page, 'solved').getByText(words).waitFor()
  await hear(page, /^Solved! D7 wins too/)
  // Its own line is played out.
  await page
    .locator('p.line')
    .getByText(/D7 G7 /)
    .waitFor()
})
