// Generates the traditional Chinese texts from the simplified ones.
//
//   npm run hant          writes every zh-Hant*.ts beside its zh-Hans*.ts
//   npm run hant:check    fails if one differs from the generated text
//
// OpenCC converts characters and words to those of Taiwan; `mended` corrects the words that it
// mistakes. To change a text, change the simplified one, or add a line here.

import * as OpenCC from 'opencc-js'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/lib', import.meta.url))
const convert = OpenCC.Converter({ from: 'cn', to: 'twp' })

/** The output of OpenCC, and the correct text. */
const mended = [
  ['放線上的', '放在線的'],
  ['迴圈', '循環'],
  ['映象', '鏡像'],
  ['殘侷限著', '殘局限著'],
  ['棋鍾', '棋鐘'],
  ['水平', '水準'],
  ['撥絃', '撥弦'],
  ['觸屏', '觸控'],
  ['不是文本', '不是文字檔'],
  ['地址', '網址'],
  ['巢狀過深', '層數過多'],
  ['標籤寫法', '標記寫法'],
  ['註釋', '註解'],
  ['簡體中文。', '繁體中文。'],
  ['簡體中文用語', '繁體中文用語'],
  ["language: '簡體中文'", "language: '繁體中文'"],
  ['“', '「'],
  ['”', '」'],
]

function converted(text) {
  // Names of files, types and codes are not Chinese text.
  const renamed = text.replaceAll('zh-Hans', 'zh-Hant').replaceAll('zhHans', 'zhHant')
  return mended.reduce((done, [from, to]) => done.replaceAll(from, to), convert(renamed))
}

const sources = fs
  .readdirSync(source, { recursive: true })
  .filter((file) => /(^|[/\\])zh-Hans[^/\\]*\.ts$/.test(file))
const check = process.argv.includes('--check')
let wrong = 0
for (const file of sources) {
  const target = path.join(source, file.replace('zh-Hans', 'zh-Hant'))
  const text = `// Written by tools/hant.mjs out of ${path.basename(file)}: do not edit.\n${converted(
    fs.readFileSync(path.join(source, file), 'utf8'),
  )}`
  const now = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : ''
  if (now === text) continue
  if (check) {
    console.error(`${path.relative(process.cwd(), target)} is not up to date: npm run hant`)
    wrong++
  } else fs.writeFileSync(target, text)
}
process.exit(wrong === 0 ? 0 : 1)
