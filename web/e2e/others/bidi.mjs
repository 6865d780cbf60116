// Firefox, driven by WebDriver BiDi as Debian's `firefox-esr` speaks it. Playwright drives a build of its own only: what it
// knows of BiDi asks for commands that this one does not have.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** How long one waits for what a person would wait for, in milliseconds. */
const PATIENCE = 60_000

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts the browser and a session. */
export async function startFirefox(program = process.env.FIREFOX ?? '/usr/bin/firefox-esr') {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-firefox-'))
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const address = await new Promise((resolve, reject) => {
    const failed = (why) => reject(new Error(`${program} does not start: ${why}`))
    const timer = setTimeout(() => failed(said), PATIENCE)
    child.on('error', failed)
    child.on('exit', (code) => failed(`it ended with ${code}: ${said}`))
    child.stderr.on('data', (chunk) => {
      said += chunk
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
      if (!found) return
      clearTimeout(timer)
      resolve(found[1])
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no connection to ${address}`))
  })
  const asked = new Map()
  let count = 0
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data)
    const { resolve, reject } = asked.get(id) ?? {}
    asked.delete(id)
    if (type === 'error') reject?.(new Error(message))
    else resolve?.(result)
  }
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++count
      asked.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const close = async () => {
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGTERM')
    await Promise.race([ended, later(5_000).then(() => child.kill('SIGKILL'))])
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  return { send, close }
}

/** A tab: what a person does in it, and what is there. */
export class Tab {
  constructor(send, context) {
    this.send = send
    this.context = context
  }

  static async open({ send }) {
    const { context } = await send('browsingContext.create', { type: 'tab' })
    await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
    return new Tab(send, context)
  }

  goto = (url) =>
    this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' })

  reload = () => this.send('browsingContext.reload', { context: this.context, wait: 'complete' })

  /** The result of a function in the page, which takes and gives JSON. */
  async evaluate(work, ...args) {
    const { type, result, exceptionDetails } = await this.send('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null))()`,
      target: { context: this.context },
      awaitPromise: true,
    })
    if (type === 'exception') throw new Error(exceptionDetails.text)
    return JSON.parse(result.value)
  }

  /** Waits until a function in the page gives something true. */
  async until(what, work, ...args) {
    const end = Date.now() + PATIENCE
    for (;;) {
      const found = await this.evaluate(work, ...args).catch(() => null)
      if (found) return found
      if (Date.now() > end) throw new Error(`there is no ${what}`)
      await later(100)
    }
  }

  /** Clicks an element with the mouse when it is there and in view. */
  async click(selector, text = '') {
    const { x, y } = await this.until(
      `${selector} ${text}`,
      async (of, words) => {
        const all = [...document.querySelectorAll(of)]
        const found = all.find((one) => one.textContent.includes(words) && !one.disabled)
        if (!found) return null
        found.scrollIntoView({ block: 'center' })
        const before = found.getBoundingClientRect()
        await new Promise((resolve) => setTimeout(resolve, 100))
        const box = found.getBoundingClientRect()
        // What moves cannot be hit.
        if (box.top !== before.top || box.left !== before.left || box.width === 0) return null
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      },
      selector,
      text,
    )
    const at = { x: Math.round(x), y: Math.round(y) }
    const actions = [
      { type: 'pointerMove', ...at },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.send('input.performActions', {
      context: this.context,
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  }

  /** Waits for an element, with this text if one is given. */
  see = (selector, text = '') =>
    this.until(
      `${selector} ${text}`,
      (of, words) =>
        [...document.querySelectorAll(of)].some((one) => one.textContent.includes(words)),
      selector,
      text,
    )
}
