// A study by keyboard alone, as one who uses a screen reader goes through it, with the real hall; and what the
// machine knows beyond its lines.

import { ask, assert, openGame, openPage, spoken, startHall, test } from '../hall.mjs'
import { short } from '../study-mock.mjs'

const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })
const moves = (page) => tree(page).getByRole('button')
const lines = (page) => page.getByRole('group', { name: /^Line \d, / })

/** Presses Tab until the focus is on an element of this role and name. */
async function tabTo(page, role, name) {
  const wanted = page.getByRole(role, { name }).first()
  await wanted.waitFor()
  for (let i = 0; i < 200; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not lead to the ${role} ${name}`)
}

/** What is spoken, once it is not this. */
async function said(page, before) {
  await page.waitForFunction((old) => {
    const text = document.querySelector('[data-testid=spoken]')?.textContent ?? ''
    return text !== '' && text !== old
  }, before)
  return spoken(page).textContent()
}

for (const [variant, { moves: played }] of Object.entries(short)) {
  test(`keyboard: ${variant}: a study from the game to the review without a mouse`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    await openGame(hall, page, { variant, moves: played })
    await tabTo(page, 'button', 'More')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Analyse' }).waitFor()
    for (let i = 0; i < 20; i++) {
      const at = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
      if (at.startsWith('Analyse')) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/study\//)
    await moves(page)
      .nth(played.length - 1)
      .waitFor()
    // Each shown position is spoken, and its move is the current one of the tree.
    await page.keyboard.press('Home')
    let words = ''
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('ArrowRight')
      words = await said(page, words)
      const current = tree(page).locator('[aria-current]')
      await current.waitFor()
      assert.ok((await current.textContent()).trim().length > 0)
    }
    // The machine: on, its line is read, its first move is entered as a variation, off.
    await page.keyboard.press('a')
    assert.ok(await page.getByRole('switch', { name: 'Analysis' }).isChecked())
    await lines(page).first().waitFor()
    const count = await moves(page).count()
    await page.getByRole('switch', { name: 'Analysis' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('seen by ear')
    await page.keyboard.press('Tab')
    await tree(page).getByText('seen by ear').waitFor()
    await page.evaluate(() => document.activeElement.blur())
    await page.keyboard.press('Space')
    await page.waitForFunction(() => !location.hash.endsWith('/2'))
    const grown = await moves(page).count()
    assert.ok(grown === count || grown === count + 1, `${count} to ${grown}`)
    await page.keyboard.press('a')
    assert.ok(!(await page.getByRole('switch', { name: 'Analysis' }).isChecked()))
    // The review: begun, done, and its graph is a slider that the arrows move.
    await tabTo(page, 'tab', 'Moves')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'button', 'Quick review')
    await page.keyboard.press('Enter')
    await page.getByRole('table').waitFor({ timeout: 120_000 })
    const slider = page.getByRole('slider')
    await tabTo(page, 'slider')
    await page.keyboard.press('Home')
    assert.equal(await slider.getAttribute('aria-valuenow'), '0')
    await page.keyboard.press('ArrowRight')
    assert.equal(await slider.getAttribute('aria-valuenow'), '1')
    assert.ok((await slider.getAttribute('aria-valuetext')).length > 5)
    // The keys are listed.
    await page.evaluate(() => document.activeElement.blur())
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
}

test('heat map: each point has its value, also in words, where moves are points', async ({ t }) => {
  const hall = await startHall(t)
  const study = async (body) => {
    // A page of its own: the buttons of the study before could still be there.
    const page = await openPage(t)
    const { id } = await ask(hall, 'POST', '/api/studies', body)
    await page.goto(`${hall.url}/#/study/${id}/${(body.moves ?? []).length}`)
    await page.getByRole('button', { name: 'Engines' }).click()
    return page
  }
  const page = await study({ kind: 'position', variant: 'reversi' })
  await page.getByRole('switch', { name: /^Heat map/ }).click()
  await page.getByRole('switch', { name: 'Analysis' }).click()
  await page.getByText(/^Heat map: .*%/).waitFor()
  assert.equal(await page.locator('.sign.heat').count(), 4)
  // The text names points as the board does, and each value covers the mark of the legal move.
  const words = await page.getByText(/^Heat map: .*%/).textContent()
  assert.match(words, /^Heat map: [a-h][1-8] \d+/)
  const faint = await page
    .locator('.sign.heat')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== '1').length)
  assert.equal(faint, 0)
  // A game whose pieces move has none.
  const other = await study({ kind: 'position', variant: 'xiangqi' })
  await other.getByRole('switch', { name: 'Show lines on the board' }).waitFor()
  assert.equal(await other.getByRole('switch', { name: /^Heat map/ }).count(), 0)
})

test('known: a proof is said in words and shown on the board', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const stones = ['h8', 'a1', 'i8', 'a3', 'j8']
  const made = { kind: 'position', variant: 'gomoku', moves: stones }
  const { id } = await ask(hall, 'POST', '/api/studies', made)
  await page.goto(`${hall.url}/#/study/${id}/5`)
  await page.getByRole('switch', { name: 'Analysis' }).click()
  await page.getByText(/What is known here: Only .*all others lose/).waitFor()
  assert.ok((await page.locator('.sign.draw').count()) >= 2)
})

test('end: Review opens the study of the game and begins the review', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'] })
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await page.locator('.end-banner').getByRole('button', { name: 'Review' }).click()
  await page.waitForURL(/#\/study\//)
  await page.getByRole('table').waitFor({ timeout: 120_000 })
  await page.getByRole('slider').waitFor()
})
