// Openings of gomoku and renju: the page announces declarations and choices, and the reason for a
// refusal; a stone does not shift while it appears; the form of a board of stones.

import {
  ask,
  assert,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  people,
  pick,
  point,
  startHall,
  test,
} from '../hall.mjs'

const machineFirst = [
  { kind: 'machine', level: 1 },
  { kind: 'person', name: '' },
]

async function put(page, ...points) {
  for (const at of points) {
    const before = await page.locator('button[data-ply]').count()
    await point(page, at).click()
    await moveCount(page, before + 1)
  }
}

test('openings: a stone appears where it stays', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { reducedMotion: 'no-preference' })
  await openGame(hall, page, { variant: 'gomoku', players: people })
  await page.evaluate(() => {
    window.seen = []
    const look = () => {
      const stone = document.querySelector('use.stone')
      if (stone) {
        const { x, y, width, height } = stone.getBoundingClientRect()
        const running = stone.getAnimations().some((a) => a.playState === 'running')
        window.seen.push({ x: x + width / 2, y: y + height / 2, running })
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await point(page, 'c12').click()
  await named(page, /^c12 black stone/)
  await page.waitForFunction(() => window.seen.length > 0 && !window.seen.at(-1).running)
  const seen = await page.evaluate(() => window.seen)
  assert.ok(
    seen.some((s) => s.running),
    'the animation was seen',
  )
  const rest = seen.at(-1)
  for (const { x, y } of seen) {
    const off = Math.hypot(x - rest.x, y - rest.y)
    assert.ok(off < 1.5, `the centre of the stone was ${off} pixels off`)
  }
})

test('openings: yamaguchi says what was declared, and what a colour brings', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'renju', players: people, opening: 'yamaguchi' })
  const box = page.getByTestId('opening')
  await put(page, 'h8', 'h9', 'i10')
  await box.getByRole('button', { name: '12', exact: true }).click()
  await hear(page, /12 fifth moves are declared\. White: Which colour do you want/)
  await box.getByText('12 fifth moves are declared.').waitFor()
  const swap = box.getByRole('button', { name: /Take Black/ })
  assert.match(await swap.textContent(), /You would then offer 12 fifth moves/)
  const keep = box.getByRole('button', { name: /Stay White/ })
  assert.match(await keep.textContent(), /The other would then offer 12 fifth moves/)
  await swap.click()
  await hear(page, /Colours are changed/)
  await box.getByText('So far: 12 fifth moves were declared').waitFor()
  await put(page, 'g7')
  await box.getByText('So far: 12 fifth moves were declared, colours changed').waitFor()
})

test('openings: what is chosen last is said too, and what is not allowed', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'gomoku', players: people, opening: 'swap2' })
  await put(page, 'h8', 'i9')
  await point(page, 'h8').click()
  await page.getByText('There is a stone on H8 already.').first().waitFor()
  await put(page, 'g7')
  await point(page, 'a1').click()
  await page.getByText('Answer the question of the opening first.').first().waitFor()
  await page.getByRole('button', { name: /Put two more stones/ }).click()
  await hear(page, /Two more stones are put/)
  await put(page, 'a1', 'b2')
  await page.getByRole('button', { name: /Take White|Take Black/ }).click()
  await hear(page, /Colours are changed/)
  await page.locator('.say').getByText('Colours are changed.').waitFor()
})

test('openings: points that mirror an offered one are faded and refused', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'renju', players: people, opening: 'rif' })
  await put(page, 'h8', 'h9', 'h10')
  await page.getByRole('button', { name: /Stay White/ }).click()
  await put(page, 'h7')
  await point(page, 'i8').click()
  await named(page, /^i8 empty, offered/)
  assert.equal(await page.locator('circle.mirror').count(), 1)
  await point(page, 'g8').click()
  await page.getByText('G8 mirrors a point already offered').first().waitFor()
  await point(page, 'i8').click()
  await page.getByText('I8 is offered already.').first().waitFor()
})

test('openings: stones the machine put stand, and its choice is said', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await openGame(hall, page, { variant: 'gomoku', players: machineFirst, opening: 'swap2' })
  await page.getByRole('button', { name: /Put two more stones/ }).waitFor()
  const back = page.getByRole('button', { name: 'Take back' })
  assert.equal(await back.isDisabled(), true)
  await page.getByRole('button', { name: /Put two more stones/ }).click()
  await hear(page, /You put two more stones/)
  await put(page, 'a1')
  assert.equal(await back.isDisabled(), false)
  await point(page, 'b1').click()
  await hear(page, /Yiqi (keeps|takes) (Black|White)/)
  await page
    .locator('.say')
    .getByText(/Yiqi (keeps|takes) (Black|White)/)
    .waitFor()
})

test('openings: a first game from the lesson is the plain one', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await page.getByRole('radio', { name: /^Omok/ }).click()
  await pick(page, '20×20')
  await pick(page, 'Two people')
  await page.getByRole('button', { name: 'Start game' }).click()
  await point(page, 't20').waitFor()
  for (const [family, variant] of [
    ['Gomoku', 'gomoku'],
    ['Draughts', 'draughts'],
    ['Xiangqi', 'xiangqi'],
  ]) {
    await page.goto(`${hall.url}/#/learn`)
    await pick(page, family)
    await page.getByRole('button', { name: 'Play a first game' }).first().click()
    await page.waitForURL(/#\/game\//)
    const game = await ask(hall, 'GET', `/api/games/${page.url().split('/').at(-1)}`)
    assert.equal(game.variant, variant)
    assert.equal(game.players[0].kind, 'person')
    assert.deepEqual([game.players[1].kind, game.players[1].level], ['machine', 1])
  }
})

test('openings: lines out of range are marked and mended', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await pick(page, 'Gomoku')
  await pick(page, 'Two people')
  await pick(page, 'Other')
  const lines = page.getByLabel('Lines (5 to 22)')
  await lines.fill('23')
  assert.equal(await lines.getAttribute('aria-invalid'), 'true')
  await page.getByText('from 5 to 22', { exact: true }).waitFor()
  // The form cannot be sent with this value.
  await page.getByRole('button', { name: 'Start game' }).click()
  assert.equal(new URL(page.url()).hash, '#/new')
  await lines.press('Tab')
  assert.equal(await lines.inputValue(), '22')
  assert.equal(await lines.getAttribute('aria-invalid'), 'false')
  await lines.fill('')
  await lines.press('Tab')
  assert.equal(await lines.inputValue(), '22')
  await page.getByRole('button', { name: 'Start game' }).click()
  await point(page, 'v22').waitFor()
})
