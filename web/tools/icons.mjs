// Draws the icons of the installed page from public/icon.svg: `npm run icons` (Chromium is needed).

import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../public', import.meta.url))
const svg = fs.readFileSync(path.join(folder, 'icon.svg'), 'utf8')
/** Systems cut maskable icons to their own shape, so the background reaches the edge. */
const square = svg.replace(/ rx="[\d.]+"/, '').replace('scale(.046)', 'scale(.037)')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const [name, size, picture] of [
  ['icon-180', 180, square],
  ['icon-192', 192, svg],
  ['icon-512', 512, svg],
  ['icon-maskable-512', 512, square],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${picture}`)
  const file = path.join(folder, `${name}.png`)
  await page.screenshot({ path: file, omitBackground: true })
  console.log(`${file}: ${fs.statSync(file).size} bytes`)
  await page.close()
}
await browser.close()
