// Progress: what reviewed games say together, what to practise next, by keyboard and on a phone, and nothing for axe.

import { examine } from '../axe.mjs'
import { assert, desktop, openPage, phone, startHall, test } from '../hall.mjs'
import { shoot } from '../shoot.mjs'

/** Reviewed games, the latest first. */
const reviewed = (variant, all) =>
  all.map(([accuracy, phases, result], i) => ({
    game: `${variant}-${i}`,
    study: `${variant}-${i}`,
    variant,
    side: 'first',
    updated_at: `2026-03-1${9 - i}T12:00:00Z`,
    accuracy,
    by_phase: phases,
    mistakes: 2,
    result,
    opening_name: null,
  }))
const games = [
  ...reviewed('xiangqi', [
    [90, [95, 91, 60], 1],
    [70, [88, 70, 41], -1],
    [50, [80, 55, 34], 0],
  ]),
  ...reviewed('reversi', [[77, [80, 70, null], 1]]),
]

test('progress: the weakest phase is named and leads to its practice, by keyboard and on a phone', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  // Nobody has reviewed anything yet.
  await page.goto(`${hall.url}/#/progress`)
  await page.getByText('No game of yours against the machine has a review yet.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Play a game' }).waitFor()
  await page.route('**/api/progress', (route) => route.fulfill({ json: { games } }))
  await page.reload()
  const xiangqi = page.getByRole('region', { name: 'Xiangqi' })
  await xiangqi.getByText('3 reviewed games · 1 won, 1 drawn, 1 lost').waitFor()
  await xiangqi
    .getByRole('img', { name: 'Accuracy from the oldest game to the latest: 50 to 90 percent.' })
    .waitFor()
  await xiangqi.getByText('Your weakest part is the ending, with 45 %.').waitFor()
  const few = page.getByRole('region', { name: 'Reversi' }).getByText(/^After three reviewed games/)
  await few.waitFor()
  await examine(page, 'progress')
  // By keyboard from the beginning of the page to the practice, and to the review of the latest game.
  const links = []
  await page.locator('#board-help, h1').first().waitFor()
  for (let i = 0; i < 40 && links.at(-1) !== '#/study/xiangqi-0'; i++) {
    await page.keyboard.press('Tab')
    links.push(await page.evaluate(() => document.activeElement.getAttribute('href')))
  }
  assert.equal(links.at(-1), '#/study/xiangqi-0')
  assert.equal(links.at(-2), '#/learn/xiangqi')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Endings to win' }).waitFor()

  const small = await openPage(t, { locale: 'zh-CN', viewport: phone, hasTouch: true })
  await small.route('**/api/progress', (route) => route.fulfill({ json: { games } }))
  await small.goto(`${hall.url}/#/progress`)
  await small.getByText('你最弱的是残局，准确率 45%。').waitFor()
  await examine(small, 'progress on a phone')
  for (const viewport of [phone, { width: phone.height, height: phone.width }, desktop]) {
    await small.setViewportSize(viewport)
    const wide = await small.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(wide, viewport.width)
    await shoot(small, `progress-${viewport.width}.png`)
  }
})
