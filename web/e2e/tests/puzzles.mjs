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
async function reviewed(hall) {
  const study = await createStudy(hall, { variant: 'gomoku', moves })
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
  await page.getByRole('link', { name: 'Puzzles' }).click()
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
