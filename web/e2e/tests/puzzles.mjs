// Puzzles: shipped and found after a review, solved with mouse and keyboard, hints, the solution, rating and repetition.

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

/** The shipped puzzles of gomoku with one move to find, the easiest first. */
async function short(hall, count) {
  const { puzzles } = await ask(hall, 'GET', '/api/puzzles/shipped?variant=gomoku')
  const found = []
  for (const { id } of puzzles) {
    if (found.length === count) break
    const puzzle = await ask(hall, 'GET', `/api/puzzles/${id}`)
    if (puzzle.to_find !== 1) continue
    const { moves } = await ask(hall, 'GET', `/api/puzzles/${id}/solution`)
    found.push({ id, right: moves[0].text })
  }
  return found
}

/** A point far from all others, which solves nothing. */
async function blunder(hall, { id, right }) {
  for (const at of ['a1', 'a15', 'o1', 'o15', 'h1', 'h15', 'a8', 'o8']) {
    if (at === right) continue
    const tried = await ask(hall, 'POST', `/api/puzzles/${id}/try`, { moves: [at] }).catch(
      () => null,
    )
    if (tried && !tried.right) return at
  }
  throw new Error(`every point solves ${id}`)
}

const rating = (page) => page.getByTestId('rating')

test('puzzles: the first one is two clicks away in an empty hall, on a phone too', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  const rooms = page.getByRole('navigation', { name: 'Main' })
  await rooms.getByRole('link', { name: 'Puzzles' }).click()
  await board(page).waitFor()
  await asks(page, /Find the move for/)
  await rating(page).getByText('Your rating: about 900').waitFor()
  await examine(page)
  // A theme and a difficulty: what comes next is about it, and as hard as asked for.
  const shown = async (changed) => {
    const before = page.url()
    await changed()
    await page.waitForURL((url) => url.href !== before)
    return ask(hall, 'GET', `/api/puzzles/${page.url().split('/').at(-1)}`)
  }
  const theme = page.getByRole('combobox', { name: 'Theme' })
  const wanted = await theme.locator('option').nth(1).getAttribute('value')
  const first = await shown(() => theme.selectOption(wanted))
  assert.ok(first.themes.includes(wanted), `${first.id} is about ${first.themes}`)
  const difficulty = page.getByRole('combobox', { name: 'Difficulty' })
  const harder = await shown(() => difficulty.selectOption('harder'))
  const easier = await shown(() => difficulty.selectOption('easier'))
  assert.ok(harder.themes.includes(wanted) && easier.themes.includes(wanted))
  assert.ok(easier.rating < first.rating && first.rating < harder.rating)
  const small = await openPage(t, { locale: 'zh-CN', viewport: phone, hasTouch: true })
  await small.goto(`${hall.url}/#/puzzles`)
  await board(small).waitFor()
  await small.getByText('你的等级分：约 900').waitFor()
  assert.equal(await small.evaluate(() => document.documentElement.scrollWidth), phone.width)
})

test('puzzles: the rating moves, a failed one comes back, and the row is counted', async ({
  t,
}) => {
  // A hall in the page has no such setting.
  const quick = { own: true, config: () => 'puzzle-nodes = 1000\n' }
  const hall = await startHall(t, t.home.isLocal ? {} : quick)
  const [failed, ...others] = await short(hall, 3)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/puzzles/${failed.id}`)
  await board(page).waitFor()
  await point(page, await blunder(hall, failed)).click()
  await feedback(page, 'wrong')
    .getByText(/Your rating: 900 → \d+/)
    .waitFor()
  await point(page, failed.right).focus()
  await page.keyboard.press('Enter')
  await feedback(page, 'solved').waitFor()
  for (const { id, right } of others) {
    await page.goto(`${hall.url}/#/puzzles/${id}`)
    await asks(page, /Find the move for/)
    await point(page, right).click()
    await feedback(page, 'solved')
      .getByText(/Your rating: \d+ → \d+/)
      .waitFor()
  }
  await rating(page).getByText('2 solved in a row').waitFor()
  // Its time comes.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('yiqi.puzzle-progress'))
    for (const card of Object.values(kept.gomoku.repetitions)) card.due = '2020-01-01T00:00:00.000Z'
    localStorage.setItem('yiqi.puzzle-progress', JSON.stringify(kept))
  })
  await page.reload()
  await rating(page).getByText('one comes back now').waitFor()
  await page.getByRole('button', { name: 'Another puzzle' }).click()
  await page.waitForURL((url) => url.hash.endsWith(failed.id))
  await point(page, failed.right).click()
  await feedback(page, 'solved').waitFor()
  await page.getByText(/^Rating \d+; found from level \d+ on$/).waitFor()
  assert.equal(await rating(page).getByText('comes back now').count(), 0)
})

test('puzzles: the puzzle of the day is the same from the front page and from the puzzles', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  const main = page.getByRole('main')
  await main.locator('a[href="#/puzzles/daily"]').click()
  await board(page).waitFor()
  await page.locator('p.variant').getByText('Puzzle of the day').waitFor()
  assert.match(await page.locator('p.variant').innerText(), /^Puzzle of the day · \S/)
  const question = await page.locator('p.question').textContent()
  await page.goto(`${hall.url}/#/puzzles`)
  await board(page).waitFor()
  await page.getByRole('link', { name: 'Puzzle of the day' }).click()
  await page.locator('p.variant').getByText('Puzzle of the day').waitFor()
  assert.equal(await page.locator('p.question').textContent(), question)
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
  // The line is stepped through, by the buttons and by keys, and analysed.
  const stones = () => page.locator('.stone').count()
  const step = (name) => page.getByRole('button', { name, exact: true })
  await step('First position').click()
  assert.ok(await step('Back').isDisabled())
  await page.waitForFunction((n) => document.querySelectorAll('.stone').length === n, 13)
  await step('On').click()
  assert.equal(await stones(), 14)
  await page.keyboard.press('ArrowRight')
  assert.equal(await stones(), 15)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await stones(), 14)
  await step('Last position').click()
  assert.ok(await step('On').isDisabled())
  const whole = await stones()
  assert.ok(whole > 15, `${whole} stones at the end of the line`)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.waitForURL(/#\/study\//)
  const study = await ask(hall, 'GET', `/api/studies/${page.url().split('/').at(-1)}`)
  assert.equal(study.nodes.length - 1, whole - 13)
})
