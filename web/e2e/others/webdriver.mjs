// WebKit, as WebKitGTK's MiniBrowser (Debian's `webkit2gtk-driver`), driven by WebDriver. It needs a display: `xvfb` gives
// one that nobody sees.

import { spawn } from 'node:child_process'
import { click, later, PATIENCE, Tab } from './tab.mjs'

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Starts a program of which nothing is read; its end by `kill`. */
function started(program, words, env = process.env) {
  const child = spawn(program, words, { stdio: 'ignore', env })
  const failed = new Promise((_, reject) => child.on('error', reject))
  failed.catch(() => {})
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const kill = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, later(5_000).then(() => child.kill('SIGKILL'))])
  }
  return { kill, failed }
}

/** Starts the browser and a session. */
export async function startWebKit() {
  const [display, port] = [`:${90 + (process.pid % 900)}`, 20_000 + (process.pid % 20_000)]
  const screen = started('Xvfb', [display, '-screen', '0', '1500x1000x24', '-nolisten', 'tcp'])
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const driver = started('WebKitWebDriver', [`--port=${port}`], env)
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(2 * PATIENCE),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`)
    return value
  }
  const isReady = () => ask('GET', '/status').catch(() => null)
  const end = Date.now() + PATIENCE
  while (!(await Promise.race([isReady(), driver.failed, screen.failed]))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer')
    await later(100)
  }
  const options = { binary: process.env.WEBKIT ?? BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await ask('POST', '/session', { capabilities })
  const post = (path, body = {}) => ask('POST', `/session/${sessionId}/${path}`, body)
  await post('timeouts', { script: PATIENCE, pageLoad: PATIENCE })
  await post('window/rect', { width: 1450, height: 980 })
  // Behind another tab nothing is drawn: there is one.
  const open = () =>
    new Tab({
      goto: (url) => post('url', { url }),
      reload: () => post('refresh'),
      async run(expression) {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve().then(() => ${expression}).then((text) => done({ text }), (error) => done({ error: String(error) }))`
        const { text, error } = await post('execute/async', { script, args: [] })
        if (error) throw new Error(error)
        return text
      },
      press: (x, y) => post('actions', { actions: click(x, y) }),
    })
  const close = async () => {
    await ask('DELETE', `/session/${sessionId}`).catch(() => {})
    await driver.kill()
    await screen.kill()
  }
  return { open, close }
}
