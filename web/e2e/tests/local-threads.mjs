// Several threads for a search in the page: the analysis of a study in an isolated page, and its workers by themselves.

import fs from 'node:fs'
import path from 'node:path'
import { assert, board, openPage, test } from '../hall.mjs'
import { askPage, folder, front, staticHall } from '../local.mjs'

const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, 'modules', name), 'utf8'))
const index = folder && read('catalogue.json')
/** The games whose modules of several threads are there: without the source of the standard library none is built. */
const families = folder ? Object.keys(index.parts).filter((name) => index.parts[name].threads) : []

test.skip(families.length === 0, 'no module of several threads: rustup component add rust-src')

const analysis = (page) => page.getByRole('switch', { name: 'Analysis' })
const line = (page) => page.getByRole('group', { name: /^Line 1, / })
const fetched = (hall) => hall.asked.filter((name) => name.includes('/threads-'))

/** A study in a page that has been visited before if it is to be isolated. */
async function study(t, variant, processors, isolated) {
  const hall = Object.assign(await staticHall(t), { processors })
  const page = await openPage(t)
  await front(hall, page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const wanted = { kind: 'position', variant, rules: null, position: null, title: '' }
  const { id } = await askPage(page, 'POST', '/api/studies', { ...wanted, moves: [] })
  await page.goto(`${hall.url}/#/study/${id}`)
  // The service worker isolates the page from its second visit on.
  if (isolated) await page.reload()
  await board(page).waitFor()
  assert.equal(await page.evaluate(() => crossOriginIsolated), isolated)
  return { hall, page }
}

for (const variant of families) {
  test(`local: several threads analyse ${variant} in an isolated page`, async ({ t }) => {
    test.setTimeout(180_000)
    const { hall, page } = await study(t, variant, 4, true)
    assert.deepEqual(fetched(hall), [])
    await analysis(page).click()
    await line(page).waitFor()
    assert.equal(fetched(hall).length, 1)
    // The next analysis has the same workers.
    await analysis(page).click()
    await analysis(page).click()
    await line(page).waitFor()
    assert.equal(fetched(hall).length, 1)
  })
}

test('local: one thread analyses in a page that is not isolated, and with two processors', async ({
  t,
}) => {
  test.setTimeout(180_000)
  const [variant] = families
  for (const [processors, isolated] of [
    [4, false],
    [2, true],
  ]) {
    const { hall, page } = await study(t, variant, processors, isolated)
    await analysis(page).click()
    await line(page).waitFor()
    assert.deepEqual(fetched(hall), [])
    await page.close()
  }
})

test('local: how many threads analyse is chosen, and two engines share them', async ({ t }) => {
  test.setTimeout(180_000)
  const { hall, page } = await study(t, families[0], 4, true)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Engines' }).click()
  const threads = (name) =>
    page.getByRole('group', { name: 'Threads' }).getByRole('radio', { name, exact: true })
  assert.ok(await threads('All (3)').isChecked())
  await threads('1').check({ force: true })
  await analysis(page).click()
  await line(page).waitFor()
  assert.deepEqual(fetched(hall), [])
  await threads('2').check({ force: true })
  await line(page).waitFor()
  while (fetched(hall).length < 1) await page.waitForTimeout(100)
  // A second engine has one of both, and finds lines beside the first one.
  await page.getByRole('combobox', { name: 'Engine 2' }).selectOption('level-5')
  await page
    .getByRole('group', { name: /^Line 1, / })
    .nth(1)
    .waitFor()
  // The choice is kept.
  await page.reload()
  await page.getByRole('button', { name: 'Engines' }).click()
  assert.ok(await threads('2').isChecked())
})

/** The longest time of half of the stops, in milliseconds. */
const LONGEST = 100

/** Searches of one position by so many threads, which are stopped: what was found, and how long the stops took. */
const stopped = (page, of) =>
  page.evaluate(async ({ script, file, pages, data, request, threads, stops }) => {
    const get = (name) => fetch(`modules/${name}`).then((answer) => answer.arrayBuffer())
    const module = await WebAssembly.compile(await get(file))
    const stop = new SharedArrayBuffer(4)
    const memory = new WebAssembly.Memory({ ...pages, shared: true })
    const begun = () => new Worker(`assets/${script}`, { type: 'module' })
    const main = begun()
    const heard = (kind) =>
      new Promise((resolve, reject) => {
        main.onmessage = ({ data }) => {
          if (data.kind === kind) resolve(data)
          else if (data.kind === 'failed') reject(new Error(data.why))
        }
        main.onerror = ({ message }) => reject(new Error(message))
      })
    const shared = { memory, helpers: threads - 1 }
    main.postMessage({ kind: 'begin', module, stop, shared })
    const { places } = await heard('places')
    const helpers = places.map((place) => {
      const helper = begun()
      helper.postMessage({ kind: 'help', module, memory, place })
      return helper
    })
    for (const [name, at] of data) main.postMessage({ kind: 'supply', name, bytes: await get(at) })
    const found = []
    for (let number = 1; number <= stops; number++) {
      main.postMessage({ kind: 'search', number, request })
      await heard('report')
      await new Promise((resolve) => setTimeout(resolve, 200 + 13 * number))
      const at = performance.now()
      Atomics.store(new Int32Array(stop), 0, number)
      const { Ok, Err } = JSON.parse((await heard('found')).found)
      if (Err) throw new Error(Err)
      const { nodes, time } = Ok.info
      const speed = Math.round(nodes / (time.secs + time.nanos / 1e9))
      found.push({ best: Ok.best, time: performance.now() - at, speed })
    }
    for (const worker of [main, ...helpers]) worker.terminate()
    return found
  }, of)

for (const variant of families) {
  test(`local: a search of ${variant} by two threads finds moves and stops within ${LONGEST} ms`, async ({
    t,
  }) => {
    test.setTimeout(180_000)
    const hall = await staticHall(t)
    const page = await openPage(t)
    await front(hall, page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    const assets = fs.readdirSync(path.join(folder, 'assets'))
    const { variants } = read(index.shown).catalogue
    const { rule_sets: rules, start } = variants.find(({ id }) => id === variant)
    const limits = { only: [], except: [], lines: 0, seed: 0 }
    const position = { of: 'position', variant, rules: rules[0].id, start, moves: [], limits }
    const data = Object.entries(index.data).filter(([name]) => name.startsWith(`${variant}.`))
    const of = {
      script: assets.find((name) => /^search-worker-.*\.js$/.test(name)),
      file: index.parts[variant].threads,
      pages: index.memory,
      data,
      request: JSON.stringify({ ...position, table_mb: 16, threads: 2 }),
      threads: 2,
      stops: 9,
    }
    const found = await stopped(page, of)
    const one = { ...JSON.parse(of.request), threads: 1 }
    const alone = await stopped(page, { ...of, request: JSON.stringify(one), threads: 1 })
    const person = { kind: 'person', name: '' }
    const game = { variant, players: [person, person], clock: { kind: 'none' } }
    for (const { best } of found) {
      // A move that is not legal is refused.
      await askPage(page, 'POST', '/api/games', { ...game, moves: [best] })
    }
    const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
    const stops = median(found.map(({ time }) => time))
    const speeds = [alone, found].map((all) => median(all.map(({ speed }) => speed)))
    const said = `${variant}: ${speeds.join(' and ')} nodes/s by one and two threads, stops after ${stops.toFixed(1)} ms`
    console.log(said)
    assert.ok(stops < LONGEST, said)
  })
}
