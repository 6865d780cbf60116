// Lessons that are played: exercises of each game, wrong tries, progress, the keyboard, and the teacher of a game.

import { examine } from '../axe.mjs'
import { ask, assert, board, hear, openPage, phone, startHall, test } from '../hall.mjs'

const square = (page, name) => board(page).locator(`[data-at="${name}"]`)
const said = (page, stage) => page.locator(`.said[data-stage=${stage}]`)
const open = async (page, hall, path) => {
  await page.goto(`${hall.url}/#/learn/${path}`)
  await board(page).waitFor()
}

test('lessons: the first one is two clicks from the front page, and progress is kept', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(hall.url)
  await page.getByRole('link', { name: 'New to it? Learn Xiangqi' }).click()
  await page.getByRole('link', { name: /^Begin Xiangqi/ }).click()
  await page.getByRole('heading', { name: 'The chariot' }).waitFor()
  await board(page).waitFor()
  await examine(page)
  // A wrong move is told, seen, and taken back.
  await square(page, 'b2').click()
  await square(page, 'b3').click()
  await said(page, 'wrong')
    .getByText(/not one straight move away/)
    .waitFor()
  await hear(page, /not one straight move away/)
  await square(page, 'b2').click()
  await square(page, 'b7').click()
  await said(page, 'right')
    .getByText(/^Right\. Black plays/)
    .waitFor()
  await square(page, 'b7').click()
  await square(page, 'h7').click()
  await said(page, 'done').waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'A free piece' }).waitFor()
  await page.getByRole('link', { name: 'All lessons' }).click()
  await page.getByText('1 of 29 done').waitFor()
  await page.reload()
  await page.getByText('1 of 29 done').waitFor()
  await page.getByRole('link', { name: /^Go on Xiangqi/ }).waitFor()
  await examine(page)
})

test('lessons: a blocked leg is explained, a hint shows the move', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await open(page, hall, 'xiangqi/horse-leg')
  await square(page, 'e4').click()
  await square(page, 'f6').click()
  await page
    .getByText(/its leg is hobbled/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page
    .getByText(/blocks every jump/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show the move' }).click()
  await square(page, 'e4').click()
  await square(page, 'g3').click()
  await said(page, 'done').waitFor()
})

test('lessons: draughts, gomoku, renju and reversi are judged on their boards', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await open(page, hall, 'draughts/king-capture')
  await square(page, '46').click()
  await square(page, '14').click()
  await said(page, 'wrong').getByText('A black man jumps over it there.').waitFor()
  await square(page, '46').click()
  await square(page, '5').click()
  await said(page, 'done').waitFor()
  await open(page, hall, 'gomoku/block-five')
  await square(page, 'a1').click()
  await said(page, 'wrong')
    .getByText(/win at once by L8/)
    .waitFor()
  await square(page, 'l8').click()
  await said(page, 'done').waitFor()
  await open(page, hall, 'gomoku/find-three')
  await square(page, 'g8').click()
  await said(page, 'wrong').waitFor()
  await square(page, 'h8').click()
  await said(page, 'done')
    .getByText(/a foul/)
    .waitFor()
  await examine(page)
  await open(page, hall, 'reversi/corner-deny-1')
  await square(page, 'd3').click()
  await said(page, 'wrong').waitFor()
  await square(page, 'e2').click()
  await said(page, 'done').waitFor()
})

test('lessons: by keyboard alone, in Chinese on a phone', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { locale: 'zh-CN', viewport: phone, hasTouch: true })
  await open(page, hall, 'gomoku/five-row')
  await square(page, 'l8').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await said(page, 'wrong')
    .getByText(/就差一行/)
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await said(page, 'done').waitFor()
  await hear(page, /五子连珠/)
  // The focus is on what comes next.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '斜线与空档' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width)
  await examine(page)
})

/** A game of Xiangqi against level 1 in which red can lose a cannon for a horse, or its chariot for nothing. */
async function taught(hall) {
  return ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ],
    clock: { kind: 'none' },
    moves: ['a0a1', 'b9c7', 'a1d1', 'h9g7'],
  })
}

/** Waits until a game has this many moves. */
async function answered(hall, page, id, count) {
  for (;;) {
    const { moves } = await ask(hall, 'GET', `/api/games/${id}`)
    if (moves.length >= count) return
    await page.waitForTimeout(200)
  }
}

test('teacher: a move that loses a chariot is held back, shown, and taken back or kept', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { teacher: true, expected: /503/ })
  const game = await taught(hall)
  await page.goto(`${hall.url}/#/game/${game.id}`)
  await square(page, 'd1').click()
  await square(page, 'd9').click()
  const teacher = page.getByRole('region', { name: 'The teacher' })
  await teacher.getByText(/This move costs about \d+ of 100 points/).waitFor()
  await hear(page, /This move costs about \d+ of 100 points/)
  await examine(page)
  assert.equal((await ask(hall, 'GET', `/api/games/${game.id}`)).moves.length, 4)
  await teacher.getByRole('button', { name: 'See it' }).click()
  await teacher.getByText(/It could go on/).waitFor()
  await teacher.getByRole('button', { name: 'Take it back' }).click()
  await square(page, 'd1').click()
  await square(page, 'd9').click()
  await teacher.getByRole('button', { name: 'Keep it' }).click()
  await answered(hall, page, game.id, 6)
  // It is turned off in the game, and on again.
  const choose = async (name) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Turn the teacher off')
  const again = await taught(hall)
  await page.goto(`${hall.url}/#/game/${again.id}`)
  await square(page, 'd1').click()
  await square(page, 'd9').click()
  await answered(hall, page, again.id, 6)
  assert.equal(await teacher.count(), 0)
  await choose('Turn the teacher on')
  // Where the hall does not judge, the move is played, and it is said that nobody looked. A hall in the page has no requests.
  if (hall.isLocal) return
  const third = await taught(hall)
  await page.route('**/api/judgements', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'busy' } }),
  )
  await page.goto(`${hall.url}/#/game/${third.id}`)
  await square(page, 'd1').click()
  await square(page, 'd9').click()
  await answered(hall, page, third.id, 6)
  await page.locator('p.notice', { hasText: 'The teacher could not look at this move.' }).waitFor()
})

test('teacher: what level 1 threatens is said, and shown on the board', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { teacher: true, viewport: phone, hasTouch: true })
  // Each side has an open three: who does nothing loses.
  const { id } = await ask(hall, 'POST', '/api/games', {
    variant: 'gomoku',
    players: [
      { kind: 'person', name: '' },
      { kind: 'machine', level: 1 },
    ],
    clock: { kind: 'none' },
    moves: ['h8', 'g9', 'h9', 'g8', 'h10', 'g7'],
  })
  await page.goto(`${hall.url}/#/game/${id}`)
  const threat = /^Careful: the machine threatens G(6|10)\.$/
  await page.locator('p.notice', { hasText: threat }).waitFor()
  await hear(page, /threatens/)
})

test('endings: begun against the strongest level; what gives the win or the draw away is told', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true })
  await page.goto(`${hall.url}/#/learn/draughts`)
  const card = page.getByRole('region', { name: 'Endings to win' })
  await card.getByRole('heading', { name: 'Endings to hold' }).waitFor()
  await card
    .getByRole('button', { name: /^Ending 1, 6 of 14 moves lose, proven by a solver/ })
    .click()
  await board(page).waitFor()
  await page.getByText('Yiqi, level 12').first().waitFor()
  // What gives the draw away is held back, though the teacher is off.
  const teacher = page.getByRole('region', { name: 'The teacher' })
  await square(page, '32').click()
  await square(page, '10').click()
  await teacher.getByText('This gives the draw away.').waitFor()
  await hear(page, /This gives the draw away/)
  await teacher.getByRole('button', { name: 'Take it back' }).click()
  // It cannot be turned off here.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Restart' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /teacher/ }).count(), 0)
  // A win that is given away, by keyboard.
  await page.goto(`${hall.url}/#/learn/reversi`)
  await page
    .getByRole('region', { name: 'Endings to win' })
    .getByRole('button', { name: /^Ending 1, won in/ })
    .click()
  await square(page, 'a2').focus()
  await page.keyboard.press('Enter')
  await teacher.getByText('This gives the win away.').waitFor()
  await examine(page)
  await teacher.getByRole('button', { name: 'Take it back' }).focus()
  await page.keyboard.press('Enter')
  await teacher.waitFor({ state: 'detached' })
})
