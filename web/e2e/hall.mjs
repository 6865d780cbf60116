// A server for each worker, a browser context for each page, and helper functions for the
// tests.

import { spawnSync } from 'node:child_process'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { askPage, serveStatic } from './local.mjs'
import { newFolder, remove, serve } from './serve.mjs'

export { binary } from './serve.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
export const results = path.join(here, '../test-results')

/** How long one waits for what a hall, a machine or a page does: on a busy computer longer than a person would. */
const PATIENCE = Number(process.env.YIQI_E2E_TIMEOUT ?? 60_000)

/** After each review a hall looks for puzzles in that game, with ten times as many nodes by itself. */
const QUICK = 'puzzle-nodes = 10000\n'

export const test = base.extend({
  /** One server for all tests of a worker. */
  home: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use, worker) => {
      if (worker.project.name === 'static') {
        // Each browser context has a hall of its own.
        const hall = await serveStatic()
        await use({ ...hall, isLocal: true })
        await hall.stop()
        return
      }
      const folder = newFolder()
      const hall = await serve(folder, 0, undefined, () => QUICK)
      await use(hall)
      await hall.stop()
      remove(folder)
      remove(`${folder}.toml`)
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
  if (t.home.isLocal) {
    test.skip(own || !!data || !!config, 'a hall in the page has no server of its own')
    t.home.page = null
    t.home.early = async () => {
      const browsing = await t.browser.newContext()
      t.closers.push(() => browsing.close())
      return browsing.newPage()
    }
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

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/**
 * A page in a new context. An error in its console fails the test, unless `expected` matches it. `teacher`, `sound`: they
 * are not off.
 */
export async function openPage(t, { expected, teacher = false, sound = false, ...options } = {}) {
  const known = t.home.isLocal && t.home.page
  // What was asked before a page was open is in the first one. (Each context has a hall of its own.)
  const storageState =
    known && t.home.isEarly ? await known.context().storageState({ indexedDB: true }) : undefined
  t.home.isEarly = false
  const browsing = await t.browser.newContext({
    storageState,
    viewport: desktop,
    locale: 'en-GB',
    // As people play: with motion. A test that needs a still page asks for it.
    reducedMotion: 'no-preference',
    // Requests of a service worker bypass the routes.
    serviceWorkers: process.env.YIQI_E2E_PAGE ? 'block' : 'allow',
    ...options,
  })
  // For work on the page: YIQI_E2E_PAGE=dist serves it from that folder, not from the binary.
  const built = t.home.isLocal ? '' : process.env.YIQI_E2E_PAGE
  if (built) {
    await browsing.route(
      (url) => !/^\/(api|modules)\//.test(url.pathname),
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
  // Nobody hears it, and it costs one of twenty seconds of the processor.
  if (!sound) await browsing.addInitScript(() => delete globalThis.AudioContext)
  const page = await browsing.newPage()
  if (t.home.isLocal) t.home.page = page
  page.setDefaultTimeout(PATIENCE)
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
      // Where it was loaded from is not in its text.
      errors.push(`${message.text()} ${message.location().url}`)
    }
  })
  t.closers.push(async () => {
    await browsing.close()
    if (errors.length > 0) throw new Error(`the page logged errors:\n${errors.join('\n')}`)
  })
  return page
}

/** Sends an HTTP request to the server; a hall in the page is asked through the page that was opened last, or one for this. */
export async function ask(hall, method, place, body) {
  if (hall.isLocal) {
    if (!hall.page) {
      hall.page = await hall.early()
      hall.isEarly = true
    }
    if (!hall.page.url().startsWith(hall.url)) await hall.page.goto(`${hall.url}/`)
    return askPage(hall.page, method, place, body)
  }
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
export const createGame = (hall, game = {}) => {
  const usual = { variant: 'xiangqi', players: people, clock: { kind: 'none' } }
  return ask(hall, 'POST', '/api/games', { ...usual, ...game })
}

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
  const created = await createGame(hall, game)
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
  )
  return spoken(page).textContent()
}

/** Waits until the list has this number of moves. */
export async function moveCount(page, n) {
  await page.waitForFunction(
    (count) => document.querySelectorAll('button[data-ply]').length === count,
    n,
  )
}

/** The double cannon: a mate in seven plies. */
export const doubleCannon = ['h2e2', 'a9a8', 'e2e6', 'a8a9', 'b2b4', 'a9a8', 'b4e4']

export { assert }
