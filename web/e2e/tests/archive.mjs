// The archive: filters, order, openings, positions drawn by hand, tags, selections, links and pictures.

import fs from 'node:fs'
import {
  ask,
  assert,
  board,
  doubleCannon,
  moveCount,
  openGame,
  openPage,
  phone,
  startHall,
  test,
} from '../hall.mjs'

const create = (hall, names, game = {}) =>
  ask(hall, 'POST', '/api/games', {
    variant: 'xiangqi',
    players: names.map((name) => ({ kind: 'person', name })),
    clock: { kind: 'none' },
    ...game,
  })

async function fill(hall) {
  await create(hall, ['Ada', 'Bo'], { moves: doubleCannon })
  await create(hall, ['Cy', 'Ada'], { moves: ['h2e2', 'h9g7', 'h0g2'] })
  await create(hall, ['Di', 'Cy'], { variant: 'gomoku', moves: ['h8', 'i9', 'h9'] })
}

/** Waits until exactly these games are listed, in this order. */
async function listed(page, ...names) {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.list h2 a')]
        .map((link) => link.textContent.replace(/\s+/g, ' ').trim())
        .join('; ') === wanted.join('; '),
    names.map((name) => name),
  )
}

test('archive: games are found by result, opening and length, by keyboard too', async ({ t }) => {
  const hall = await startHall(t)
  await fill(hall)
  const page = await openPage(t)
  await page.goto(`${hall.url}/#/games`)
  await listed(page, 'Di – Cy', 'Cy – Ada', 'Ada – Bo')
  const more = page.getByRole('button', { name: 'More filters' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Result' }).selectOption('first')
  await listed(page, 'Ada – Bo')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('combobox', { name: 'Order', exact: true }).selectOption('length')
  await listed(page, 'Ada – Bo', 'Di – Cy', 'Cy – Ada')
  await page.getByRole('spinbutton', { name: 'Moves: at most' }).fill('6')
  await page.keyboard.press('Tab')
  await listed(page, 'Di – Cy', 'Cy – Ada')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('combobox', { name: 'Variant' }).selectOption('xiangqi')
  const opening = page.getByRole('group', { name: 'Opening' })
  await opening.getByRole('button', { name: /: 2 games/ }).click()
  await listed(page, 'Cy – Ada', 'Ada – Bo')
  await opening.getByRole('button', { name: /: 1 game, 1 – 0/ }).click()
  await listed(page, 'Ada – Bo')
  await opening.getByRole('button', { name: 'Start' }).click()
  await listed(page, 'Cy – Ada', 'Ada – Bo')
})

test('archive: a position is drawn and found, and its game opens there', async ({ t }) => {
  const hall = await startHall(t)
  await fill(hall)
  const page = await openPage(t, { viewport: phone })
  await page.goto(`${hall.url}/#/games`)
  await listed(page, 'Di – Cy', 'Cy – Ada', 'Ada – Bo')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Draw a position…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Position' })
  const pattern = dialog.getByRole('grid', { name: 'Pattern' })
  const tools = dialog.getByRole('group', { name: 'What a square shall have' })
  await dialog.getByRole('combobox', { name: 'Variant' }).selectOption('xiangqi')
  await tools.getByRole('button', { name: 'red cannon' }).click()
  const square = (at) => pattern.locator(`[data-at="${at}"]`)
  // By pointer and by keyboard.
  await square('e4').click()
  await square('e6').focus()
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Empty' }).click()
  await dialog.getByRole('checkbox', { name: 'Not this' }).check()
  await square('e9').focus()
  await page.keyboard.press('Enter')
  assert.match(await square('e9').getAttribute('aria-label'), /not Empty$/)
  await dialog.getByRole('button', { name: 'Search' }).click()
  await listed(page, 'Ada – Bo')
  await page.getByText('after Red’s move 4').waitFor()
  await page.getByRole('link', { name: 'Ada – Bo' }).click()
  await page.waitForURL(/#\/game\/[^/]+\/7$/)
  await moveCount(page, doubleCannon.length)
})

test('archive: tags are given to a selection, filtered by, and taken away', async ({ t }) => {
  const hall = await startHall(t)
  await fill(hall)
  const page = await openPage(t, { acceptDownloads: true })
  await page.goto(`${hall.url}/#/games`)
  await page.getByRole('checkbox', { name: 'Select Cy – Ada' }).check()
  await page.getByRole('checkbox', { name: 'Select Ada – Bo' }).check()
  const bar = page.getByRole('group', { name: '2 games selected' })
  await bar.getByRole('button', { name: 'Tags…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 games' })
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('club')
  await page.keyboard.press('Enter')
  await dialog.getByText('on all').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('club')
  await listed(page, 'Cy – Ada', 'Ada – Bo')
  // A selection is one file.
  await page.getByRole('button', { name: 'Select all shown' }).click()
  await page.getByRole('button', { name: 'Export…' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const text = fs.readFileSync(await (await coming).path(), 'utf8')
  assert.equal(text.match(/\[Event /g).length, 2)
  // A tag is taken away from one game.
  await page.getByRole('button', { name: 'Select none' }).click()
  await page.getByRole('checkbox', { name: 'Select Ada – Bo' }).check()
  await page.getByRole('button', { name: 'Tags…' }).click()
  await page.getByRole('button', { name: 'Remove club' }).click()
  await page.getByRole('button', { name: 'Remove club' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  const { games } = await ask(hall, 'POST', '/api/archive', { tag: 'club' })
  assert.equal(games.length, 1)
})

test('archive: links open a game at a move, and a position', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, { permissions: ['clipboard-read', 'clipboard-write'] })
  const game = await openGame(hall, page, { moves: doubleCannon })
  await page.goto(`${hall.url}/#/game/${game.id}/3`)
  await page.locator('button[data-ply="3"][aria-current]').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(copied.endsWith(`#/game/${game.id}/3`), copied)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Find in the games' }).click()
  await page.getByText('after Red’s move 2').waitFor()
  assert.match(page.url(), /#\/games\/position\/xiangqi\//)
  // A position by itself.
  await page.goto(`${hall.url}/#/position/xiangqi/${encodeURIComponent(game.start)}`)
  await board(page).waitFor()
  await page.getByText('Red to move').waitFor()
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.waitForURL(/#\/study\//)
})

test('archive: a position is a picture, and a game a moving one', async ({ t }) => {
  const hall = await startHall(t)
  const page = await openPage(t, {
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await openGame(hall, page, { moves: doubleCannon })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Picture…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  const take = async (format) => {
    await dialog.getByRole('radio', { name: format }).click()
    const coming = page.waitForEvent('download', { timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    return fs.readFileSync(await (await coming).path())
  }
  const png = await take('PNG')
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')])
  assert.equal(png.readUInt32BE(16), 800)
  const svg = (await take('SVG')).toString()
  // It stands by itself: everything that it refers to is in it, and no style of the page.
  assert.doesNotMatch(svg, /var\(|class=/)
  for (const [, id] of svg.matchAll(/href="#([^"]+)"/g)) assert.ok(svg.includes(`id="${id}"`), id)
  await dialog.getByRole('button', { name: 'Copy the picture' }).waitFor({ state: 'detached' })
  await dialog.getByRole('radio', { name: 'PNG' }).click()
  await dialog.getByRole('button', { name: 'Copy the picture' }).click()
  await dialog.getByText('Copied').waitFor()
  const gif = await take('GIF of the game')
  assert.equal(gif.subarray(0, 6).toString(), 'GIF89a')
  // One picture for each position: each has a control block with its time.
  const blocks = gif.toString('latin1').split('\x21\xf9\x04').length - 1
  assert.equal(blocks, doubleCannon.length + 1)
  const video = await take('Video')
  assert.equal(video.subarray(0, 4).toString('hex'), '1a45dfa3')
  // A browser plays it: as long as the moves are shown, the last position three times as long.
  const player = await openPage(t)
  const played = await player.evaluate(async (data) => {
    const video = document.createElement('video')
    video.muted = true
    video.src = `data:video/webm;base64,${data}`
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(new Error(video.error.message))
    })
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    ;[canvas.width, canvas.height] = [video.videoWidth, video.videoHeight]
    const look = async (time) => {
      video.currentTime = time
      await new Promise((resolve) => (video.onseeked = resolve))
      context.drawImage(video, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      return data.reduce((sum, value) => sum + value, 0) / data.length
    }
    const { duration, videoWidth } = video
    return { duration, videoWidth, light: [await look(0.2), await look(duration - 0.2)] }
  }, video.toString('base64'))
  assert.equal(played.duration, doubleCannon.length + 3)
  assert.equal(played.videoWidth, 800)
  for (const light of played.light) assert.ok(light > 60 && light < 250, `${light}`)
})
