// The page as an app: its first view, its message while the server is down, and its update.

import { assert, board, named, openGame, openPage, startHall, test } from '../hall.mjs'

test('app: the board is there without a further question, and the first move with it', async ({
  t,
}) => {
  test.skip(!!process.env.YIQI_E2E_PAGE, 'the server’s own page is under test')
  const hall = await startHall(t)
  const page = await openPage(t)
  const asked = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { id: begun } = await openGame(hall, page, { moves: ['h2e2'] })
  asked.length = 0
  await page.goto('about:blank')
  await page.goto(`${hall.url}/#/game/${begun}`)
  await named(page, /^e2 red cannon, last move/)
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/') && !/\/live$|^\/api\/games\/[^/]+$/.test(path)),
    [],
  )
})

for (const [locale, code] of [
  ['en-GB', 'en'],
  ['zh-CN', 'zh-Hans'],
]) {
  test(`app: in ${code} the board waits for one file of words, which the page names`, async ({
    t,
  }) => {
    test.skip(!!process.env.YIQI_E2E_PAGE, 'the server names the words')
    const hall = await startHall(t, { own: true })
    const page = await openPage(t, { locale })
    const asked = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const answer = await page.goto(hall.url)
    const html = await answer.text()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const words = asked.filter((path) => /\/words-.*\.js$/.test(path))
    // The other languages come afterwards, if at all.
    assert.match(words[0], new RegExp(`words-${code}-`))
    assert.ok(html.includes(words[0]), 'the server names the words')
    const source = await (await fetch(hall.url + words[0])).text()
    const needed = [...source.matchAll(/from\s*"\.\/([^"]+)"/g)].map((match) => match[1])
    for (const file of needed) assert.ok(html.includes(file), `${file} is named too`)
  })
}

test('app: it can be installed, says that the hall is away, and comes back by itself', async ({
  t,
}) => {
  test.skip(
    !!process.env.YIQI_E2E_PAGE,
    'Playwright’s routes and service workers exclude each other',
  )
  const hall = await startHall(t, { own: true })
  const page = await openPage(t)
  await openGame(hall, page, { moves: ['h2e2'] })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector('link[rel=manifest]').href
    return (await fetch(link)).json()
  })
  assert.deepEqual([manifest.display, manifest.start_url], ['standalone', './'])
  assert.equal(manifest.short_name, 'Yiqi 弈棋')
  await hall.stop('SIGKILL')
  await page.reload()
  await page.getByRole('heading', { name: 'The hall is away' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'The hall is away' }).waitFor()
  assert.equal(await page.evaluate(() => caches.keys().then((keys) => keys.length)), 0)
  const speak = async (language, head, title) => {
    await page.evaluate(
      (code) => localStorage.setItem('yiqi.preferences', JSON.stringify({ language: code })),
      language,
    )
    await page.reload()
    await page.getByRole('heading', { name: head }).waitFor()
    assert.equal(await page.title(), title)
  }
  await speak('zh-Hant', '伺服器沒有應答', '弈棋')
  await speak('en', 'The hall is away', 'Yiqi')
  await startHall(t, { data: hall.data, port: hall.port })
  await board(page).waitFor()
  await named(page, /^e2 red cannon, last move/)
})
