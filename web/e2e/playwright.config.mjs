// The browser tests: Chromium against the built binary.
//
//   YIQI_BIN=target/debug/yiqi npm run e2e              every test
//   YIQI_BIN=… npm run e2e -- -g 'mouse|clock'          those whose name matches
//   YIQI_BIN=… npm run screens                          renews the screenshots
//   YIQI_E2E_STATIC=DIR … npm run e2e -- --project static    those of `both.mjs` against the hall of static files;
//                                                       all with YIQI_E2E_BOTH=all
//   YIQI_E2E_PART=server …                              those that need no static hall; `static`: the others
//
// A failed test leaves a trace of its second try and a screenshot in test-results/ (`npx playwright show-trace`).

import { defineConfig } from '@playwright/test'
import fs from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { both } from './both.mjs'

// Chromium without the parts of a window, where it is installed: the same pages, in two thirds of the time.
const shell = '/usr/bin/chromium-headless-shell'
const chromium = fs.existsSync(shell) ? shell : '/usr/bin/chromium'

const files = process.env.YIQI_E2E_STATIC
const tried = process.env.YIQI_E2E_BOTH === 'all' ? {} : { grep: both }

/** Those that need the static hall besides. `YIQI_E2E_PART`: "server" leaves them and the project `static` out, "static" the others. */
const local = /(local-|hall-file|visitor)[^/]*[.]mjs$/
const part = process.env.YIQI_E2E_PART
const hall = {
  name: 'hall',
  ...(part === 'server' ? { testIgnore: local } : part === 'static' ? { testMatch: local } : {}),
}

export default defineConfig({
  testDir: './tests',
  testMatch: '*.mjs',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than there are cores: a test waits half of its time.
  workers: Number(process.env.YIQI_E2E_WORKERS ?? os.availableParallelism() + 1),
  // Long enough for a whole game on a machine that is compiling.
  timeout: 120_000,
  // On a busy machine a browser can miss a frame. A test that passes only on the retry is listed as flaky.
  retries: 1,
  projects: [hall, ...(files && part !== 'server' ? [{ name: 'static', ...tried }] : [])],
  forbidOnly: !!process.env.CI,
  reporter: [['list'], [fileURLToPath(new URL('./count.mjs', import.meta.url))]],
  use: {
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    actionTimeout: Number(process.env.YIQI_E2E_TIMEOUT ?? 60_000),
    // Of the second try only: recording costs every test time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium does not treat a page that Playwright serves as a local one.
        ...(process.env.YIQI_E2E_PAGE ? ['--disable-features=LocalNetworkAccessChecks'] : []),
      ],
    },
  },
})
