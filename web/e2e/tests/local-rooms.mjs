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

const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })
const node = (page, id) => tree(page).locator(`[data-node="${id}"]`)

test('local: a study is made, edited, undone, analysed and found again', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const wanted = { kind: 'position', variant: 'reversi', rules: null, position: null, title: 'One' }
  const { id } = await askPage(page, 'POST', '/api/studies', { ...wanted, moves: ['d3'] })
  await page.goto(`${hall.url}/#/study/${id}/1`)
  await board(page).waitFor()
  await point(page, 'c3').click()
  await node(page, 2).and(page.locator('[aria-current=step]')).waitFor()
  const analysis = page.getByRole('switch', { name: 'Analysis' })
  await analysis.click()
  await page.getByRole('group', { name: /^Line 1, / }).waitFor()
  await analysis.click()
  await page.keyboard.press('Control+z')
  await node(page, 2).waitFor({ state: 'detached' })
  await page.reload()
  await node(page, 1).waitFor()
  assert.equal(await tree(page).getByRole('button').count(), 1)
  const { studies } = await askPage(page, 'GET', '/api/studies')
  assert.deepEqual(
    studies.map(({ title, moves }) => [title, moves]),
    [['One', 1]],
  )
  isAlone(hall)
})

test('local: a finished game is reviewed, and a reload does not end the review', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const players = [
    { kind: 'person', name: 'A' },
    { kind: 'machine', level: 1 },
  ]
  // No opening with a name goes so far: its moves would not be judged.
  const moves = 'd3 e3 f3 c3 b3 d2'.split(' ')
  const { id: of } = await askPage(page, 'POST', '/api/games', {
    variant: 'reversi',
    players,
    clock: { kind: 'none' },
    moves,
  })
  const { id } = await askPage(page, 'POST', '/api/studies', { kind: 'game', id: of })
  await page.goto(`${hall.url}/#/study/${id}`)
  await board(page).waitFor()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('combobox', { name: 'Seconds for each move' }).selectOption('0.5')
  await page.getByRole('button', { name: 'Review by time' }).click()
  await page.getByRole('progressbar', { name: 'Review' }).waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('row', { name: /Accuracy/ }).waitFor()
  const { review } = await askPage(page, 'GET', `/api/studies/${id}`)
  assert.equal(review.state, 'done')
  assert.equal(review.moves.length, moves.length)
  const { games } = await askPage(page, 'GET', '/api/progress')
  assert.deepEqual(
    games.map(({ game, study, mistakes }) => [game, study, mistakes >= 0]),
    [[of, id, true]],
  )
  // All of it goes into another browser, once.
  const file = await askPage(page, 'GET', '/api/me/data')
  const other = await openPage(t)
  await front(hall, other)
  const nothing = { games: 0, studies: 0, known: 0, damaged: 0 }
  const taken = await askPage(other, 'POST', '/api/me/data', file)
  assert.deepEqual(taken, { ...nothing, games: 1, studies: 1 })
  const again = await askPage(other, 'POST', '/api/me/data', file)
  assert.deepEqual(again, { ...nothing, known: 2 })
  const copy = await askPage(other, 'GET', `/api/studies/${id}`)
  assert.deepEqual(copy.review.moves, review.moves)
  isAlone(hall)
})

test('local: openings are explored, and a move is judged before it is played', async ({ t }) => {
  const hall = await staticHall(t)
  const page = await openPage(t)
  await front(hall, page)
  const found = await askPage(page, 'POST', '/api/openings', { variant: 'reversi', moves: ['d3'] })
  assert.ok(found.machine.games > 0 && found.machine.moves.length > 0, JSON.stringify(found))
  const { start, rules, moves } = await askPage(page, 'POST', '/api/games', {
    variant: 'reversi',
    players: [
      { kind: 'person', name: '' },
      { kind: 'person', name: '' },
    ],
    clock: { kind: 'none' },
    moves: ['d3', 'c3'],
  })
  const texts = moves.map(({ text }) => text)
  const asked = { variant: 'reversi', rules, start, moves: texts }
  const judged = await askPage(page, 'POST', '/api/judgements', asked)
  assert.ok(judged.loss >= 0 && judged.answer.length > 0, JSON.stringify(judged))
  await page.goto(`${hall.url}/#/openings/reversi/d3`)
  await page.getByRole('row').nth(1).waitFor()
  isAlone(hall)
})
