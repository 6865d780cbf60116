// What the late screens say: tooltips with the keys of their controls, and the live regions.

import {
  ask,
  assert,
  board,
  createStudy,
  doubleCannon,
  hear,
  openPage,
  people,
  point,
  spoken,
  startHall,
  test,
} from '../hall.mjs'
import { openMock } from '../study-mock.mjs'

const moves = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7'.split(' ')
const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })

/** The keys that the tooltips of the shown controls name: `Undo the last change (Ctrl+Z)`. */
const tooltipKeys = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [title]')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => /\(([^()]+)\)$/.exec(element.title)?.[1] ?? []),
  )

/** Plays a real game and opens it as a study. */
async function openStudy(hall, page, list = moves) {
  const study = await createStudy(hall, { moves: list })
  await page.goto(`${hall.url}/#/study/${study.id}`)
  await board(page).waitFor()
  await tree(page)
    .getByRole('button')
    .nth(list.length - 1)
    .waitFor()
  return study
}

test('tooltips: every key of a study that has a control stands in its tooltip or its menu', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openMock(hall, page, { variant: 'xiangqi', moves })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('a')
  await page
    .getByRole('group', { name: /^Line 1/ })
    .first()
    .waitFor()
  await page.waitForFunction(() => document.querySelector('main [title$="(Space)"]'))
  const found = new Set(await tooltipKeys(page))
  await page.keyboard.press('m')
  const menu = page.getByRole('menu')
  for (const key of await menu.locator('kbd').allTextContents()) found.add(key)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  const listed = await dialog.locator('dl').last().locator('kbd').allTextContents()
  // Variations are one below another in the list; on a phone two buttons step between them.
  const without = ['←', '→', '↑', '↓']
  const missing = listed.filter((key) => !found.has(key) && !without.includes(key))
  assert.deepEqual(missing, [], `${[...found]}`)
  // No tooltip names a key that the list has not.
  assert.deepEqual(
    [...found].filter((key) => !listed.includes(key)),
    [],
  )
  // Where letter keys are off, no tooltip names one.
  await dialog.getByRole('switch', { name: /Letter keys/ }).click()
  await page.keyboard.press('Escape')
  const left = await tooltipKeys(page)
  assert.deepEqual(
    left.filter((key) => /^[A-Z?]$/.test(key)),
    [],
  )
})

test('tooltips: every control of a search in the lab names its key, and the key acts', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?from=textbook:norvig&with=alpha-beta&go=1`)
  await page.getByTestId('sentence').waitFor()
  const controls = page.getByRole('group', { name: 'Steps', exact: true })
  const titles = await controls
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => button.title))
  for (const title of titles) assert.match(title, /^.+ \((Home|End|Space|[.,VOC])\)$/)
  const sentence = page.getByTestId('sentence')
  assert.equal(await sentence.getAttribute('aria-live'), 'polite')
  // Each step is spoken.
  let before = await sentence.textContent()
  for (const key of ['.', 'v', 'c', ',']) {
    await page.keyboard.press(key)
    await page.waitForFunction(
      (old) => document.querySelector('[data-testid=sentence]').textContent !== old,
      before,
    )
    before = await sentence.textContent()
  }
})

test('spoken: a move, a variation, a comment, what the menu does, a deletion and its undoing', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openStudy(hall, page)
  await page.keyboard.press('ArrowRight')
  await hear(page, /^Red C2=5/)
  // Another move for Black is a variation.
  await point(page, 'b9').click()
  await point(page, 'c7').click()
  await hear(page, /^A variation\. Black H2\+3/)
  // On the board, letters jump from piece to piece.
  const blur = () => page.evaluate(() => document.activeElement.blur())
  await blur()
  await page.keyboard.press('c')
  await page.keyboard.type('spoken')
  await page.keyboard.press('Tab')
  await hear(page, /^The comment is stored/)
  await blur()
  await page.keyboard.press('p')
  await hear(page, /^The variation was promoted/)
  await page.keyboard.press('Control+z')
  await hear(page, /^Undone/)
  await page.keyboard.press('P')
  await hear(page, /^Now the main line/)
  await page.keyboard.press('Delete')
  await hear(page, /^Deleted\. Red C2=5/)
  await page.keyboard.press('Control+z')
  await hear(page, /^Undone/)
  await page.keyboard.press('x')
  await hear(page, /^Folded/)
})

test('spoken: the way of a review and its end', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const state = await openMock(hall, page, { variant: 'xiangqi', moves })
  await board(page).waitFor()
  // It is spoken whatever tab is shown.
  const done = state.reviewed()
  const tell = (review) => state.tell({ type: 'review', review: { ...done, ...review } })
  tell({ state: 'waiting', done: 0 })
  await hear(page, /^The review waits/)
  tell({ state: 'running', done: 2 })
  await hear(page, /^Position 2 of 7$/)
  const quiet = await spoken(page).textContent()
  tell({ state: 'running', done: 3 })
  await page.waitForTimeout(200)
  assert.equal(await spoken(page).textContent(), quiet, 'not each position')
  tell({ state: 'running', done: 4 })
  await hear(page, /^Position 4 of 7$/)
  tell({})
  await hear(page, /^The review is finished\. Accuracy: Red 84, Black 71/)
  // What was finished before the study was opened is not news.
  await page.reload()
  await board(page).waitFor()
  await page.keyboard.press('End')
  await hear(page, /^Black H2\+3/)
})

test('spoken: how many games were found, by name, by pattern and without a filter', async ({
  t,
}) => {
  const hall = await startHall(t)
  for (const [name, list] of [
    ['Ada', doubleCannon],
    ['Bo', doubleCannon.slice(0, 2)],
    ['Cy', []],
  ])
    await ask(hall, 'POST', '/api/games', {
      variant: 'xiangqi',
      players: [{ kind: 'person', name }, people[0]],
      clock: { kind: 'none' },
      moves: list,
    })
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/games`)
  const said = (text) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
  await said('3 games')
  await page.getByRole('searchbox').fill('Ada')
  await said('1 game found')
  await page.getByRole('searchbox').fill('Nobody')
  await said('No game is like that.')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await said('3 games')
  // Of a pattern only the games that have it are counted, not all that are looked through.
  await page.getByRole('button', { name: /^More filters/ }).click()
  await page.getByRole('button', { name: 'Draw a position…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Position' })
  await dialog.getByRole('combobox', { name: 'Variant' }).selectOption('xiangqi')
  await dialog.getByRole('button', { name: 'red cannon' }).click()
  await dialog.locator('[data-at="e2"]').click()
  await dialog.getByRole('button', { name: 'Search' }).click()
  await said('2 games found')
})
