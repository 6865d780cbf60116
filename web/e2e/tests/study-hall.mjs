// Studies with the hall itself: it keeps the tree, searches, and reviews. (The tests in study.mjs and review.mjs answer for the
// hall, so that scores and moments are known.)

import { ask, assert, doubleCannon, openGame, openPage, point, startHall, test } from '../hall.mjs'
import { short } from '../study-mock.mjs'

const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })
const moves = (page) => tree(page).getByRole('button')

/** A game of the hall as a study. */
async function study(t, game) {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, game)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Analyse' }).click()
  await page.waitForURL(/#\/study\//)
  await moves(page)
    .nth(game.moves.length - 1)
    .waitFor()
  return { hall, page }
}

for (const [variant, { moves: played, other }] of Object.entries(short)) {
  test(`studies in the hall: ${variant}: the tree is kept, and the machine searches`, async ({
    t,
  }) => {
    const { hall, page } = await study(t, { variant, moves: played })
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    for (const at of other) {
      await point(page, at).waitFor()
      await point(page, at).click()
    }
    await moves(page).nth(played.length).waitFor()
    await page.waitForFunction(() => location.hash.endsWith('/5'))
    // (On the board the letter c goes to the next cannon.)
    await page.getByPlaceholder(/^Write a comment/).fill('kept')
    await page.keyboard.press('Tab')
    await tree(page).getByText('kept').waitFor()
    // A line of the machine becomes a variation, and the undo takes it out again.
    await page.getByRole('switch', { name: 'Analysis' }).click()
    const line = page.getByRole('group', { name: /^Line 1, / })
    await line.getByRole('button').first().click()
    await moves(page)
      .nth(played.length + 1)
      .waitFor()
    await page.getByRole('switch', { name: 'Analysis' }).click()
    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await moves(page)
      .nth(played.length + 1)
      .waitFor({ state: 'detached' })
    await page.reload()
    await moves(page).nth(played.length).waitFor()
    await tree(page).getByText('kept').waitFor()
    await page.goto(`${hall.url}/#/studies`)
    await page.getByRole('listitem').getByRole('link').first().click()
    await moves(page).nth(played.length).waitFor()
    assert.equal(await moves(page).count(), played.length + 1)
  })
}

test('studies in the hall: a game is reviewed when it ends, if that is wanted', async ({ t }) => {
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  const studies = async () => (await ask(hall, 'GET', '/api/studies')).studies
  async function mate() {
    await openGame(hall, page, { variant: 'xiangqi', moves: doubleCannon.slice(0, -1) })
    for (const at of ['b4', 'e4']) await point(page, at).click()
    await page.getByRole('button', { name: 'Rematch' }).first().waitFor()
  }
  await mate()
  assert.deepEqual(await studies(), [], 'nothing is reviewed by itself')
  await page.goto(`${hall.url}/#/settings`)
  await page.getByRole('switch', { name: 'Review my games when they end' }).click()
  await mate()
  await page.waitForFunction(async () => {
    const { studies } = await (await fetch('/api/studies')).json()
    if (studies.length !== 1) return false
    const study = await (await fetch(`/api/studies/${studies[0].id}`)).json()
    return study.review !== null && study.review !== undefined
  })
})
