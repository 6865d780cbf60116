// The screens of `grid.mjs`: where each one is, and what is done on it before its picture.

import { board, named, people, point } from './hall.mjs'
import { short } from './study-mock.mjs'

const you = { kind: 'person', name: '' }
const machine = { kind: 'machine', level: 6 }
const clock = { kind: 'increment', base_ms: 600000, increment_ms: 5000 }
const opening = 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 g3g4 g5g4'.split(' ')
const mate = ['h2e2', 'a9a8', 'e2e6', 'a8a9', 'b2b4', 'a9a8', 'b4e4']
const shape = 'h8 h9 i8 g8 j7 k6 j8 k8 i7 g9 i9 i10'.split(' ')

/** The nth option of the first group of options, which chooses the game. */
const family = (n) => async (page) => {
  await page.getByRole('radio').nth(n).check({ force: true })
  await page.waitForTimeout(150)
}
const openAll = (page) =>
  page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)))
const down = (page) =>
  page.evaluate(() => {
    for (const e of [document.scrollingElement, ...document.querySelectorAll('*')])
      if (e.scrollHeight > e.clientHeight + 4) e.scrollTop = e.scrollHeight
  })
const action = (n) => (page) =>
  page.locator('.acts > button, .acts > .more > button').nth(n).click()
const menu = (n) => async (page) => {
  await action(5)(page)
  if (n !== undefined) await page.getByRole('menuitem').nth(n).click()
}
const ends = { moves: mate.slice(0, 6), then: 'b4 e4' }
const click =
  (...squares) =>
  async (page) => {
    for (const at of squares) await point(page, at).click()
    await page.waitForTimeout(120)
  }

const turnOn = (page) => page.getByRole('switch', { name: /Analysis|分析/ }).check({ force: true })
const analyse = async (page) => {
  await turnOn(page)
  await page
    .getByRole('group', { name: /^(Line|第) 1/ })
    .first()
    .waitFor()
  await page.waitForTimeout(450)
}
const tab = (n) => (page) => page.locator('.record').getByRole('tab').nth(n).click()
const press = (key) => async (page) => {
  await page.locator('main').focus()
  await page.keyboard.press(key)
}
/** Variations, one inside another, a long comment, signs and shapes. */
const worked = async ({ nodes, playOn }) => {
  let at = await playOn(2, 'b0c2')
  for (const move of ['i9h9', 'a0b0', 'b9c7']) at = await playOn(at, move)
  nodes.get(at).comment = 'Both sides have **one** chariot out.\n\nBlack is a move behind.'
  const other = await playOn(8, 'h0h4')
  nodes.get(await playOn(other, 'c6c5')).glyphs = [5]
  await playOn(8, 'b0a2')
  Object.assign(nodes.get(5), { glyphs: [1], comment: 'The chariot comes out first: 先出车。' })
  nodes.get(9).glyphs = [4]
  nodes.get(6).shapes = [
    { color: 'green', from: 'h0', to: 'h6' },
    { color: 'red', from: 'e6' },
    { color: 'yellow', from: 'c7', to: 'd5' },
  ]
}
const study = { variant: 'xiangqi', moves: opening, prepare: worked, review: 'done' }

/** The filters of the archive, all unset. */
const filters = async (page) => {
  const tools = page.locator('.tools').first()
  await tools.waitFor()
  const clear = tools.locator('button:not(.all)').nth(1)
  if (await clear.count()) await clear.click()
  if (!(await page.locator('.filters').count())) await tools.locator('button').first().click()
  await page.locator('.filters').waitFor()
}
/** The dialog of a drawn position with a piece, an empty square and what shall not be. */
const pattern = async (page, variant = 'xiangqi', at = 'e4') => {
  await filters(page)
  await page.locator('.filters .wide').last().getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().selectOption(variant)
  const square = (name) => dialog.locator(`[data-at="${name}"]`)
  await dialog
    .locator('.tool:has(svg)')
    .nth(variant === 'xiangqi' ? 5 : 0)
    .click()
  await square(at).click()
  if (variant !== 'xiangqi') return
  await dialog.locator('.tool').first().click()
  await dialog.getByRole('checkbox').first().check()
  await square('e9').click()
  await page.waitForTimeout(120)
}
const selection = async (page) => {
  await filters(page)
  await page.locator('.tools button').first().click()
  for (const n of [0, 2]) await page.locator('.card .pick input').nth(n).check()
}
const bar = (page, n) => page.locator('.bar button').nth(n).click()
const picture = async (page) => {
  await menu()(page)
  await page.getByRole('menuitem', { name: /Picture|图|圖/ }).click()
  await page.locator('.preview svg').waitFor()
}
/** Steps until a sentence says that the order of the moves has changed. */
const changedOrder = async (page) => {
  const sentence = page.getByTestId('sentence')
  await sentence.waitFor()
  await page.getByText(/Minimax would|极小化极大要|極小化極大要/).waitFor()
  for (const key of ['.', '.', 'o']) await page.keyboard.press(key)
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('.')
    if (/order has changed|次序[变變]了/.test(await sentence.textContent())) break
  }
  await page.waitForTimeout(900)
}
const nextCut = async (page) => {
  await page.getByTestId('sentence').waitFor()
  await page.getByRole('button', { name: /Next cut-off|下次剪枝|下一/ }).click()
  await page.waitForTimeout(500)
}
/** A layer of the evaluation. */
const layer = (n) => async (page) => {
  await page.getByTestId('total').waitFor()
  await page
    .locator('.panel .choice, .panel [role=radiogroup], .panel fieldset')
    .last()
    .getByRole('radio')
    .nth(n)
    .check({ force: true })
  await page.waitForTimeout(200)
}

/** A screen: its address, or the game it shows, and what is done on it before the picture. */
export const screens = {
  home: { at: '' },
  'new-xiangqi': { at: 'new' },
  'new-xiangqi-more': { at: 'new', act: async (page) => (await openAll(page), await down(page)) },
  'new-draughts': { at: 'new', act: family(1) },
  'new-draughts-more': {
    at: 'new',
    act: async (page) => (await family(1)(page), await openAll(page)),
  },
  'new-gomoku': { at: 'new', act: family(2) },
  'new-gomoku-more': {
    at: 'new',
    act: async (page) => (await family(2)(page), await openAll(page), await down(page)),
  },
  'new-reversi': { at: 'new', act: family(3) },
  setup: {
    at: 'new',
    act: async (page) => {
      await page.getByRole('radio', { name: /Set up|摆|擺/ }).check({ force: true })
      await page.waitForTimeout(200)
    },
  },
  pasted: {
    at: 'new',
    act: async (page) => {
      await page
        .getByRole('radio', { name: /^(Text|Position|FEN|文本|文字|局面|粘贴|貼上).*/ })
        .first()
        .check({ force: true })
      await page.locator('textarea').first().fill('9/9/4k4/9/9/9/9/9/9/4K4 w')
      await page.waitForTimeout(400)
      await down(page)
    },
  },
  'play-start': { game: { players: [you, machine] } },
  'play-middle': { game: { players: [you, machine], clock, moves: opening }, act: click('e2') },
  'play-check': { game: { moves: ['h2e2', 'd9e8', 'e2e6'] } },
  'play-refused': { game: { moves: [] }, act: click('b0', 'd1') },
  'play-offer': { game: { moves: opening }, act: (page, fresh) => fresh && action(3)(page) },
  'play-resign': { game: { moves: opening }, act: action(4) },
  'play-menu': { game: { players: [you, machine], moves: opening }, act: menu() },
  'play-export': {
    game: { moves: opening },
    act: async (page) => {
      await menu()(page)
      await page
        .getByRole('menuitem', { name: /Export|导出|匯出|導出/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'play-keys': { game: { moves: opening }, act: (page) => page.keyboard.press('?') },
  'play-info': {
    game: { players: [you, machine], clock, moves: opening },
    act: (page) => page.getByRole('tab').nth(1).click(),
  },
  'play-back': {
    game: { moves: opening },
    act: async (page) => {
      for (const key of ['[', '[', '[']) await page.keyboard.press(key)
    },
  },
  'play-end': {
    game: { moves: ends.moves },
    act: (page, fresh) => fresh && click('b4', 'e4')(page),
  },
  'play-ended': { game: { moves: mate } },
  draughts: {
    game: {
      variant: 'draughts',
      players: [you, machine],
      position: 'B:W27,31-33,36-38,42,43,K48:B7-9,12-14,16,20,22,24,K6',
      moves: ['24-29'],
    },
    act: async (page) => (await named(page, /^33 /), click('33')(page)),
  },
  'draughts-which': {
    game: { variant: 'draughts', position: 'W:W27:B22,23,32,33,12,13,K1' },
    act: click('27'),
  },
  'draughts-end': {
    game: { variant: 'draughts', position: 'W:W32:B28' },
    act: (page, fresh) => fresh && click('32', '23')(page),
  },
  'gomoku-opening': {
    game: { variant: 'gomoku', opening: 'swap2', moves: [] },
    act: async (page, fresh) => {
      if (fresh) await click('h8', 'i9', 'g7')(page)
      await page.getByTestId('opening').waitFor()
    },
  },
  renju: { game: { variant: 'renju', players: [you, machine], moves: shape } },
  reversi: {
    game: {
      variant: 'reversi',
      players: [you, machine],
      moves: ['d3', 'c3', 'c4', 'e3', 'f4', 'c5'],
    },
  },
  games: { at: 'games', act: (page) => page.locator('li.card').nth(5).waitFor() },
  'games-none': {
    at: 'games',
    act: async (page) => {
      await page.getByRole('searchbox').fill('Nobody at all')
      await page.locator('.empty').waitFor()
    },
  },
  'learn-xiangqi': { at: 'learn', act: family(0) },
  'learn-draughts': { at: 'learn', act: family(1) },
  'learn-gomoku': { at: 'learn', act: family(2) },
  'learn-reversi': { at: 'learn', act: family(3) },
  settings: { at: 'settings' },
  'settings-below': { at: 'settings', act: down },
  'archive-filters': { at: 'games', act: filters },
  'archive-opening': {
    at: 'games',
    act: async (page) => {
      await filters(page)
      await page.locator('.filters select').last().selectOption('xiangqi')
      await page.locator('.filters .wide button').nth(2).waitFor()
      await down(page)
    },
  },
  'archive-found': {
    at: 'games',
    act: async (page) => {
      await pattern(page)
      await page.locator('dialog footer button').last().click()
      await page.locator('.found').first().waitFor()
    },
  },
  'archive-pattern': { at: 'games', act: (page) => pattern(page) },
  'archive-pattern-draughts': { at: 'games', act: (page) => pattern(page, 'draughts', '28') },
  'archive-selection': { at: 'games', act: selection },
  'archive-tags': {
    at: 'games',
    act: async (page) => (await selection(page), await bar(page, 0)),
  },
  'archive-export': {
    at: 'games',
    act: async (page) => (await selection(page), await bar(page, 1)),
  },
  position: {
    at: `position/xiangqi/${encodeURIComponent('3ak4/4a4/9/9/9/9/9/9/4A4/3AK1R2 w')}`,
    act: (page) => board(page).waitFor(),
  },
  'position-wrong': { at: 'position/xiangqi/9999' },
  picture: { game: { moves: opening }, act: picture },
  'picture-reversi': {
    game: { variant: 'reversi', moves: ['d3', 'c3', 'c4', 'e3', 'f4', 'c5'] },
    act: picture,
  },
  // A search of the hall itself: it comes before those that are made up.
  'lab-order': { at: 'lab?from=start:xiangqi&depth=3&with=deepening&go=1', act: changedOrder },
  lab: { lab: {}, at: 'lab?from=start:xiangqi&depth=2&with=alpha-beta' },
  'lab-search': {
    lab: {},
    at: 'lab?from=start:xiangqi&depth=2&with=alpha-beta&go=1',
    act: nextCut,
  },
  'lab-two': {
    lab: {},
    at: 'lab?from=start:xiangqi&depth=2&with=alpha-beta,minimax&go=1',
    act: nextCut,
  },
  'lab-textbook': {
    lab: {},
    at: 'lab?from=textbook:four-plies&with=alpha-beta&go=1',
    act: nextCut,
  },
  'lab-list': {
    lab: {},
    at: 'lab?from=start:xiangqi&depth=2&with=alpha-beta&go=1',
    act: async (page) => {
      await nextCut(page)
      await page.locator('.side summary').click()
      await page.getByRole('tree').waitFor()
      await page.getByRole('tree').scrollIntoViewIfNeeded()
    },
  },
  'lab-draughts': {
    lab: { variant: 'draughts' },
    at: 'lab?from=start:draughts&depth=2&with=alpha-beta&go=1',
    act: nextCut,
  },
  'lab-evaluation': {
    lab: {},
    at: 'lab?tab=evaluation&from=start:xiangqi',
    act: (page) => page.getByTestId('total').waitFor(),
  },
  'lab-control': { lab: {}, at: 'lab?tab=evaluation&from=start:xiangqi', act: layer(3) },
  'lab-arrows': {
    lab: { variant: 'reversi' },
    at: 'lab?tab=evaluation&from=start:reversi',
    act: layer(2),
  },
  'lab-mind': {
    lab: {},
    at: 'lab?tab=mind&from=start:xiangqi',
    act: async (page) => {
      await page.locator('.mind .button').first().click()
      await page.locator('.chart').waitFor()
    },
  },
  'lab-lessons': { lab: {}, at: 'lab?tab=lessons' },
  unknown: { at: 'nowhere' },
  studies: { study, at: 'studies', act: (page) => page.getByRole('listitem').first().waitFor() },
  'study-list': { study, node: 6 },
  'study-lines': { study, node: 5, act: analyse },
  'study-engines': {
    study,
    node: 5,
    act: async (page) => {
      await analyse(page)
      await page.locator('.machine [aria-expanded]').click()
    },
  },
  'study-tree': { study, node: 6, act: press('v') },
  'study-menu': { study, node: 5, act: press('m') },
  'study-keys': { study, act: press('?') },
  'study-export': { study, act: (page) => page.locator('.bar button').nth(-2).click() },
  'study-review': { study, node: 6, act: tab(1) },
  'study-review-below': {
    study,
    node: 6,
    act: async (page) => (await tab(1)(page), await down(page)),
  },
  'study-retry': {
    study,
    act: async (page) => {
      await tab(1)(page)
      await page.locator('.record button.main').last().click()
      await page.waitForTimeout(300)
    },
  },
  'study-draughts': { study: { variant: 'draughts', ...short.draughts }, node: 2, act: analyse },
  'study-gomoku': { study: { variant: 'gomoku', ...short.gomoku }, node: 3, act: analyse },
  'study-reversi': { study: { variant: 'reversi', ...short.reversi }, node: 2, act: analyse },
}

/** The games of the list and of the archive. */
export const archived = [mate, opening, []]
  .flatMap((moves) => [
    { players: people, moves },
    { players: [{ kind: 'person', name: 'Ada' }, machine], moves },
  ])
  .concat([
    {
      variant: 'gomoku',
      players: [{ kind: 'person', name: '棋'.repeat(40) }, machine],
      moves: shape,
    },
    {
      variant: 'draughts',
      ...short.draughts,
      players: [
        { kind: 'person', name: 'W'.repeat(40) },
        { kind: 'person', name: 'Bo' },
      ],
    },
  ])
  .map(({ other: _other, ...game }) => game)
