// Screenshots for visual review: those that a document links to go to YIQI_SCREENS (`npm run screens`), all others
// to the folder of the test results.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { results } from './hall.mjs'

const root = path.join(import.meta.dirname, '../..')
const documents = [
  path.join(root, 'README.md'),
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true })
    .map((name) => path.join(root, 'docs', name)),
].filter((name) => name.endsWith('.md'))
const linked = new Set(
  documents.flatMap((name) =>
    [...fs.readFileSync(name, 'utf8').matchAll(/screens\/([\w-]+\.png)/g)].map((match) => match[1]),
  ),
)

/** Where the picture of this name goes. */
export function pictureFile(name) {
  const renewed = process.env.YIQI_SCREENS
  const folder = renewed && linked.has(name) ? path.resolve(renewed) : results
  fs.mkdirSync(folder, { recursive: true })
  return path.join(folder, name)
}

/** Takes a picture of the page. It is reduced to a third of its size without a visible difference, if pngquant is installed. */
export async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const file = pictureFile(name)
  await page.screenshot({ path: file })
  if (process.env.YIQI_SCREENS)
    spawnSync('pngquant', ['--ext', '.png', '--force', '--quality', '75-95', '--speed', '1', file])
}
