// The lab: the textbook's tree step by step, two techniques side by side, the evaluation, the engine's mind and the
// lessons. (A tree of a million nodes is in `lab-hall.mjs`.)

import { examine } from '../axe.mjs'
import { assert, board, desktop, openPage, phone, startHall, test } from '../hall.mjs'
import { mockLab } from '../lab-mock.mjs'

const press = (page, name) => page.getByRole('button', { name, exact: true }).click()
const sentence = (page) => page.getByTestId('sentence')
const window = (page) => page.getByTestId('window')
const path = async (page) =>
  (await page.getByTestId('path').getByRole('button').allTextContents()).join('').trim()

/** The board in words. */
const names = (page) =>
  board(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join())

async function openLab(hall, page, query) {
  await page.goto(`${hall.url}/#/lab?${query}`)
  await sentence(page).waitFor()
}

/** The windows of the textbook, in the order of the search; MAX moves at the root. */
const norvig = [
  ['', '[−∞, ∞]'],
  ['A', '[−∞, ∞]'],
  ['AA', '[−∞, ∞]'],
  ['AB', '[−∞, 3]'],
  ['AC', '[−∞, 3]'],
  ['B', '[3, ∞]'],
  ['BA', '[3, ∞]'],
  ['C', '[3, ∞]'],
  ['CA', '[3, ∞]'],
  ['CB', '[3, 14]'],
  ['CC', '[3, 5]'],
]

test('lab: the textbook’s tree, step by step, has the windows of the textbook', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await openLab(hall, page, 'from=textbook:norvig&with=alpha-beta&go=1')
  await sentence(page).getByText('the search has not begun').waitFor()
  const seen = []
  for (let steps = 0; steps < 40; steps++) {
    if (await page.getByRole('button', { name: 'Step', exact: true }).isDisabled()) break
    await press(page, 'Step')
    const text = await sentence(page).textContent()
    if (/ tries | is to move/.test(text)) {
      seen.push([await path(page), await window(page).textContent()])
    }
  }
  assert.deepEqual(seen, norvig)
  assert.match(await sentence(page).textContent(), /the value is 3, with A/)
  assert.equal(await page.getByTestId('value').textContent(), '3')
  // Back to the start, and to the cut-offs.
  await press(page, 'To the start')
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  await sentence(page).getByText('The other 2 moves are not looked at').waitFor()
  assert.equal(await path(page), 'B')
  assert.match(await page.getByTestId('value').textContent(), /≤.2/)
  const counters = page.getByRole('region', { name: /^Counters/ })
  assert.match(await counters.textContent(), /Leaves 4\s*Cut-offs 1/)
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  assert.equal(await path(page), 'C')
})

test('lab: four plies have the windows of the textbook', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await openLab(hall, page, 'from=textbook:four-plies&with=alpha-beta&go=1')
  const seen = new Map()
  for (let steps = 0; steps < 120; steps++) {
    if (await page.getByRole('button', { name: 'Step', exact: true }).isDisabled()) break
    await press(page, 'Step')
    if (/ tries /.test(await sentence(page).textContent())) {
      seen.set(await path(page), await window(page).textContent())
    }
  }
  const wanted = { AAA: '[−∞, ∞]', AAB: '[5, ∞]', AABB: '[5, 7]', AB: '[−∞, 5]', B: '[3, ∞]' }
  for (const [node, window] of Object.entries({ ...wanted, C: '[6, ∞]' })) {
    assert.equal(seen.get(node), window, node)
  }
  for (const cut of ['AABC', 'BABB', 'CB']) assert.ok(!seen.has(cut), cut)
  assert.match(await sentence(page).textContent(), /the value is 6, with B/)
})

test('lab: minimax beside alpha-beta, after the same number of steps', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await openLab(hall, page, 'from=textbook:norvig&with=alpha-beta,minimax&go=1')
  await press(page, 'To the end')
  const told = page.getByText('Minimax would have looked at 9 leaves; you have seen 7.')
  await told.waitFor()
  // The controls and the sentence belong to the search that is chosen.
  await page.getByRole('radio', { name: 'Minimax' }).check()
  await press(page, 'To the start')
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  assert.match(await sentence(page).textContent(), /the value is 3/)
})

test('lab: a game’s position: the board follows the node, and moves are struck out', async ({
  t,
}) => {
  const hall = await startHall(t)
  for (const variant of ['xiangqi', 'draughts', 'gomoku', 'reversi']) {
    const page = await openPage(t)
    const { requests } = await mockLab(hall, page, { variant })
    await page.goto(`${hall.url}/#/lab?from=start:${variant}&depth=2&with=alpha-beta`)
    // In the second frame after the click there is something to see, whatever the hall does.
    const begin = page.getByRole('button', { name: 'Search', exact: true })
    const isSeen = await begin.evaluate(async (button) => {
      button.click()
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
      return document.querySelector('canvas')?.checkVisibility() ?? false
    })
    assert.ok(isSeen, `${variant}: nothing is seen after Search`)
    await sentence(page).waitFor()
    assert.equal(requests[0].at.variant, variant)
    await page.getByText('Minimax would have looked at 9 leaves').waitFor()
    await page.getByRole('button', { name: 'Next cut-off' }).click()
    await sentence(page).getByText('moves are not looked at').waitFor()
    await page.getByRole('region', { name: 'Node' }).locator('s').first().waitFor()
    // The moves have the names of the game, and the board is that of the node.
    assert.notEqual(await path(page), '')
    const pieces = board(page)
    await pieces.waitFor()
    const before = await names(page)
    await page
      .getByTestId('path')
      .getByRole('button', { name: 'Back to the last step' })
      .waitFor({ state: 'detached' })
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Back to the last step' }).waitFor()
    assert.match(await window(page).textContent(), /^\[/)
    while ((await names(page)) === before) await page.waitForTimeout(50)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to the last step' }).waitFor({ state: 'detached' })
    await page.close()
  }
})

test('lab: everything by keyboard, and as a list', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await openLab(hall, page, 'from=textbook:norvig&with=alpha-beta&go=1')
  await page.locator('main').focus()
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await sentence(page).getByText('MAX is to move').waitFor()
  await page.keyboard.press('c')
  await sentence(page).getByText('Cut off').waitFor()
  await page.keyboard.press('o')
  await page.keyboard.press('o')
  await sentence(page).getByText('the value is 3').waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.keyboard.press(' ')
  await page.keyboard.press('End')
  await page.getByText('Tree as a list').click()
  const tree = page.getByRole('tree', { name: 'Search tree as a list' })
  await tree.getByRole('treeitem').nth(3).waitFor()
  assert.equal(await tree.getByRole('treeitem').count(), 4)
  await tree.getByRole('treeitem', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const chosen = tree.getByRole('treeitem', { selected: true })
  assert.match(await chosen.textContent(), /^B\s+\[3, ∞\]\s+≤.2\s+✕ cut off$/)
  assert.equal(await chosen.getAttribute('aria-level'), '2')
  await examine(page, 'lab as a list')
})

test('lab: the evaluation by term and side, and its layers', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const { evaluated } = await mockLab(hall, page)
  await page.goto(`${hall.url}/#/lab?tab=evaluation&from=start:xiangqi`)
  const row = (name) => page.getByRole('row', { name })
  await row(/^Mobility 120 75 \+45/).waitFor()
  assert.equal(await page.getByTestId('total').textContent(), '+37')
  for (const layer of ['Mobility', 'Threats and protection', 'Control', 'Places']) {
    await page.getByRole('radio', { name: layer, exact: true }).check()
    await page.getByRole('img', { name: new RegExp(`^${layer}:`) }).waitFor()
  }
  await page.getByRole('radio', { name: 'Nothing' }).check()
  await page.getByRole('img', { name: /^Places:/ }).waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /^Classic 4/ }).check()
  await page.waitForTimeout(200)
  assert.equal(evaluated.at(-1).by, 'classic-4')
  await examine(page, 'evaluation')
})

test('lab: the engine’s mind: favourites by depth, moves and iterations', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await page.goto(`${hall.url}/#/lab?tab=mind&from=start:xiangqi`)
  await press(page, 'Let it think')
  await page.getByText('The favourite changed 2 times.').waitFor()
  const chart = page.getByRole('region', { name: 'Moves and iterations' })
  assert.equal(await chart.getByRole('columnheader').count(), 10)
  await chart
    .getByText(/of the nodes, \d\. in the order, favourite/)
    .first()
    .waitFor()
  await examine(page, 'mind')
})

test('lab: each lesson leads to something to try', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  await page.goto(`${hall.url}/#/learn`)
  await page.getByRole('link', { name: 'See how the machine thinks' }).click()
  const links = page.getByRole('link', { name: /^Try it: / })
  await links.first().waitFor()
  assert.equal(await links.count(), 6)
  await examine(page, 'lessons')
  for (let i = 0; i < 6; i++) {
    await links.nth(i).click()
    await press(page, 'Step')
    await sentence(page)
      .getByText(/The search begins/)
      .waitFor()
    await page.getByRole('tab', { name: 'Lessons' }).click()
  }
})

test('lab: a game and a study lead to the lab', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await mockLab(hall, page)
  const { openGame } = await import('../hall.mjs')
  const game = await openGame(hall, page, { moves: ['h2e2', 'h9g7'] })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'See how the machine thinks' }).click()
  await page.waitForURL(/#\/lab\?/)
  await page.getByRole('combobox', { name: 'Position' }).getByText('from a game').waitFor({
    state: 'attached',
  })
  await page.getByRole('tab', { name: 'Evaluation' }).click()
  await page.getByRole('gridcell', { name: /^e2 .*cannon/ }).waitFor()
  assert.match(page.url(), new RegExp(`game%3A${game.id}`))
})

test('lab: phone upright and sideways, both themes and languages', async ({ t }) => {
  test.setTimeout(300_000)
  const hall = await startHall(t)
  for (const options of [
    { viewport: phone, hasTouch: true },
    { viewport: phone, hasTouch: true, locale: 'zh-CN', colorScheme: 'dark' },
    { viewport: { width: 844, height: 390 }, hasTouch: true, locale: 'zh-CN' },
    { viewport: desktop, colorScheme: 'dark' },
  ]) {
    const page = await openPage(t, options)
    await mockLab(hall, page)
    await openLab(hall, page, 'from=start:xiangqi&depth=2&with=alpha-beta,minimax&go=1')
    await page.getByRole('button', { name: /Next cut-off|下次剪枝/ }).click()
    await sentence(page)
      .getByText(/Cut off|剪枝/)
      .waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide} px too wide`)
    await examine(page, `lab (${options.viewport.width})`)
    for (const tab of [/Evaluation|估值/, /mind|思路/, /Lessons|小课/]) {
      await page.getByRole('tab', { name: tab }).click()
      await page.waitForTimeout(150)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `${tab}: ${wide} px too wide`)
    }
    await page.close()
  }
})
