// A server with a full disk: the page reports it, and shows no unsaved data as stored.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { ask, assert, moveCount, openGame, openPage, people, startHall, test } from '../hall.mjs'

const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=2m tmpfs /mnt']).status === 0

test('full disk: the page says that nothing was stored, and goes on when there is room', async ({
  t,
}) => {
  test.skip(!canMount, 'a small disk cannot be mounted here (root is needed)')
  const hall = await startHall(t, { own: true, disk: '2m' })
  const page = await openPage(t, { expected: /507/ })
  await openGame(hall, page, { moves: ['h2e2'] })
  await moveCount(page, 1)
  await page.goto(`${hall.url}/#/new`)
  const start = page.getByRole('button', { name: 'Start game' })
  await start.waitFor()
  await fill(hall)
  await start.click()
  await page
    .getByRole('alert')
    .getByText('The disk of the server is full: nothing was stored. Make room and try again.')
    .waitFor()
  const chinese = await openPage(t, { expected: /507/, locale: 'zh-CN' })
  await chinese.goto(`${hall.url}/#/new`)
  await chinese.getByRole('button', { name: '开始对局' }).click()
  await chinese.getByRole('alert').getByText('服务器的磁盘已满，什么也没有存下。').waitFor()
  assert.equal((await ask(hall, 'GET', '/api/games')).total, hall.games)
  fs.rmSync(hall.ballast)
  await start.click()
  await page.waitForURL(/#\/game\//)
  assert.equal((await ask(hall, 'GET', '/api/games')).total, hall.games + 1)
})

/** Fills the disk; small games then use up the free space in the store's files. */
async function fill(hall) {
  hall.ballast = `${hall.root}/ballast`
  const file = fs.openSync(hall.ballast, 'w')
  for (const size of [65536, 4096, 512]) {
    try {
      for (;;) fs.writeSync(file, Buffer.alloc(size, 120))
    } catch {
      // There is no space for a piece of this size.
    }
  }
  fs.closeSync(file)
  for (let refused = 0; refused < 3;) {
    const game = { variant: 'xiangqi', players: people, clock: { kind: 'none' } }
    await ask(hall, 'POST', '/api/games', game).catch((error) => {
      assert.match(error.message, /507.*disk-full/)
      refused++
    })
  }
  hall.games = (await ask(hall, 'GET', '/api/games')).total
}
