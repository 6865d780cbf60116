// Firefox, driven by WebDriver BiDi as Debian's `firefox-esr` speaks it. Playwright drives a build of its own only: what it
// knows of BiDi asks for commands that this one does not have.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { click, later, PATIENCE, Tab } from './tab.mjs'

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
  return { open: () => opened(send), close }
}

async function opened(send) {
  const { context } = await send('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  return new Tab({
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    async run(expression) {
      const target = { context }
      const asked = { expression, target, awaitPromise: true }
      const { type, result, exceptionDetails } = await send('script.evaluate', asked)
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return result.value
    },
    press: (x, y) => send('input.performActions', { context, actions: click(x, y) }),
  })
}
