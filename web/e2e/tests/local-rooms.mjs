// The hall in the page: puzzles, studies and reviews without a server.

import { assert, board, openPage, point, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

/** Nothing was asked of a server. */
const isAlone = (hall) =>
  assert.deepEqual(
    hall.asked.filter((place) => place.includes('/api/')),
    [],
  )

test('local: a puzzle is missed, tried again and solved without a server', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const list = await askPage(page, 'GET', '/api/puzzles/shipped?variant=reversi')
  const { puzzles } = list
  assert.ok(puzzles.length > 10)
  // The variants with puzzles take turns.
  const { variants } = await askPage(page, 'GET', '/api/catalogue')
  const having = variants.filter(({ id }) => list.variants.some(({ variant }) => variant === id))
  const day = having.length * 2000 + having.findIndex(({ id }) => id === 'reversi')
  const daily = await askPage(page, 'GET', `/api/puzzles/daily?day=${day}`)
  assert.equal(daily.variant, 'reversi')
  let puzzle = null
  for (const { id } of puzzles) {
    puzzle = await askPage(page, 'GET', `/api/puzzles/${id}`)
    if (puzzle.to_find === 1) break
  }
  const { id, position } = puzzle
  const { moves } = await askPage(page, 'GET', `/api/puzzles/${id}/solution`)
  const right = moves[0].text
  // Each is searched: the puzzle knows none of them.
  let wrong = ''
  for (const { text } of position.board.moves) {
    if (text === right || wrong) continue
    const tried = await askPage(page, 'POST', `/api/puzzles/${id}/try`, { moves: [text] })
    if (!tried.right) wrong = text
  }
  assert.ok(wrong, 'every move solves it')
  await page.goto(`${hall.url}/#/puzzles/${id}`)
  await board(page).waitFor()
  await point(page, wrong).click()
  const feedback = (stage) => page.locator(`[data-stage=${stage}]`)
  await feedback('wrong')
    .getByText(/Your rating: 900 → \d+/)
    .waitFor()
  await point(page, right).click()
  await feedback('solved').waitFor()
  isAlone(hall)
})
