// What the page of the lab costs while one looks at a large tree: frames, and the time of the main thread for each.

const press = (page, name) => page.getByRole('button', { name, exact: true }).click()

/** Waits until all steps of a recorded search are in the page: `state` is where the search has ended. */
export async function loaded(page, least, timeout = 240_000) {
  await page.waitForFunction(
    (least) =>
      Number(document.querySelector('input[type=range]')?.max ?? 0) >= least &&
      !/Searching|Waiting|of \d/.test(
        document.querySelector('.tree header [role=status]')?.textContent ?? '',
      ),
    least,
    { timeout },
  )
}

/**
 * Counts what the page does: `busy` returns the milliseconds of the main thread so far, `frames` the frames since the call.
 */
export async function frameCounter(page) {
  // The processor's time of the thread, not that of the clock: other programs may be running.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((x) => x.name === 'TaskDuration').value * 1000
  }
  await page.evaluate(() => {
    globalThis.frames = 0
    const step = () => {
      globalThis.frames++
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  return { busy, frames: () => page.evaluate(() => globalThis.frames) }
}

/** Plays, looks at the whole tree, zooms and drags. Returns the milliseconds of a frame for each. */
export async function lookAround(page) {
  const { busy, frames } = await frameCounter(page)
  const measured = {}
  async function measure(what, work) {
    const [before, first, began] = [await busy(), await frames(), Date.now()]
    await work()
    const [spent, drawn] = [(await busy()) - before, (await frames()) - first]
    measured[what] = spent / drawn
    const rate = Math.round((drawn * 1000) / (Date.now() - began))
    console.log(
      `${what}: ${drawn} frames, ${rate} a second, ${(spent / drawn).toFixed(1)} ms of the main thread for each`,
    )
  }
  const box = await page.locator('canvas').boundingBox()
  const middle = [box.x + box.width / 2, box.y + box.height / 2]
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('6')
  await measure('playing 50,000 steps a second', async () => {
    // A search plays from its first step on.
    const pause = page.getByRole('button', { name: 'Pause', exact: true })
    if (await pause.count()) await pause.click()
    await press(page, 'Play')
    await page.waitForTimeout(4000)
    await press(page, 'Pause')
  })
  await press(page, 'To the end')
  await press(page, 'Show all')
  await measure('the whole tree, pointer moving', async () => {
    for (let i = 0; i < 60; i++) {
      await page.mouse.move(box.x + 20 + i * 12, middle[1])
      await page.waitForTimeout(16)
    }
  })
  await measure('zooming in and out', async () => {
    await page.mouse.move(...middle)
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, i < 30 ? -300 : 300)
      await page.waitForTimeout(16)
    }
  })
  for (let i = 0; i < 9; i++) await page.mouse.wheel(0, -500)
  await measure('dragging', async () => {
    await page.mouse.down()
    for (let i = 0; i < 60; i++) {
      await page.mouse.move(middle[0] - 200 + ((i * 37) % 400), middle[1])
      await page.waitForTimeout(16)
    }
    await page.mouse.up()
  })
  return measured
}
