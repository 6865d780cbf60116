// The lab in the page, without a server: recorded and measured searches, the evaluation, the engine's mind.
// (A match is in `lab-experiments.mjs`.)

import { assert, board, openPage, test } from '../hall.mjs'
import { folder, front, staticHall } from '../local.mjs'

test.skip(!folder, 'YIQI_E2E_STATIC names no folder written by `yiqi page`')

const number = (text) => Number(text.replace(/[^\d]/g, ''))

for (const variant of ['xiangqi', 'draughts', 'gomoku', 'reversi']) {
  test(`local: the lab of ${variant} records, measures and watches searches`, async ({ t }) => {
    test.setTimeout(300_000)
    const hall = await staticHall(t)
    const page = await openPage(t)
    await front(hall, page)
    // On an empty board there is one move: nothing is cut off before the third ply.
    const depth = variant === 'gomoku' ? 3 : 2
    await page.goto(`${hall.url}/#/lab?from=start:${variant}&depth=${depth}&with=alpha-beta`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByTestId('sentence').waitFor()
    const told = page.getByText(/Minimax would have looked at [\d,]+ leaves/)
    await told.waitFor()
    await page.getByRole('button', { name: 'Next cut-off' }).click()
    await page.getByTestId('sentence').getByText('Cut off').waitFor()
    await page.getByTestId('path').getByRole('button').first().waitFor()
    await board(page).waitFor()
    await page.getByRole('button', { name: 'To the end', exact: true }).click()
    const counters = await page.getByRole('region', { name: /^Counters/ }).textContent()
    const counted = (name) => number(new RegExp(`${name}\\s*([\\d,]+)`).exec(counters)[1])
    const minimax = number(/at ([\d,]+) leaves/.exec(await told.textContent())[1])
    assert.ok(counted('Leaves') > 0 && counted('Leaves') < minimax, counters)
    assert.ok(counted('Nodes') > counted('Leaves'))
    // The terms of the evaluation add up to it.
    await page.getByRole('tab', { name: 'Evaluation' }).click()
    const total = page.getByTestId('total')
    await total.waitFor()
    const value = (text) => Number(text.replace('−', '-').replace('+', ''))
    const parts = await page.locator('tbody tr td:nth-of-type(3)').allTextContents()
    const sum = parts.map(value).reduce((sum, x) => sum + x, 0)
    assert.equal(sum, value(await total.textContent()))
    await page.getByRole('tab', { name: 'Engine’s mind' }).click()
    await page.getByRole('combobox', { name: 'Time' }).selectOption('1')
    await page.getByRole('button', { name: 'Let it think' }).click()
    await page.getByText(/The favourite (never )?changed/).waitFor()
    await page.goto(
      `${hall.url}/#/lab?tab=depth&from=start:${variant}&compare=minimax,alpha-beta&to=3&go=1`,
    )
    await page.getByText('All is measured.').waitFor({ timeout: 120_000 })
    const asked = hall.asked.filter((place) => place.includes('/api/'))
    assert.deepEqual(asked, [])
  })
}
