// Levels: where a newcomer begins, another game a little easier or harder, and the sparring partners.

import { ask, assert, openGame, openPage, phone, startHall, test } from '../hall.mjs'
import { shoot } from '../shoot.mjs'

const machine = (level) => [
  { kind: 'person', name: '' },
  { kind: 'machine', level },
]

/** The levels and machines of the newest game. */
async function newest(hall, not) {
  const { games } = await ask(hall, 'GET', '/api/games')
  const { id } = games.find((game) => !not.includes(game.id))
  return ask(hall, 'GET', `/api/games/${id}`)
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
}

for (const [size, viewport] of [
  ['desktop', undefined],
  ['phone', phone],
]) {
  test(`levels: after a game another is offered, easier and harder (${size})`, async ({ t }) => {
    const hall = await startHall(t)
    const page = await openPage(t, viewport && { viewport, hasTouch: true })
    await page.goto(`${hall.url}/#/new`)
    const level = page.getByRole('slider', { name: 'Level' })
    await level.waitFor()
    assert.equal(await level.inputValue(), '2')
    await page.getByText('sees a chariot in danger').waitFor()
    await shoot(page, `levels-new-${size}.png`)
    // One game was lost before: after a second the easier level is stressed.
    await page.evaluate(() =>
      localStorage.setItem('yiqi.runs', '{"xiangqi":{"level":2,"row":-1,"form":null}}'),
    )
    const { id } = await openGame(hall, page, { players: machine(2) })
    await resign(page)
    const easier = page.getByRole('button', { name: 'A little easier: level 1' }).first()
    const harder = page.getByRole('button', { name: 'A little harder: level 3' }).first()
    await easier.waitFor()
    await page.waitForTimeout(1200)
    await shoot(page, `levels-end-${size}.png`)
    assert.equal(await easier.getAttribute('title'), 'You lost the last games at this level')
    assert.equal(await harder.getAttribute('title'), null)
    for (const sideways of viewport ? [false, true] : [false]) {
      if (sideways) await page.setViewportSize({ width: phone.height, height: phone.width })
      const { width, height } = page.viewportSize()
      const end = await page.locator('.end-banner').boundingBox()
      for (const button of [easier, harder]) {
        const box = await button.boundingBox()
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${box.x} ${box.width} ${width}`)
        assert.ok(box.y >= end.y && box.y + box.height <= Math.min(height, end.y + end.height))
      }
      if (sideways) {
        assert.ok(end.height < height / 2, `the banner covers ${end.height} of ${height}`)
        await shoot(page, 'levels-end-sideways.png')
        await page.setViewportSize(viewport)
      }
    }
    await harder.click()
    await page.waitForURL((url) => url.hash.includes('/game/') && !url.hash.includes(id))
    const next = await newest(hall, [id])
    const found = next.players.find((player) => player.kind === 'machine')
    assert.equal(found.level, 3)
    // The form remembers the level.
    await page.goto(`${hall.url}/#/new`)
    await level.waitFor()
    assert.equal(await level.inputValue(), '3')
  })
}

test('levels: a sparring partner plays', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/new`)
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('careful')
  await page.getByText('Has one simple habit').waitFor()
  await page.getByText('How it plays').click()
  await page.getByText(/^Mates at once where it can/).waitFor()
  await page.getByRole('radio', { name: 'Black', exact: true }).click()
  await page.getByRole('button', { name: 'Start game' }).click()
  await page.locator('button[data-ply]').first().waitFor()
  const game = await newest(hall, [])
  assert.equal(game.players[0].preset, 'careful')
  // It is no level: none beside it is offered.
  await resign(page)
  await page.getByRole('button', { name: 'Rematch' }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: /A little/ }).count(), 0)
})
