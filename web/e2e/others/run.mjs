// The main paths in Firefox or WebKit, against a hall with a server and against the hall of static files.
//
//   YIQI_BIN=target/debug/yiqi YIQI_E2E_STATIC=DIR npm run firefox      or webkit; `-- static`: without the server
//
// The last line is a count for `./test`: "N passed, N failed, N skipped".

import { folder, serveStatic, workerOf } from '../local.mjs'
import { newFolder, remove, serve } from '../serve.mjs'
import { startFirefox } from './bidi.mjs'
import { later, PATIENCE } from './tab.mjs'
import { startWebKit } from './webdriver.mjs'

/** Asks a hall with a server. */
const askServer = async (method, path, body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Asks the hall in the page, through a worker of its own. */
const askWorker = async (method, path, body, worker) => {
  const hall = new Worker(worker, { type: 'module' })
  hall.postMessage({ kind: 'begin', base: location.href.replace(/#.*$/, '') })
  const answer = await new Promise((resolve, reject) => {
    hall.onmessage = ({ data }) => data.kind === 'answer' && resolve(data.answer)
    hall.onerror = ({ message }) => reject(new Error(`the worker has failed: ${message}`))
    hall.postMessage({ kind: 'request', n: 1, method, path, body })
  })
  hall.terminate()
  if (answer.status >= 400) throw new Error(JSON.stringify(answer))
  return answer.body
}

const game = {
  variant: 'reversi',
  players: [
    { kind: 'person', name: '' },
    { kind: 'machine', level: 1 },
  ],
  clock: { kind: 'none' },
}

/** A step of a path, which fails with its own name. */
async function step(what, work) {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${what}: ${error.message}`, { cause: error })
  }
}

/** The paths of one hall; each one goes on where the one before has ended. */
function paths(tab, hall, ask) {
  let id = ''
  const moves = (n) =>
    tab.until(
      `move ${n}`,
      (count) => document.querySelectorAll('button[data-ply]').length >= count,
      n,
    )
  return {
    'the front page': async () => {
      await tab.goto(`${hall.url}/`)
      await tab.see('h1')
      // The teacher would ask about a bad move.
      await tab.evaluate(() => void localStorage.setItem('yiqi.teaching', 'off'))
    },
    'a first move, and the machine answers': async () => {
      id = (await step('a new game', () => ask('POST', '/api/games', game))).id
      await tab.goto(`${hall.url}/#/game/${id}`)
      await tab.click('[role=grid] [data-at=d3]')
      await moves(2)
    },
    'a study of it, with analysis': async () => {
      const wanted = { kind: 'game', id }
      const { id: study } = await step('a new study', () => ask('POST', '/api/studies', wanted))
      await tab.goto(`${hall.url}/#/study/${study}`)
      await tab.click('label.switch', 'Analysis')
      await tab.see('.machine .line .figure')
      await tab.click('label.switch', 'Analysis')
    },
    'its review': async () => {
      await tab.click('[role=tab]', 'Review')
      await tab.click('.review button', 'Quick review')
      await tab.see('.review tr', 'Accuracy')
    },
  }
}

const name = process.argv[2] ?? 'Firefox'
const browser = await (name === 'WebKit' ? startWebKit() : startFirefox())
const closers = [browser.close]
const counts = { passed: 0, failed: 0 }

async function test(what, work) {
  const began = Date.now()
  try {
    await work()
    counts.passed++
    console.log(`ok: ${what} (${Date.now() - began} ms)`)
  } catch (error) {
    counts.failed++
    console.log(`failed: ${name}: ${what}: ${error.message.slice(0, 1500)}`)
  }
}

/** The paths of one hall. */
async function all(kind, hall, asking) {
  const tab = await browser.open()
  const ask = asking(tab)
  for (const [what, work] of Object.entries(paths(tab, hall, ask))) {
    await test(`${kind}: ${what}`, work)
  }
  return { tab, ask }
}

const isWhole = process.argv[3] !== 'static'
if (isWhole) {
  const data = newFolder()
  closers.push(() => remove(data))
  const home = await serve(data, 0)
  closers.push(home.stop)
  const asking =
    (tab) =>
    (...asked) =>
      tab.evaluate(askServer, ...asked)
  await all('server', home, asking)
}
if (folder) {
  // Enough for several threads.
  const hall = Object.assign(await serveStatic(), { processors: 4 })
  closers.push(hall.stop)
  const { tab, ask } = await all(
    'static',
    hall,
    (one) => (method, path, body) => one.evaluate(askWorker, method, path, body, workerOf()),
  )
  await test('static: the page says that the game is kept', async () => {
    await tab.goto(`${hall.url}/`)
    await tab.see('p.kept', 'Reversi')
  })
  await test('static: a study is analysed in an isolated page', async () => {
    const wanted = { kind: 'position', variant: 'reversi', rules: null, position: null, title: '' }
    const { id } = await ask('POST', '/api/studies', { ...wanted, moves: [] })
    await tab.goto(`${hall.url}/#/study/${id}`)
    await tab.click('label.switch', 'Analysis')
    await tab.see('.machine .line .figure')
    await tab.click('label.switch', 'Analysis')
    const threads = hall.asked.some((name) => name.includes('/threads-'))
    const isolated = await tab.evaluate(() => crossOriginIsolated)
    console.log(`isolated: ${isolated}, several threads: ${threads}`)
    await tab.goto(`${hall.url}/`)
  })
  await test('static: a file that was cut off is not kept', async () => {
    const { puzzles, sizes } = await tab.evaluate(async () =>
      (await fetch('modules/catalogue.json')).json(),
    )
    // Nothing has asked for it yet.
    const name = puzzles.gomoku
    hall.halves = new RegExp(name)
    await tab.evaluate((file) => void fetch(`modules/${file}`).catch(() => {}), name)
    const end = Date.now() + PATIENCE
    while (hall.held.length === 0 && Date.now() < end) await later(50)
    hall.halves = null
    hall.cut()
    const length = () =>
      tab.evaluate(async (file) => {
        const answer = await fetch(`modules/${file}`).catch(() => null)
        return answer ? (await answer.arrayBuffer()).byteLength : 0
      }, name)
    const found = await step('fetched again', length)
    if (found !== sizes[name]) throw new Error(`${found} of ${sizes[name]} bytes`)
  })
  const offline = 'static: without a network the page opens, and the machine answers'
  await test(offline, async () => {
    await hall.stop()
    await step('the page opens', async () => {
      await tab.goto('about:blank')
      await tab.goto(`${hall.url}/`)
      await tab.see('h1')
    })
    const { id } = await step('a new game', () => ask('POST', '/api/games', game))
    await tab.goto(`${hall.url}/#/game/${id}`)
    await tab.click('[role=grid] [data-at=d3]')
    await tab.until('answer', () => document.querySelectorAll('button[data-ply]').length >= 2)
  })
}

for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {})
const { passed, failed } = counts
const skipped = folder ? 0 : 4
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 ? 1 : 0)
