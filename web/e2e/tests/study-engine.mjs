// What the machine does beside a study, in the hall itself: threats, chosen moves, the board of a line, kept
// results, another program beside ours, and the file of a study.

import fs from 'node:fs'
import {
  assert,
  board,
  createStudy,
  doubleCannon,
  openPage,
  point,
  startHall,
  test,
} from '../hall.mjs'

const analysis = (page) => page.getByRole('switch', { name: 'Analysis' })
const lines = (page) => page.getByRole('group', { name: /^Line \d/ })
const first = (page) => page.getByRole('group', { name: /^Line 1, / })
const tree = (page) => page.getByRole('group', { name: 'Moves and variations' })

/** A study of a game that was played so far, at one of its moves. */
async function study(t, { moves, variant = 'xiangqi', node = moves.length, ...options }) {
  const hall = await startHall(t, options)
  const page = await openPage(t, { acceptDownloads: true })
  const { id } = await createStudy(hall, { variant, moves })
  const open = async () => {
    await page.goto(`${hall.url}/#/study/${id}/${node}`)
    await board(page).waitFor()
  }
  await open()
  return { hall, page, id, open }
}

for (const { variant, moves, threat, passed } of [
  // Red threatens mate with the second cannon, White a row of five.
  {
    variant: 'xiangqi',
    moves: doubleCannon.slice(0, 5),
    threat: /^Line 1, .*: C8=5/,
    passed: 'if Black passed',
  },
  {
    variant: 'gomoku',
    moves: 'h8 a3 i8 a4 j8 a5 k8 a6'.split(' '),
    threat: /^Line 1, .*: A[27]\b/,
    passed: 'if Black passed',
  },
]) {
  test(`threat: ${variant}: what the other side would play is shown, and is not entered`, async ({
    t,
  }) => {
    const { page } = await study(t, { variant, moves })
    await analysis(page).click()
    await first(page).waitFor()
    const button = page.getByRole('button', { name: 'Show the threat' })
    await button.click()
    const line = page.getByRole('group', { name: threat })
    await line.waitFor()
    assert.equal(await button.getAttribute('aria-pressed'), 'true')
    // The head line says of what the score is.
    const head = page.getByRole('region', { name: 'Analysis' })
    await head.getByText(passed, { exact: true }).waitFor()
    // It begins with a move of the wrong side.
    await line.getByRole('button').first().click()
    await page.waitForTimeout(300)
    assert.equal(await tree(page).getByRole('button').count(), moves.length)
    await button.click()
    await page.getByRole('button', { name: 'Show the threat', pressed: false }).waitFor()
    await page.getByRole('group', { name: threat }).waitFor({ state: 'detached' })
  })
}

test('only these moves: moves chosen on the board are searched alone', async ({ t }) => {
  const { page } = await study(t, { moves: ['h2e2'] })
  await page.getByRole('button', { name: 'Engines' }).click()
  await page.getByRole('switch', { name: /^Choose moves/ }).click()
  await analysis(page).click()
  await first(page).waitFor()
  const choose = async (from, to) => {
    await point(page, from).click()
    await point(page, to).click()
  }
  await choose('a6', 'a5')
  await page.getByText('Only these moves: P1+1').waitFor()
  await page.getByRole('group', { name: /^Line 1, .*: P1\+1/ }).waitFor()
  await page.getByRole('group', { name: /^Line 2, / }).waitFor({ state: 'detached' })
  await choose('i6', 'i5')
  await page.getByText('Only these moves: P1+1, P9+1').waitFor()
  await page.getByRole('group', { name: /^Line 2, / }).waitFor()
  for (const line of await lines(page).all())
    assert.match(await line.getAttribute('aria-label'), /: P[91]\+1/)
  await page.getByRole('button', { name: 'All moves' }).click()
  await page.getByText(/^Only these moves/).waitFor({ state: 'detached' })
  await page.getByRole('group', { name: /^Line 3, / }).waitFor()
})

test('a line: its moves show a small board, by the pointer and by keyboard', async ({ t }) => {
  const { page } = await study(t, { moves: doubleCannon.slice(0, 5) })
  await analysis(page).click()
  await page.getByRole('group', { name: /^Line 1, / }).waitFor()
  // Lines that stand still can be pointed at.
  await page
    .getByText(/finished|depth (1\d|[89])/)
    .first()
    .waitFor()
  const moves = first(page).getByRole('button')
  const small = page.getByRole('img', { name: 'The position after this move', includeHidden: true })
  assert.equal(await small.count(), 0)
  await moves.first().hover()
  await small.waitFor()
  const before = await small.innerHTML()
  await moves.nth(1).hover()
  await page.waitForFunction(
    ([label, was]) => {
      const now = document.querySelector(`svg[aria-label="${label}"]`)
      return now && now.innerHTML !== was
    },
    ['The position after this move', before],
  )
  await board(page).hover()
  await small.waitFor({ state: 'detached' })
  await moves.first().focus()
  await small.waitFor()
})

test('kept: what was found before is shown at once on return, with its depth', async ({ t }) => {
  const { page, open } = await study(t, { moves: ['h2e2', 'h9g7'] })
  const depth = async () =>
    Number(
      /depth (\d+)/.exec(
        await page
          .getByText(/depth \d+/)
          .first()
          .textContent(),
      )[1],
    )
  await analysis(page).click()
  await page
    .getByText(/depth (\d\d|[6-9])/)
    .first()
    .waitFor()
  // A search of less than 150 ms is not kept, however deep it came.
  await page.waitForTimeout(400)
  const found = await depth()
  await analysis(page).click()
  await page.goto('about:blank')
  // The first answer of the server is the kept one: a search would begin with the first depth.
  const heard = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const event = typeof payload === 'string' ? JSON.parse(payload) : {}
      if (event.type === 'analysis') heard.push(event)
    }),
  )
  await open()
  await analysis(page).click()
  await first(page).waitFor()
  assert.ok((await depth()) >= found, `depth ${await depth()} after ${found}`)
  assert.ok(JSON.stringify(heard[0]).includes('"kept"'), JSON.stringify(heard[0]).slice(0, 300))
})

test('engines: another program of the configuration searches beside ours', async ({ t }) => {
  const config = (program) =>
    `[engines.other]\nname = "Another program"\ncommand = ["${program}", "uci"]\nprotocol = "uci"\n`
  const { page } = await study(t, { moves: ['h2e2', 'h9g7'], own: true, config })
  await page.getByRole('button', { name: 'Engines' }).click()
  await page
    .getByRole('combobox', { name: 'Engine 2' })
    .selectOption({ label: 'Another program (other program)' })
  await page.getByRole('button', { name: 'Engines' }).click()
  await analysis(page).click()
  await page.getByText(/^Yiqi, full strength · .*depth \d/).waitFor()
  await page.getByText(/^Another program · .*depth \d/).waitFor()
  // Both have a first line with a score and moves.
  await page.waitForFunction(
    () => document.querySelectorAll('[role=group][aria-label^="Line 1, "]').length === 2,
  )
  for (const line of await first(page).all())
    assert.match(await line.getAttribute('aria-label'), /^Line 1, [+−≥≤#\d.]+: \S+/)
  assert.equal(await page.getByRole('alert').count(), 0)
})

test('export: the file of a study holds its variations, comments and signs', async ({ t }) => {
  const { page } = await study(t, { moves: ['h2e2', 'h9g7', 'h0g2'], node: 1 })
  // A second reply, with a comment.
  await point(page, 'b9').click()
  await point(page, 'c7').click()
  await tree(page).getByRole('button').nth(3).waitFor()
  await page.getByPlaceholder(/^Write a comment/).fill('the other horse')
  await page.keyboard.press('Tab')
  await tree(page).getByText('the other horse').waitFor()
  await page.getByRole('button', { name: /^Export/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the study' })
  const take = async (format) => {
    await dialog.getByRole('radio', { name: format }).click()
    const coming = page.waitForEvent('download')
    // A hall in the page has no addresses.
    const save = dialog.getByRole('link', { name: 'Save' })
    await save.or(dialog.getByRole('button', { name: 'Save' })).click()
    const download = await coming
    return {
      name: download.suggestedFilename(),
      text: fs.readFileSync(await download.path(), 'utf8'),
    }
  }
  const pgn = await take('PGN')
  assert.match(pgn.name, /\.pgn$/)
  assert.match(pgn.text, /\[Game "Chinese Chess"\]/)
  assert.match(
    pgn.text,
    /1\. \S+ \S+\s+\(\s*1\.\.\. \S+\s+\{\s*the other horse\s*\}\s*\)\s+2\. \S+/,
  )
  const whole = await take('Everything (JSON)')
  assert.match(whole.name, /\.json$/)
  const nodes = JSON.stringify(JSON.parse(whole.text))
  for (const text of ['h2e2', 'h9g7', 'h0g2', 'b9c7', 'the other horse'])
    assert.ok(nodes.includes(text), text)
})
