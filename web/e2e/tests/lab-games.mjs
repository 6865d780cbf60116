// The lab: games and positions read from text and files, and the order of moves as it changes.

import { assert, board, openPage, startHall, test } from '../hall.mjs'

const openDialog = async (hall, page, variant = 'xiangqi') => {
  await page.goto(`${hall.url}/#/lab?from=start:${variant}&depth=2`)
  await page.getByRole('button', { name: 'Open a game…' }).click()
  return page.getByRole('dialog', { name: 'Open a game or a position' })
}

const texts = {
  xiangqi: ['1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 H2+3', 6],
  draughts: ['[Event "Club"]\n\n1. 32-28 19-23 2. 28x19 14x23 *', 4],
  gomoku: ['h8i9j10', 3],
  reversi: ['f5d6c3d3', 4],
}

test('lab games: a pasted game of each game is searched after the chosen move', async ({ t }) => {
  test.setTimeout(180_000)
  const hall = await startHall(t)
  for (const [variant, [text, moves]] of Object.entries(texts)) {
    const page = await openPage(t)
    const dialog = await openDialog(hall, page, variant)
    const take = dialog.getByRole('button', { name: 'Take it' })
    assert.ok(await take.isDisabled())
    await dialog.getByRole('textbox', { name: 'Game or position as text' }).fill(text)
    const ply = dialog.getByRole('slider', { name: 'Moves played' })
    await ply.waitFor()
    assert.equal(await ply.inputValue(), String(moves), variant)
    // The board and the words follow the slider and the buttons.
    const names = () => dialog.getByRole('grid').getByRole('button').allTextContents()
    await dialog.getByRole('button', { name: 'To the start' }).click()
    await dialog.getByText(`The start, before ${moves} moves`).waitFor()
    const before = await names()
    await ply.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await dialog.getByText(`(2 of ${moves})`).waitFor()
    assert.match(await ply.getAttribute('aria-valuetext'), /^After .+ \(2 of/)
    assert.ok((await names()).length >= before.length)
    await take.click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/from=line/)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByTestId('sentence').waitFor()
    await board(page).waitFor()
    // The address alone opens the same; the dialog begins with this game.
    await page.reload()
    await page.getByTestId('sentence').waitFor()
    await page.getByRole('button', { name: 'Open a game…' }).click()
    await dialog.getByText(`(2 of ${moves})`).waitFor()
    await page.close()
  }
})

test('lab games: several games, faults with line and column, a position, a file', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const dialog = await openDialog(hall, page)
  const text = dialog.getByRole('textbox', { name: 'Game or position as text' })
  const take = dialog.getByRole('button', { name: 'Take it' })
  await text.fill(
    '[Event "A"]\n\n1. C2=5 H8+7 2. H2+3 *\n\n[Event "B"]\n\n1. C8=5 *\n\n[Event "C"]\n\n1. C2=5 H2+9 *',
  )
  await dialog.getByText('2 games and positions in this text').waitFor()
  await dialog.getByText('After H2+3 (3 of 3)').waitFor()
  await dialog
    .getByText(/^Not read:/)
    .getByText(/line 11/i)
    .waitFor()
  await dialog.getByRole('radio', { name: /^B/ }).check()
  await dialog.getByText('After C8=5 (1 of 1)').waitFor()
  // Nothing can be taken of a text that is none; the place of the fault is said.
  await text.fill('1. C2=5 H2+9')
  await dialog.getByText(/column 9/).waitFor()
  await text.fill('3k5/9/9')
  await dialog.getByText('Nothing to play was found in this text.').waitFor()
  await dialog.getByText(/line 1, column 1/i).waitFor()
  assert.ok(await take.isDisabled())
  // A game that is over is searched before its last move at the latest.
  await text.fill('h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4')
  await dialog.getByText('(6 of 7)').waitFor()
  await dialog.getByRole('button', { name: 'One move on' }).click()
  await dialog.getByText('The game is over after this move: choose an earlier one.').waitFor()
  assert.ok(await take.isDisabled())
  // A file of another game.
  const file = {
    name: 'game.sgf',
    mimeType: 'text/plain',
    buffer: Buffer.from('(;GM[4]SZ[15];B[hh];W[ii])'),
  }
  await dialog.getByLabel('Choose a file…').setInputFiles(file)
  await dialog.getByText('game.sgf').first().waitFor()
  await dialog.getByText('(2 of 2)').waitFor()
  assert.match(await dialog.getByRole('combobox').inputValue(), /gomoku/)
  // A position has no moves to choose from.
  await text.fill('3k5/9/9/9/9/4R4/9/9/9/4K4 w')
  await dialog.getByText(/a position\.$/).waitFor()
  assert.equal(await dialog.getByRole('slider').count(), 0)
  await take.click()
  await page.waitForURL(/from=text%3Axiangqi%3A3k5/)
  const opener = page.getByRole('button', { name: 'Open a game…' })
  assert.ok(await opener.evaluate((button) => button === document.activeElement))
})

for (const [name, options] of Object.entries({
  'moves without movement': { reducedMotion: 'reduce' },
  'moves with movement': { reducedMotion: 'no-preference' },
})) {
  test(`lab games: a changed order is said and shown: ${name}`, async ({ t }) => {
    const hall = await startHall(t)
    const page = await openPage(t, options)
    await page.goto(`${hall.url}/#/lab?from=start:xiangqi&depth=3&with=deepening&go=1`)
    const sentence = page.getByTestId('sentence')
    await sentence.waitFor()
    await page.getByText(/Minimax would have looked at/).waitFor()
    const step = page.getByRole('button', { name: 'Step', exact: true })
    const changed =
      /The order has changed: (\S+) was (\d+)\w\w (at depth \d|after \S+) and is now (\d+)/
    // Over the first iteration; the second begins with the best move of the first.
    for (const key of ['.', '.', 'o']) await page.keyboard.press(key)
    let told = null
    for (let i = 0; i < 60 && !told; i++) {
      await page.keyboard.press('.')
      told = changed.exec(await sentence.textContent())
    }
    assert.ok(told, 'no order changed in 60 steps')
    const [was, now] = [Number(told[2]), Number(told[4])]
    assert.ok(now < was)
    const node = page.getByRole('region', { name: 'Node' })
    await node.getByRole('heading', { name: /^Moves.*in the order of the search$/ }).waitFor()
    const places = () => node.getByRole('list').getByRole('listitem').allTextContents()
    await page.waitForTimeout(900)
    // It stands at its new place, with the places gained and, for a screen reader, the old one.
    const at = (await places())[now - 1]
    assert.match(at, new RegExp(`↑${was - now}`))
    assert.match(at, new RegExp(`\\(was ${was}`))
    await node.getByText(/^↑: places gained since the visit/).waitFor()
    // The tree as a list has it too.
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Tree as a list').click()
    await page.getByRole('tree').getByText(`↑ was ${was}`).waitFor()
    // On its way it is somewhere else than at its end.
    if (options.reducedMotion === 'no-preference') {
      await page.getByRole('application').focus()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Step back' }).click()
      const moved = page.evaluate(
        () =>
          new Promise((resolve) => {
            const until = performance.now() + 1500
            const look = () => {
              const item = document.querySelector('section[aria-label=Node] li.risen')
              const running = item?.getAnimations().some((each) => each.playState === 'running')
              if (running || performance.now() > until) resolve(!!running)
              else requestAnimationFrame(look)
            }
            look()
          }),
      )
      await step.click()
      assert.ok(await moved, 'nothing moved')
    }
  })
}

test('lab games: the layers of an evaluation are said in words, also one that gives nothing', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?tab=evaluation&from=start:xiangqi`)
  await page.getByRole('radio', { name: /^Classic 4/ }).check({ force: true })
  await page.getByText('It gives nothing for this here.').waitFor()
  await page.getByRole('radio', { name: 'Threats and protection' }).check({ force: true })
  await page.getByRole('img', { name: /Red \w\d protects \w\d/ }).waitFor()
  await page.getByRole('radio', { name: 'Mobility' }).check({ force: true })
  await page.getByRole('img', { name: /^Mobility: .*Black \w\d reaches (\w\d ?)+/ }).waitFor()
})

test('lab: a position that cannot be played is refused in words, and nothing seems to wait', async ({
  t,
}) => {
  const hall = await startHall(t)
  for (const [locale, words] of [
    ['en-GB', /waiting for a free processor/],
    ['zh-CN', /[a-z]{3,} [a-z]{2,}|正在等空闲的处理器/],
  ]) {
    const page = await openPage(t, { locale })
    await page.goto(`${hall.url}/#/lab?from=text:xiangqi:rubbish&go=1`)
    await page.getByRole('alert').waitFor()
    await page.waitForTimeout(500)
    assert.doesNotMatch(await page.locator('main').innerText(), words)
  }
})
