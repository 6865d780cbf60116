// A server for each worker, a browser context for each page, and helper functions for the
// tests.

import { spawn, spawnSync } from 'node:child_process'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { askPage, isLocal, serveStatic } from './local.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
export const results = path.join(here, '../test-results')

/** The binary under test. */
export function binary() {
  const root = path.join(here, '../..')
  const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target')
  const found = [
    process.env.YIQI_BIN && path.resolve(process.env.YIQI_BIN),
    path.join(target, 'release/yiqi'),
    path.join(target, 'debug/yiqi'),
  ].find((file) => file && fs.existsSync(file))
  if (!found) throw new Error('no yiqi to test: build it, or name one in YIQI_BIN')
  return found
}

/**
 * Starts `yiqi serve` on a folder and waits until it prints its address. `disk`: the folder is on
 * a separate file system of this size, which the test finds under `root`.
 */
async function serve(folder, port, disk, config) {
  let words = [binary(), 'serve', '--listen', `127.0.0.1:${port}`, '--data']
  if (disk) {
    const mount = `mount -t tmpfs -o size=${disk} tmpfs "$0" && exec "$@" "$0/data"`
    words = ['unshare', '-m', 'sh', '-c', mount, folder, ...words]
  } else words.push(folder)
  if (config) {
    const file = `${folder}.toml`
    fs.writeFileSync(file, config(binary()))
    words.push('--config', file)
  }
  const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said += chunk
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', (code) => reject(new Error(`yiqi ended with ${code}: ${said}`)))
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const root = `/proc/${child.pid}/root${folder}`
  return { url, data: folder, root, port: Number(new URL(url).port), stop }
}

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-e2e-'))
const remove = (folder) => fs.rmSync(folder, { recursive: true, force: true })

export const test = base.extend({
  /** One server for all tests of a worker. */
  home: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use) => {
      if (isLocal) {
        // Each browser context has a hall of its own.
        const hall = await serveStatic()
        await use(hall)
        await hall.stop()
        return
      }
      const folder = newFolder()
      const hall = await serve(folder, 0)
      await use(hall)
      await hall.stop()
      remove(folder)
    },
    { scope: 'worker' },
  ],
  /** Everything that a test opened is closed after it. */
  t: async ({ browser, home }, use) => {
    const t = { browser, home, closers: [] }
    await use(t)
    const faults = []
    for (const close of t.closers.reverse()) {
      await close().catch((error) => faults.push(error))
    }
    if (faults[0]) throw faults[0]
  },
})

/**
 * A server without games: the worker's server, or a new one with its own folder (and port), which
 * a test may kill. `config`: gives the text of its configuration file for the path of the program.
 */
export async function startHall(t, { own = false, data, port = 0, disk, config } = {}) {
  if (isLocal) {
    test.skip(own || !!data || !!config, 'a hall in the page has no server of its own')
    return t.home
  }
  if (!own && !data) {
    await empty(t.home)
    return t.home
  }
  const folder = data ?? newFolder()
  if (!data) t.closers.push(async () => remove(folder))
  if (config) t.closers.push(async () => remove(`${folder}.toml`))
  const hall = await serve(folder, port, disk, config)
  t.closers.push(() => hall.stop('SIGKILL'))
  return hall
}

/** Deletes every game. */
async function empty(hall) {
  for (;;) {
    const { games } = await ask(hall, 'GET', '/api/games?offset=0&limit=50')
    if (games.length === 0) return
    for (const { id } of games) await ask(hall, 'DELETE', `/api/games/${id}`)
  }
}

/** How long a machine may think about its move or an offer: on a loaded machine longer than what the page does itself. */
export const MACHINE_PATIENCE = 60_000

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** A page in a new context. An error in its console fails the test, unless `expected` matches it. */
export async function openPage(t, { expected, teacher = false, ...options } = {}) {
  const browsing = await t.browser.newContext({
    viewport: desktop,
    locale: 'en-GB',
    // As people play: with motion. A test that needs a still page asks for it.
    reducedMotion: 'no-preference',
    // Requests of a service worker bypass the routes.
    serviceWorkers: process.env.YIQI_E2E_PAGE ? 'block' : 'allow',
    ...options,
  })
  // For work on the page: YIQI_E2E_PAGE=dist serves it from that folder, not from the binary.
  const built = process.env.YIQI_E2E_PAGE
  if (built) {
    await browsing.route(
      (url) => !url.pathname.startsWith('/api/'),
      (route) => {
        const { pathname } = new URL(route.request().url())
        const file = path.join(built, pathname)
        const found = pathname !== '/' && fs.existsSync(file)
        return route.fulfill({ path: found ? file : path.join(built, 'index.html') })
      },
    )
  }
  if (!teacher) {
    // Tests play whatever they need: the teacher would ask about each blunder.
    await browsing.addInitScript(() => {
      // The empty page between two screens has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('yiqi.teaching', 'off')
    })
  }
  const page = await browsing.newPage()
  page.setDefaultTimeout(Number(process.env.YIQI_E2E_TIMEOUT ?? 15_000))
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Some tests stop the server; the page reports this in its own text.
    if (
      message.type() === 'error' &&
      !/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|WebSocket|fetching the script/.test(
        message.text(),
      ) &&
      !expected?.test(message.text())
    ) {
      errors.push(message.text())
    }
  })
  t.closers.push(async () => {
    await browsing.close()
    if (errors.length > 0) throw new Error(`the page logged errors:\n${errors.join('\n')}`)
  })
  return page
}

/** Sends an HTTP request to the server. */
export async function ask(hall, method, place, body) {
  // Only a page can ask a hall that is in it.
  test.skip(isLocal, 'a hall in the page has no HTTP')
  const response = await fetch(hall.url + place, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${text}`)
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

export const people = [
  { kind: 'person', name: '' },
  { kind: 'person', name: '' },
]

/** Creates a game over HTTP: Xiangqi between two persons without a clock, unless `game` says more. */
export const createGame = (hall, game = {}) => ask(hall, 'POST', '/api/games', gameOf(game))

const gameOf = (game) => ({
  variant: 'xiangqi',
  players: people,
  clock: { kind: 'none' },
  ...game,
})

/** Creates a game and its study. */
export async function createStudy(hall, game) {
  const { id } = await createGame(hall, game)
  return { game: id, id: (await ask(hall, 'POST', '/api/studies', { kind: 'game', id })).id }
}

/** Whether a hall can have a small disk of its own (which root is needed for). */
export const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=2m tmpfs /mnt']).status === 0

/**
 * Fills the disk of a hall until the store refuses what `keep` asks it to store, so that no room is left in its
 * files. Returns the file to remove.
 */
export async function fillDisk(hall, keep) {
  const ballast = `${hall.root}/ballast`
  const file = fs.openSync(ballast, 'w')
  for (const size of [65536, 4096, 512]) {
    try {
      for (;;) fs.writeSync(file, Buffer.alloc(size, 120))
    } catch {
      // There is no space for a piece of this size.
    }
  }
  fs.closeSync(file)
  for (let refused = 0; refused < 3;)
    await keep().catch(() => {
      refused++
    })
  return ballast
}

/** Creates a game over HTTP and opens it. */
export async function openGame(hall, page, game = {}) {
  if (isLocal) await page.goto(`${hall.url}/`)
  const created = isLocal
    ? await askPage(page, 'POST', '/api/games', gameOf(game))
    : await createGame(hall, game)
  await page.goto(`${hall.url}/#/game/${created.id}`)
  await board(page).waitFor()
  return created
}

export const board = (page) => page.getByRole('grid', { name: /Board|棋盘|棋盤/ })

/** The button of a point, found by the beginning of its name. */
export const point = (page, at) => board(page).getByRole('button', { name: new RegExp(`^${at} `) })

/** Chooses an option of a group. */
export const pick = (page, name) => page.getByRole('radio', { name, exact: true }).click()

/** Waits until the name of a point matches. */
export const named = (page, name) => board(page).getByRole('button', { name }).waitFor()

export const spoken = (page) => page.getByTestId('spoken')

/** Waits until the text of the live region matches. */
export async function hear(page, words) {
  await page.waitForFunction(
    ([source, flags]) =>
      new RegExp(source, flags).test(
        document.querySelector('[data-testid=spoken]')?.textContent ?? '',
      ),
    [words.source, words.flags],
    { timeout: MACHINE_PATIENCE },
  )
  return spoken(page).textContent()
}

/** Waits until the list has this number of moves. */
export async function moveCount(page, n) {
  await page.waitForFunction(
    (count) => document.querySelectorAll('button[data-ply]').length === count,
    n,
    { timeout: MACHINE_PATIENCE },
  )
}

/** The double cannon: a mate in seven plies. */
export const doubleCannon = ['h2e2', 'a9a8', 'e2e6', 'a8a9', 'b2b4', 'a9a8', 'b4e4']

export { assert }
