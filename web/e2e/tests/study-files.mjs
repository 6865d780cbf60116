// Whole files in the archive, filters in the address, studies made and imported, keys after clicks, and the moving picture.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  ask,
  assert,
  createStudy,
  doubleCannon,
  openPage,
  point,
  startHall,
  test,
} from '../hall.mjs'
import { shoot } from '../shoot.mjs'

const pgn = (n) =>
  Array.from(
    { length: n },
    (_, i) => `[Red "Ada ${i}"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. h2e2 h9g7 1-0\n\n`,
  ).join('')

/** Files in a folder of their own. */
function written(t, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-'))
  t.closers.push(async () => fs.rmSync(folder, { recursive: true }))
  return Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name)
    fs.writeFileSync(file, text)
    return file
  })
}

test('archive: several files are imported at once, and their tag is in the address', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('button', { name: 'Import files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  const files = written(t, {
    'one.pgn': pgn(30),
    'two.pdn': '[GameType "25"]\n\n1. c3-d4 d6-c5 2. b2-c3 2-0\n',
    'none.pgn': 'hello',
  })
  await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog.getByLabel('Tag for these games').fill('cup')
  // What is seen of the way: a bar for each file while it is read and stored.
  await page.evaluate(() => {
    globalThis.bars = new Set()
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('dialog progress')) {
        globalThis.bars.add(bar.ariaLabel)
      }
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('30 games are stored.').waitFor()
  await dialog.getByText('1 game is stored.').waitFor()
  await dialog.getByText(/^Nothing is stored:/).waitFor()
  const bars = await page.evaluate(() => [...globalThis.bars].sort())
  assert.deepEqual(bars, ['none.pgn', 'one.pgn', 'two.pdn'])
  await dialog.getByRole('button', { name: 'Show 31 games' }).click()
  await page.waitForURL(/#\/games\?tag=cup$/)
  await page.getByText('31 games found').waitFor()
  await page.getByPlaceholder('Player').fill('ada 7')
  await page.waitForURL(/player=ada\+7/)
  await page.reload()
  await page.getByRole('link', { name: /Ada 7/ }).waitFor()
  assert.equal(await page.locator('.list h2 a').count(), 1)
})

test('studies: made new, renamed, exported and imported again', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { acceptDownloads: true })
  await page.goto(`${hall.url}/#/`)
  await page.getByRole('link', { name: 'Studies', exact: true }).click()
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByRole('dialog').getByRole('combobox').selectOption('xiangqi')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/#\/study\//)
  const id = page.url().split('/').at(-1)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title of the study' }).fill('Cannons')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannons', level: 1 }).waitFor()
  // Two moves, of which the second has a comment.
  const tree = page.getByRole('group', { name: 'Moves and variations' })
  const remark = 'The horse looks at the middle pawn.'
  for (const [n, move] of [
    ['h2', 'e2'],
    ['h9', 'g7'],
  ].entries()) {
    for (const name of move) await point(page, name).click()
    await tree.getByRole('button').nth(n).waitFor()
  }
  await page.getByRole('textbox', { name: /^Comment on/ }).fill(remark)
  await page.keyboard.press('Tab')
  await tree.getByText(remark).waitFor()
  const shown = async () => (await tree.innerText()).replace(/\s+/g, ' ').trim()
  const before = await shown()
  await page.getByRole('button', { name: /^Export/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the study' })
  await dialog.getByRole('radio', { name: 'Everything (JSON)' }).click()
  const coming = page.waitForEvent('download')
  // A hall in the page has no addresses.
  const save = dialog.getByRole('link', { name: 'Save' })
  await save.or(dialog.getByRole('button', { name: 'Save' })).click()
  const text = fs.readFileSync(await (await coming).path(), 'utf8')
  const [file] = written(t, { 'study.json': text })
  // What is opened again is read out of the file: the first study is gone.
  await page.goto(`${hall.url}/#/studies`)
  await page.getByRole('button', { name: 'Import…' }).waitFor()
  await ask(hall, 'DELETE', `/api/studies/${id}`)
  await page.getByRole('button', { name: 'Import…' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await page.waitForURL((url) => url.hash.startsWith('#/study/') && !url.hash.includes(id))
  await page.getByRole('heading', { name: 'Cannons', level: 1 }).waitFor()
  await tree.getByText(remark).waitFor()
  assert.equal(await shown(), before)
  const stored = await ask(
    hall,
    'GET',
    `/api/studies/${page.url().split('/study/')[1].split('/')[0]}`,
  )
  assert.deepEqual(
    stored.nodes
      .filter(({ played }) => played)
      .map((node) => [node.played.text, node.comment ?? '']),
    [
      ['h2e2', ''],
      ['h9g7', remark],
    ],
  )
})

test('study: found in the list, linked, printed, pictured and played on', async ({ t }) => {
  const hall = await startHall(t)
  const made = (title) =>
    ask(hall, 'POST', '/api/studies', {
      kind: 'position',
      variant: 'xiangqi',
      moves: doubleCannon,
      title,
    })
  const [{ id }] = [await made('Double cannon'), await made('Something else')]
  const page = await openPage(t, {
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`${hall.url}/#/studies`)
  const find = page.getByRole('searchbox', { name: 'Search by title or player' })
  await find.fill('nothing of the kind')
  await page.getByText('No study is called so.').waitFor()
  await find.fill(' DOUBLE can')
  const found = page.getByRole('main').getByRole('listitem')
  await found.getByRole('link', { name: 'Double cannon' }).first().waitFor()
  assert.equal(await found.getByText('Something else').count(), 0)
  await page.goto(`${hall.url}/#/study/${id}/3`)
  const more = () => page.getByRole('button', { name: 'More', exact: true }).click()
  const act = (name) => page.getByRole('dialog').getByRole('button', { name }).click()
  await more()
  await act('Copy a link to this move')
  await page.getByRole('dialog').getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${hall.url}/#/study/${id}/3`)
  await page.evaluate(() => (window.print = () => (window.printed = true)))
  await act('Print')
  await page.waitForFunction(() => window.printed)
  await page.emulateMedia({ media: 'print' })
  await shoot(page, 'study-print.png')
  await page.emulateMedia({ media: 'screen' })
  await more()
  await act('Picture…')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  assert.match((await download).suggestedFilename(), /^xiangqi-.*\.png$/)
  await page.keyboard.press('Escape')
  await more()
  await act('Play on from here')
  await page.waitForURL(/#\/game\//)
  const game = await ask(hall, 'GET', `/api/games/${page.url().split('/').at(-1)}`)
  assert.deepEqual(
    game.moves.slice(0, 3).map((move) => move.text),
    doubleCannon.slice(0, 3),
  )
  // Whose turn it was in the study is the person's side.
  assert.deepEqual(
    game.players.map((player) => player.kind),
    ['machine', 'person'],
  )
})

test('study: keys after clicks, redo, and a comment that a reload does not lose', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const study = await ask(hall, 'POST', '/api/studies', {
    kind: 'position',
    variant: 'xiangqi',
    moves: doubleCannon,
    title: 'x',
  })
  await page.goto(`${hall.url}/#/study/${study.id}/3`)
  const at = () => page.url().split('/').at(-1)
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/\/4$/)
  assert.equal(at(), '4')
  assert.equal(
    await page.getByRole('tab', { name: 'Review' }).getAttribute('aria-selected'),
    'true',
  )
  await page.getByRole('tab', { name: 'Moves' }).click()
  const field = page.getByRole('textbox', { name: /^Comment on/ })
  await field.fill('not lost')
  await page.reload()
  await page.getByRole('textbox', { name: /^Comment on/ }).waitFor()
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'not lost')
  await page.waitForTimeout(500)
  const stored = await ask(hall, 'GET', `/api/studies/${study.id}`)
  assert.ok(stored.nodes.some((node) => node.comment === 'not lost'))
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  const redo = page.getByRole('button', { name: 'Do again what was undone' })
  await redo.click()
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'not lost')
  // A comment that is too long is said to be so, stays where it was written, and is not sent in part.
  const limit = stored.comment_limit
  await field.fill('🀄'.repeat(limit + 2))
  const told = page.getByText(`2 too many: a comment has at most ${limit} characters.`)
  await told.waitFor()
  await page.reload()
  await told.waitFor()
  const kept = async () =>
    (await ask(hall, 'GET', `/api/studies/${study.id}`)).nodes.find((node) => node.comment).comment
  assert.equal(await kept(), 'not lost')
  await field.fill('🀄'.repeat(limit))
  await page.getByText(`A comment has at most ${limit} characters.`, { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  while ((await kept()) === 'not lost') await page.waitForTimeout(100)
  assert.equal([...(await kept())].length, limit)
})

test('study: after a click on the board the letters mean what the list of keys says', async ({
  t,
}) => {
  const hall = await startHall(t)
  const { id } = await ask(hall, 'POST', '/api/studies', {
    kind: 'position',
    variant: 'xiangqi',
    moves: doubleCannon,
  })
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/study/${id}/3`)
  const analysis = page.getByRole('switch', { name: 'Analysis' })
  // A piece, an empty point and a tab are clicked; on the board the letters would jump to pieces.
  for (const click of [
    () => point(page, 'e9').click(),
    () => point(page, 'e5').click(),
    () => page.getByRole('tab', { name: 'Moves' }).click(),
  ]) {
    await click()
    for (const on of [true, false]) {
      await page.keyboard.press('a')
      await page.waitForFunction(
        (wanted) => document.querySelector('[role=switch]')?.checked === wanted,
        on,
      )
    }
    assert.equal(await analysis.isChecked(), false)
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Show the threat', pressed: true }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Show the threat', pressed: false }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('v')
    await page.getByRole('radio', { name: 'Tree', exact: true, checked: true }).waitFor()
    await page.keyboard.press('v')
    await page.getByRole('radio', { name: 'List', exact: true, checked: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(/\/2$/)
    await page.keyboard.press('End')
    await page.waitForURL((url) => !/\/[23]$/.test(url.hash))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/\/3$/)
  }
  await page.keyboard.press('c')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
})

test('study: two tabs on one comment keep both texts and say so', async ({ t }) => {
  const hall = await startHall(t)
  const study = await ask(hall, 'POST', '/api/studies', {
    kind: 'position',
    variant: 'xiangqi',
    moves: doubleCannon,
  })
  const one = await openPage(t)
  const field = (page) => page.getByRole('textbox', { name: /^Comment on/ })
  await one.goto(`${hall.url}/#/study/${study.id}/3`)
  await field(one).waitFor()
  const two = await one.context().newPage()
  await two.goto(`${hall.url}/#/study/${study.id}/3`)
  await field(two).waitFor()
  const pages = [one, two]
  // Both are written before either is sent.
  const write = (text) => {
    const area = document.querySelector('textarea')
    area.value = text
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await Promise.all(pages.map((page, n) => page.evaluate(write, ['from one', 'from two'][n])))
  const stored = async () => {
    const { nodes } = await ask(hall, 'GET', `/api/studies/${study.id}`)
    return nodes.find(({ id }) => id === 3).comment ?? ''
  }
  for (let i = 0; i < 50; i++) {
    const text = await stored()
    if (text.includes('from one') && text.includes('from two')) break
    await two.waitForTimeout(200)
  }
  const both = await stored()
  assert.match(both, /from one/)
  assert.match(both, /from two/)
  for (const page of pages) {
    await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, both)
  }
  const told = 'The comment was changed elsewhere meanwhile: both texts are kept.'
  await Promise.any(pages.map((page) => page.getByText(told).waitFor()))
})

test('study: on a narrow phone every button of the bar is on the screen and wide enough', async ({
  t,
}) => {
  const hall = await startHall(t)
  const { id } = await createStudy(hall, { moves: ['h2e2', 'h9g7'] })
  const page = await openPage(t, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto(`${hall.url}/#/study/${id}/1`)
  const bar = page.locator('.panel > .bar')
  await bar.waitFor()
  for (const [width, most] of [
    [390, 10],
    [375, 10],
    [360, 8],
    [320, 8],
  ]) {
    await page.setViewportSize({ width, height: 640 })
    const boxes = await bar.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => {
          const { left, right, width } = button.getBoundingClientRect()
          return { name: button.ariaLabel, left, right, width }
        }),
    )
    assert.equal(boxes.length, most)
    for (const box of boxes) {
      const fits = box.left >= 0 && box.right <= width && box.width >= 36
      assert.ok(fits, `${width}: ${JSON.stringify(box)}`)
    }
  }
  await bar.getByRole('button').last().click()
  await page.getByRole('menu').or(page.getByRole('dialog')).first().waitFor()
})

test('lab: opens on a small search that is drawn, and a lesson stays beside it', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab`)
  await page.locator('canvas').waitFor()
  // Nothing was pressed, and the search is drawn to its end: its value, what was left out, and the moves in the list.
  await page
    .getByTestId('sentence')
    .getByText(/the value is/)
    .waitFor()
  assert.ok(await page.getByRole('button', { name: 'Step', exact: true }).isDisabled())
  const counters = page.getByRole('region', { name: /^Counters/ })
  assert.match(await counters.textContent(), /Leaves [1-9]/)
  await page.getByText('Tree as a list').click()
  const moves = page.getByRole('tree', { name: 'Search tree as a list' }).getByRole('treeitem')
  await moves.nth(2).waitFor()
  await page.goto(`${hall.url}/#/lab?tab=lessons`)
  await page.getByRole('link', { name: /^Try it: What is minimax/ }).click()
  await page.locator('details.lesson').getByText('What is minimax?').waitFor()
  await page.locator('canvas').first().waitFor()
})
