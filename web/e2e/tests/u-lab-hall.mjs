// The lab of a real hall: what the search recorded, the evaluation and the engine's mind, for each game.

import { ask, assert, board, openPage, startHall, test } from '../hall.mjs'

const number = (text) => Number(text.replace(/[^\d]/g, ''))

for (const variant of ['xiangqi', 'draughts', 'gomoku', 'reversi']) {
  test(`lab in the hall: ${variant}: a recorded search, the evaluation, the engine's mind`, async ({
    t,
  }) => {
    const hall = await startHall(t)
    const about = await fetch(`${hall.url}/api/lab`)
    test.skip(!about.ok, 'this hall records no searches')
    test.setTimeout(300_000)
    const page = await openPage(t)
    const recordings = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') return
        const event = JSON.parse(payload)
        if (event.type === 'recording') recordings.push(event.recording)
      }),
    )
    // On an empty board there is one move: nothing is cut off before the third ply.
    const depth = variant === 'gomoku' ? 3 : 2
    await page.goto(`${hall.url}/#/lab?from=start:${variant}&depth=${depth}&with=alpha-beta`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByTestId('sentence').waitFor()
    await page.getByText(/Minimax would have looked at [\d,]+ leaves/).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Next cut-off' }).click()
    await page.getByTestId('sentence').getByText('Cut off').waitFor()
    await page.getByTestId('path').getByRole('button').first().waitFor()
    await board(page).waitFor()
    await page.getByRole('button', { name: 'To the end', exact: true }).click()
    // What the page counted in the tree is what the search counted.
    const last = recordings.at(-1)
    assert.equal(last.state, 'done')
    const counters = await page.getByRole('region', { name: /^Counters/ }).textContent()
    const counted = (name) => number(new RegExp(`${name}\\s*([\\d,]+)`).exec(counters)[1])
    assert.equal(counted('Nodes'), last.nodes)
    assert.equal(counted('Leaves'), last.leaves)
    assert.equal(counted('Leaves'), last.counters.leaves)
    assert.equal(counted('Cut-offs'), last.counters.cut_offs)
    // The terms of the evaluation add up to it.
    await page.getByRole('tab', { name: 'Evaluation' }).click()
    const total = page.getByTestId('total')
    await total.waitFor()
    const value = (text) => Number(text.replace('−', '-').replace('+', ''))
    const parts = await page.locator('tbody tr td:nth-of-type(3)').allTextContents()
    assert.equal(
      parts.map(value).reduce((sum, x) => sum + x, 0),
      value(await total.textContent()),
    )
    await page.getByRole('tab', { name: 'Engine’s mind' }).click()
    await page.getByRole('combobox', { name: 'Time' }).selectOption('1')
    await page.getByRole('button', { name: 'Let it think' }).click()
    await page.getByText(/The favourite (never )?changed/).waitFor({ timeout: 60_000 })
    const chart = page.getByRole('region', { name: 'Moves and iterations' })
    assert.ok((await chart.getByRole('columnheader').count()) > 2)
  })
}

test('lab in the hall: a machine of a textbook is an opponent', async ({ t }) => {
  const hall = await startHall(t)
  const { variants } = await ask(hall, 'GET', '/api/catalogue')
  test.skip(
    !variants.some((variant) => variant.presets?.length),
    'this hall offers no such machines',
  )
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('classic-3')
  await page.getByText(/Searches 3 plies as a textbook describes it/).waitFor()
  await page
    .getByRole('button', { name: /^(Start|Begin|Play)/ })
    .first()
    .click()
  await page.waitForURL(/#\/game\//)
  await page.getByText('Classic 3 (alpha-beta, depth 3)').first().waitFor()
  const game = await ask(hall, 'GET', `/api/games/${page.url().split('/').at(-1)}`)
  assert.ok(game.players.some((player) => player.preset === 'classic-3'))
})
