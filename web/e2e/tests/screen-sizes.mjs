// The screens that came late, under the measures of the older ones: fingers, narrow windows, focus, titles.

import { assert, board, openPage, phone, startHall, test } from '../hall.mjs'
import { lateScreens, show, smallTargets, tooWide } from '../late-screens.mjs'

test('late screens: every control is 44 px high for a finger, and nothing is wider than its window', async ({
  t,
}) => {
  test.setTimeout(300_000)
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
  for (const screen of await lateScreens(hall)) {
    const [name] = screen
    await page.setViewportSize(phone)
    await show(hall, page, screen)
    assert.deepEqual(await smallTargets(page), [], `${name}: small targets`)
    for (const [width, height] of [
      [320, 480],
      [480, 320],
      [720, 450],
      [844, 390],
    ]) {
      await page.setViewportSize({ width, height })
      assert.ok((await tooWide(page)) <= 0, `${name} at ${width}×${height} is too wide`)
    }
  }
})

test('late screens: the focus comes back from every dialog after Escape, by keyboard alone', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const screens = new Map((await lateScreens(hall)).map((screen) => [screen[0], screen]))
  const button = (name) => page.getByRole('button', { name })
  for (const [screen, opener] of [
    ['archive', button(/^Export: /)],
    ['archive, selection', button('Tags…')],
    ['archive, selection', button('Export…')],
    ['archive, filters', button('Draw a position…')],
    ['position', button('Picture…')],
    ['study', button('Export')],
    ['study', button(/^(Keys|Keyboard)/)],
  ]) {
    await show(hall, page, screens.get(screen))
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const name = await opener.evaluate((element) => document.activeElement === element)
    assert.ok(name, `${screen}: the focus is not back`)
  }
})

test('late screens: the title of the window says what is shown', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  const titles = {
    archive: /^Games · Yiqi$/,
    position: /^Position · Xiangqi .* · Yiqi$/,
    studies: /^Studies · Yiqi$/,
    study: /^棋{40} – W{40} · Xiangqi .* · Yiqi$/,
    lab: /^Search · Lab · Yiqi$/,
    'lab, evaluation': /^Evaluation · Lab · Yiqi$/,
    'lab, mind': /^Engine’s mind · Lab · Yiqi$/,
    'lab, lessons': /^Lessons · Lab · Yiqi$/,
  }
  for (const screen of await lateScreens(hall)) {
    const title = titles[screen[0]]
    if (!title) continue
    await show(hall, page, screen)
    assert.match(await page.title(), title)
  }
})

test('late screens: held sideways, a position is drawn beside what it is drawn with', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t, { viewport: { width: 844, height: 390 }, hasTouch: true })
  const screens = new Map((await lateScreens(hall)).map((screen) => [screen[0], screen]))
  for (const [screen, drawn, beside] of [
    [
      'archive, pattern',
      page.getByRole('grid', { name: 'Pattern' }),
      page.getByRole('checkbox', { name: 'Not this' }),
    ],
    [
      'picture',
      page.getByRole('img', { name: 'How the picture looks' }),
      page.getByRole('combobox', { name: 'Width' }),
    ],
  ]) {
    await show(hall, page, screens.get(screen))
    const [board, control] = [await drawn.boundingBox(), await beside.boundingBox()]
    assert.ok(board.height <= 340, `${screen}: the board is ${board.height} px high`)
    const aside = control.x >= board.x + board.width || control.x + control.width <= board.x
    assert.ok(aside, `${screen}: the controls stand beside the board`)
  }
})

test('late screens: before a search the lab shows the position that is to be searched', async ({
  t,
}) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/lab?from=start:draughts`)
  await board(page).waitFor()
  await page.getByRole('gridcell', { name: /^31 / }).waitFor()
})
