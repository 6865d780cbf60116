// Pictures of games: small, soon made, and the same as the picture of each position by itself.

import fs from 'node:fs'
import { ask, assert, doubleCannon, openPage, startHall, test } from '../hall.mjs'

async function openPicture(page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Picture…' }).click()
  return page.getByRole('dialog', { name: 'Picture' })
}

const person = { kind: 'person', name: '' }

/** A game of moves chosen by lot, up to so many; the seed is one whose game is long. */
async function byLot(hall, variant, most, seed) {
  const moves = []
  let game
  while (moves.length < most) {
    game = await ask(hall, 'POST', '/api/games', {
      variant,
      players: [person, person],
      clock: { kind: 'none' },
      moves,
    })
    const legal = game.board.moves
    if (legal.length === 0) break
    seed = (seed * 1103515245 + 12345) % 2147483648
    moves.push(legal[seed % legal.length].text)
  }
  return game
}

for (const [variant, least] of Object.entries({
  xiangqi: 120,
  draughts: 60,
  gomoku: 60,
  reversi: 55,
})) {
  test(`picture: a GIF of a long game is small and soon made: ${variant}`, async ({ t }) => {
    test.setTimeout(240_000)
    // Each move of the lot begins a game.
    const config = () => 'client-begun-at-once = 10000\n'
    const hall = await startHall(t, { own: true, config })
    const game = await byLot(hall, variant, 126, 7)
    const page = await openPage(t, { acceptDownloads: true })
    await page.addInitScript(() => {
      const { decode } = Image.prototype
      globalThis.decoded = 0
      Image.prototype.decode = function () {
        globalThis.decoded++
        return decode.call(this)
      }
    })
    await page.goto(`${hall.url}/#/game/${game.id}`)
    const dialog = await openPicture(page)
    await dialog.getByRole('radio', { name: 'GIF of the game' }).click()
    const coming = page.waitForEvent('download', { timeout: 100_000 })
    // The processor's time of the page, not that of the clock: other programs may be running.
    const work = await page.context().newCDPSession(page)
    await work.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busy = async () => {
      const { metrics } = await work.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration').value
    }
    const [before, began] = [await busy(), performance.now()]
    await dialog.getByRole('button', { name: 'Save' }).click()
    const gif = fs.readFileSync(await (await coming).path())
    const seconds = (performance.now() - began) / 1000
    const own = (await busy()) - before
    console.log(
      `GIF of ${variant}, ${game.moves.length} moves: ${gif.length} bytes, ${seconds.toFixed(1)} s, ${own.toFixed(1)} s of the page`,
    )
    assert.ok(game.moves.length >= least, `${game.moves.length} moves`)
    assert.ok(gif.length <= 1.5e6, `${gif.length} bytes`)
    // What takes the time is counted, not the time: the board, the numbers above the pieces, and the pieces on at most
    // two sheets are read as SVG files, however many positions there are.
    const decoded = await page.evaluate(() => globalThis.decoded)
    assert.ok(decoded >= 2 && decoded <= 4, `${decoded} SVG files were read`)
  })
}

/** How far the picture of a position in a GIF is from that position's own picture. */
const apart = (page, gif, png, at) =>
  page.evaluate(
    async ([gif, png, at]) => {
      const bytes = Uint8Array.from(atob(gif), (c) => c.charCodeAt(0))
      const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' })
      const { image } = await decoder.decode({ frameIndex: at })
      const still = new Image()
      still.src = `data:image/png;base64,${png}`
      await still.decode()
      const [width, height] = [still.naturalWidth, still.naturalHeight]
      const pixels = (picture) => {
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext('2d')
        context.fillRect(0, 0, width, height)
        context.drawImage(picture, 0, 0)
        return context.getImageData(0, 0, width, height).data
      }
      const [one, other] = [pixels(image), pixels(still)]
      let [sum, far] = [0, 0]
      for (let i = 0; i < one.length; i += 4) {
        const distances = [0, 1, 2].map((c) => Math.abs(one[i + c] - other[i + c]))
        sum += Math.max(...distances)
        if (Math.max(...distances) > 64) far++
      }
      const all = width * height
      return { pictures: decoder.tracks.selectedTrack.frameCount, mean: sum / all, far: far / all }
    },
    [gif.toString('base64'), png.toString('base64'), at],
  )

/** Games, how they are shown, and by how many plies one looks back from the end. */
const shown = [
  { variant: 'xiangqi', moves: doubleCannon, back: 4 },
  { variant: 'xiangqi', moves: doubleCannon, back: 0, flipped: true, pieces: 'letters' },
  { variant: 'xiangqi', most: 60, back: 20, board: 'slate', dark: true, pieces: 'simplified' },
  { variant: 'draughts', most: 50, back: 7 },
  { variant: 'draughts-english', most: 50, back: 0, flipped: true, board: 'paper', dark: true },
  { variant: 'gomoku', most: 40, back: 3 },
  { variant: 'gomoku', most: 30, back: 0, flipped: true, board: 'slate' },
  { variant: 'reversi', most: 40, back: 3, dark: true },
  { variant: 'reversi', most: 60, back: 0, flipped: true, board: 'paper' },
]

for (const { variant, moves, most, back, flipped, board, dark, pieces } of shown) {
  const how = [flipped && 'flipped', board, dark && 'dark', pieces].filter(Boolean).join(', ')
  test(`picture: a position in a GIF is drawn as by itself: ${variant} ${how}`, async ({ t }) => {
    const hall = await startHall(t)
    const game = moves
      ? await ask(hall, 'POST', '/api/games', {
          variant,
          players: [person, person],
          clock: { kind: 'none' },
          moves,
        })
      : await byLot(hall, variant, most, 11)
    const page = await openPage(t, {
      acceptDownloads: true,
      colorScheme: dark ? 'dark' : 'light',
    })
    await page.addInitScript(
      (prefs) => {
        localStorage.setItem('yiqi.preferences', JSON.stringify(prefs))
      },
      { board: board ?? 'wood', games: pieces ? { [variant]: { pieces } } : {} },
    )
    await page.goto(`${hall.url}/#/game/${game.id}`)
    await page.getByRole('grid').waitFor()
    if (flipped) await page.getByRole('button', { name: 'Flip' }).click()
    for (let ply = 0; ply < back; ply++) await page.keyboard.press('[')
    const dialog = await openPicture(page)
    const take = async (format) => {
      await dialog.getByRole('radio', { name: format }).click()
      const coming = page.waitForEvent('download', { timeout: 60_000 })
      await dialog.getByRole('button', { name: 'Save' }).click()
      return fs.readFileSync(await (await coming).path())
    }
    const png = await take('PNG')
    const gif = await take('GIF of the game')
    const total = moves?.length ?? game.moves.length
    const far = await apart(page, gif, png, total - back)
    assert.equal(far.pictures, total + 1)
    assert.ok(far.mean < 4 && far.far < 0.0005, JSON.stringify(far))
    // Another position is further from it, so that this would be seen.
    const wrong = await apart(page, gif, png, total - back - 1)
    assert.ok(wrong.far > 4 * far.far + 0.001, JSON.stringify({ far, wrong }))
  })
}
