// Screens that several people are needed for, in simplified Chinese on a phone and in traditional Chinese on a desktop: the way
// from the lobby to a rematch, games by correspondence, the moderators' page, a tournament on the screen and in print, and who searches a study. With YIQI_E2E_STATIC=DIR
// (written by `yiqi page`) the lab of the hall in the page, too. For the eye, so it is no part of `./test`.
//
//   YIQI_BIN=… node e2e/people-screens.mjs [FOLDER [PART…]]

import { chromium } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import config from './playwright.config.mjs'
import { binary, board, desktop, openPage, phone, point, results, startHall } from './hall.mjs'
import { folder as statics, serveStatic } from './local.mjs'
import { newFolder, remove } from './serve.mjs'

const [folder = path.join(results, 'people'), ...wanted] = process.argv.slice(2)
fs.mkdirSync(folder, { recursive: true })
const dresses = {
  'phone-zh-CN': { viewport: phone, locale: 'zh-CN', hasTouch: true, colorScheme: 'dark' },
  'desktop-zh-TW': { viewport: desktop, locale: 'zh-TW' },
}
const settings = () => `mode = "public"
${statics ? `modules = ${JSON.stringify(path.join(statics, 'modules'))}` : ''}
`
const browser = await chromium.launch(config.use.launchOptions)
const t = { browser, home: {}, closers: [] }

/** Somebody in a browser of their own, who does things by messages. */
async function somebody(hall, name) {
  const context = await browser.newContext()
  const at = { url: hall.url }
  const say = async (method, place, data) => {
    const answer = await context.request.fetch(at.url + place, { method, data })
    const text = await answer.text()
    if (!answer.ok()) throw new Error(`${name}: ${method} ${place}: ${answer.status()} ${text}`)
    return /json/.test(answer.headers()['content-type'] ?? '') ? JSON.parse(text) : text
  }
  await say('GET', '/api/me')
  const { person } = await say('PUT', '/api/me', { name })
  return { at, context, id: person.id, name, say }
}

/** The screens of somebody at an address, in every dress. */
async function shoot(hall, who, what, address, act, { print = false } = {}) {
  for (const [dress, options] of Object.entries(dresses)) {
    const storageState = who ? await who.context.storageState() : undefined
    const page = await openPage(t, { ...options, storageState, expected: /40[0-9]/ })
    try {
      await page.goto(`${hall.url}/#/${address}`)
      await page.getByRole('heading', { level: 1 }).or(board(page)).first().waitFor()
      await act?.(page)
      await page.waitForTimeout(900)
    } catch (error) {
      console.log(`${what} ${dress}: ${String(error).split('\n').slice(0, 3).join(' | ')}`)
    }
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth)
    if (wide > 0) console.log(`${what} ${dress}: ${wide} px wider than the window`)
    const shot = path.join(folder, `${what}-${dress}.png`)
    await page.screenshot({ path: shot, fullPage: true })
    if (print) await page.pdf({ path: shot.replace('.png', '.pdf'), format: 'A4' })
    await page.context().close()
  }
}

const tab = (n) => (page) => page.locator('.record, .side').getByRole('tab').nth(n).click()

async function correspondence(hall, ada, bob) {
  const clock = { kind: 'days', days: 3 }
  const players = [
    { kind: 'person', name: '' },
    { kind: 'person', name: '', seat: { kind: 'open' } },
  ]
  const { id } = await ada.say('POST', '/api/games', { variant: 'xiangqi', players, clock })
  await shoot(hall, ada, 'correspondence-waits', `game/${id}`)
  await shoot(hall, bob, 'correspondence-invited', `game/${id}`)
  await bob.say('POST', `/api/games/${id}/seat`, { request: 'sit' })
  await shoot(hall, ada, 'correspondence-turns', '')
  await shoot(hall, ada, 'correspondence-game', `game/${id}`, tab(1))
  await shoot(hall, bob, 'correspondence-line', `game/${id}`, async (page) => {
    await tab(1)(page)
    await page.getByRole('button', { name: /加|添/ }).first().click()
    await page.getByRole('dialog').waitFor()
  })
  await shoot(hall, ada, 'correspondence-new', 'new/friend', (page) =>
    page.getByRole('radio', { name: /天|日/ }).first().check({ force: true }),
  )
}

/** From the lobby to the rematch: what two people see of each other. */
async function meeting(hall, ada, bob) {
  const clock = { kind: 'increment', base_ms: 300_000, increment_ms: 3000 }
  const players = [
    { kind: 'person', name: '' },
    { kind: 'person', name: '', seat: { kind: 'open' } },
  ]
  const offer = { variant: 'xiangqi', players, clock, in_lobby: true, rated: true }
  const { id } = await ada.say('POST', '/api/games', offer)
  // The offer stands while its maker is there.
  const waits = await openPage(t, { storageState: await ada.context.storageState() })
  await waits.goto(`${hall.url}/#/game/${id}`)
  await waits.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  await shoot(hall, bob, 'lobby', 'people', (page) => page.getByText(ada.name).first().waitFor())
  await shoot(hall, ada, 'waiting', `game/${id}`)
  await shoot(hall, bob, 'offered', `game/${id}`)
  await shoot(hall, bob, 'offer-new', 'new/offer')
  await bob.say('POST', `/api/games/${id}/seat`, { request: 'sit' })
  await waits.context().close()
  const [first, second] = [await at(hall, ada, id), await at(hall, bob, id)]
  for (const [page, from, to] of [
    [first, 'h2', 'e2'],
    [second, 'h9', 'g7'],
    [first, 'h0', 'g2'],
  ]) {
    await point(page, from).click()
    await point(page, to).click()
    await page.getByText('your move').first().waitFor({ state: 'detached' })
  }
  await shoot(hall, bob, 'game-two', `game/${id}`)
  await shoot(hall, bob, 'game-menu', `game/${id}`, (page) =>
    page.getByRole('button', { name: '更多' }).click(),
  )
  await second.getByRole('button', { name: 'More' }).click()
  await second.getByRole('menuitem', { name: 'A minute more for both' }).click()
  await shoot(hall, ada, 'game-asked', `game/${id}`)
  await shoot(hall, bob, 'game-asks', `game/${id}`)
  await first.getByRole('button', { name: 'Agree' }).click()
  await shoot(hall, null, 'game-watched', `game/${id}`)
  await shoot(hall, bob, 'game-talk', `game/${id}`, (page) =>
    page.getByRole('tab', { name: /交谈|交談/ }).click(),
  )
  await second.getByRole('button', { name: 'Resign' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await first.getByText('by resignation', { exact: false }).first().waitFor()
  await shoot(hall, ada, 'game-over', `game/${id}`)
  await second.getByRole('button', { name: 'Rematch' }).first().click()
  await second.getByText(`Waiting for ${ada.name}`).first().waitFor()
  const again = new URL(second.url()).hash.slice(2)
  await shoot(hall, ada, 'rematch-wanted', again)
  await shoot(hall, bob, 'rematch-waits', again)
  await shoot(hall, ada, 'profile', `person/${bob.id}`)
  for (const page of [first, second]) await page.context().close()
}

/** Somebody's page of a game. */
async function at(hall, who, id) {
  const page = await openPage(t, { storageState: await who.context.storageState() })
  await page.goto(`${hall.url}/#/game/${id}`)
  await board(page).waitFor()
  return page
}

async function moderation(hall, olga, ada, bob) {
  const reports = [
    { person: bob.id, reason: 'insults', words: '他在对局里一直骂人，还让我快点认输。' },
    { person: bob.id, reason: 'computer', words: '' },
    { person: bob.id, reason: 'other', words: 'W'.repeat(60) },
  ]
  for (const one of reports) await ada.say('POST', '/api/reports', one)
  const game = (id, agreed) => ({ game: id, at: '2026-11-28T12:00:00Z', compared: 20, agreed })
  const figures = {
    ...{ person: bob.id, name: bob.name, family: 'xiangqi', time: 'blitz', rating: 1640 },
    ...{ share: 842, least: 731, usual: { people: 14, middle: 380, spread: 61 } },
    ...{ stands_out: true, games: [game('a', 17), game('b', 16)] },
  }
  const desk = await olga.say('GET', '/api/moderation')
  const shown = async (page) => {
    await page.route('**/api/moderation', (route) =>
      route.fulfill({ json: { ...desk, agreements: [figures] } }),
    )
    await page.reload()
    await page.getByText('84 %').or(page.getByText('84%')).first().waitFor()
  }
  await shoot(hall, olga, 'moderation', 'moderation', shown)
  await shoot(hall, olga, 'moderation-disable', 'moderation', async (page) => {
    await page
      .getByRole('button', { name: /停用|禁用/ })
      .first()
      .click()
  })
  await shoot(hall, ada, 'person', `person/${bob.id}`)
  await shoot(hall, ada, 'person-report', `person/${bob.id}`, async (page) => {
    await page
      .getByRole('button', { name: /举报|檢舉|舉報/ })
      .first()
      .click()
  })
}

async function tournament(hall, ada, others) {
  const made = await ada.say('POST', '/api/tournaments', {
    name: '星期四棋社之夜',
    variant: 'xiangqi',
    clock: { kind: 'increment', base_ms: 600_000, increment_ms: 5000 },
    system: { kind: 'swiss', rounds: 3 },
    listed: true,
  })
  const { id } = made.summary
  const say = (who, command) => who.say('POST', `/api/tournaments/${id}/command`, command)
  for (const one of [ada, ...others]) await say(one, { type: 'enter' })
  await shoot(hall, ada, 'tournament-begins', `tournament/${id}`)
  for (let round = 1; round <= 3; round++) {
    await say(ada, { type: 'begin_round', round })
    if (round === 2) await shoot(hall, ada, 'tournament-round', `tournament/${id}`)
    const { rounds } = await ada.say('GET', `/api/tournaments/${id}`)
    for (const board of rounds[round - 1].games.keys()) {
      const result = ['first', 'draw', 'second', 'second_by_forfeit'][(board + round) % 4]
      await say(ada, { type: 'set_result', round, board, result }).catch(() => {})
    }
  }
  await say(ada, { type: 'end' })
  await shoot(hall, ada, 'tournament-over', `tournament/${id}`, undefined, { print: true })
  await shoot(hall, others[0], 'tournaments', 'tournaments')
}

async function study(hall, ada) {
  const variant = 'reversi'
  const { id } = await ada.say('POST', '/api/studies', {
    kind: 'position',
    ...{ variant, moves: 'd3 e3 f3 c3 b3 d2'.split(' '), title: '' },
  })
  await shoot(hall, ada, 'study-engines', `study/${id}`, async (page) => {
    await board(page).waitFor()
    await page.locator('.machine [aria-expanded]').first().click()
  })
}

async function lab(hall) {
  const from = 'lab?from=start:xiangqi&depth=2&with=alpha-beta&go=1'
  await shoot(hall, null, 'local-lab', from, (page) =>
    page.getByTestId('sentence').waitFor({ timeout: 60_000 }),
  )
  await shoot(hall, null, 'local-lab-mind', 'lab?tab=mind&from=start:xiangqi')
  await shoot(hall, null, 'local-front', '')
}

try {
  const data = newFolder()
  t.closers.push(async () => remove(data))
  const before = await startHall(t, { data, config: settings })
  const olga = await somebody(before, 'Olga')
  await olga.say('POST', '/api/account', { name: 'Olga', password: 'correct horse battery' })
  await before.stop()
  execFileSync(binary(), ['accounts', '--data', data, 'role', 'Olga', 'owner'])
  const hall = await startHall(t, { data, config: settings })
  olga.at.url = hall.url
  const [ada, bob, ...others] = await Promise.all(
    ['王小明', '陳大文', '李四', '欧阳', 'Gus', '趙雲', '孙', 'W'.repeat(24)].map((name) =>
      somebody(hall, name),
    ),
  )
  const parts = {
    meeting: () => meeting(hall, ada, bob),
    correspondence: () => correspondence(hall, ada, bob),
    moderation: () => moderation(hall, olga, ada, bob),
    tournament: () => tournament(hall, ada, [bob, ...others]),
    study: () => study(hall, ada),
    ...(statics ? { lab: async () => lab(await serveStatic()) } : {}),
  }
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name))
      await part().catch((error) => console.log(`${name}: ${error.message}`))
} finally {
  for (const close of t.closers.reverse())
    await close().catch((error) => console.log(error.message))
  await browser.close()
  process.exit()
}
