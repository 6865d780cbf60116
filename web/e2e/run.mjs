// The browser tests: real Chromium against the real binary. Plain Node and playwright-core.
//
//   YIQI_BIN=target/debug/yiqi npm run e2e            every test
//   YIQI_BIN=… npm run e2e -- mouse clock             those whose name contains a word
//   YIQI_BIN=… YIQI_SCREENS=../docs/screens npm run e2e -- screens   renews the screenshots
//
// The last line is a plain count: "N passed, N failed, N skipped".

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeBrowser, results } from './hall.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const words = process.argv.slice(2)
const tests = []
for (const file of fs.readdirSync(path.join(here, 'tests')).sort()) {
  const module = await import(path.join(here, 'tests', file))
  for (const [name, run] of Object.entries(module.tests)) tests.push({ file, name, run })
}
const wanted = tests.filter(
  ({ file, name }) => words.length === 0 || words.some((w) => `${file} ${name}`.includes(w)),
)

let passed = 0
let failed = 0
const LIMIT = 120_000

for (const { name, run } of wanted) {
  const started = performance.now()
  const closers = []
  const context = { closers, name }
  try {
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end after ${LIMIT / 1000} s`)), LIMIT)
    })
    await Promise.race([run(context), late]).finally(() => clearTimeout(timer))
    passed++
    console.log(`ok    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed++
    console.log(`FAIL  ${name}\n${error?.stack ?? error}`)
    const shot = path.join(results, `${name.replace(/\W+/g, '-')}.png`)
    fs.mkdirSync(results, { recursive: true })
    await context.page?.screenshot({ path: shot }).catch(() => {})
    console.log(`      ${shot}`)
  } finally {
    for (const close of closers.reverse()) await close().catch((e) => console.log(String(e)))
  }
}

await closeBrowser()
console.log(`${passed} passed, ${failed} failed, 0 skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
