// Builds the hall as modules for browsers (`crates/local-hall`), one for each family of games, into `modules/`: with the
// hash of its content in the name of each, compressed copies, and the catalogue of all games. `yiqi page` takes them.
//
//   npm run modules               all
//   npm run modules -- reversi    those that are named; the others stay as they are

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const out = path.join(root, 'web/modules')
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target')
const all = ['xiangqi', 'draughts', 'gomoku', 'reversi']
const wanted = process.argv.slice(2)
const families = wanted.length > 0 ? wanted : all

/** Compiles the module of a family; its bytes. */
function built(family) {
  const words = ['rustc', '-p', 'local-hall', '--lib', '--profile', 'browser']
  words.push('--target', 'wasm32-unknown-unknown', '--features', family, '--crate-type', 'cdylib')
  const flags = '-C target-feature=+simd128 -C link-arg=-zstack-size=8388608'
  const env = { ...process.env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags }
  const { status } = spawnSync('cargo', words, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) {
    console.error('If the target is missing: rustup target add wasm32-unknown-unknown')
    process.exit(1)
  }
  return fs.readFileSync(path.join(target, 'wasm32-unknown-unknown/browser/local_hall.wasm'))
}

const hashed = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10)

/** What a module answers to a question. */
function answered(bytes, question) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    host: { host_now: () => 0, host_stops: () => 0, host_report() {}, host_failed() {} },
  })
  exports.start()
  const text = new TextEncoder().encode(JSON.stringify(question))
  const at = exports.room(text.length)
  new Uint8Array(exports.memory.buffer, at, text.length).set(text)
  const length = exports.ask()
  const answer = new Uint8Array(exports.memory.buffer, exports.answer_at(), length)
  return JSON.parse(new TextDecoder().decode(answer)).value
}

function write(name, bytes) {
  // A name with the hash of the content is written once.
  const kept = path.join(out, `${name}.br`)
  if (name !== 'catalogue.json' && fs.existsSync(path.join(out, name)) && fs.existsSync(kept)) {
    return fs.statSync(kept).size
  }
  fs.writeFileSync(path.join(out, name), bytes)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const copies = {
    br: zlib.brotliCompressSync(bytes, { params }),
    gz: zlib.gzipSync(bytes, { level: 9 }),
  }
  // Most data files are packed already.
  for (const [ending, small] of Object.entries(copies)) {
    const file = path.join(out, `${name}.${ending}`)
    if (small.length < 0.9 * bytes.length) fs.writeFileSync(file, small)
    else fs.rmSync(file, { force: true })
  }
  return copies.br.length
}

fs.mkdirSync(out, { recursive: true })
const files = {}
const data = {}
const catalogues = []

/** Copies the data files that the engines of a module are supplied with. */
function supply(module, { variants }) {
  const wanted = variants.flatMap(({ id }) => answered(module, { ask: 'data_files', variant: id }))
  for (const name of new Set(wanted)) {
    const folders = ['nets', 'crates/endings/data'].map((folder) => path.join(root, folder, name))
    const bytes = fs.readFileSync(folders.find((file) => fs.existsSync(file)))
    const [stem, ending] = name.split('.')
    data[name] = `${stem}-${hashed(bytes)}.${ending}`
    const small = write(data[name], bytes)
    console.log(`${name}: ${Math.round(small / 1000)} kB with Brotli`)
  }
}

for (const family of all) {
  const isIts = (name) => name.startsWith(`${family}-`) && name.includes('.wasm')
  const known = fs.readdirSync(out).filter(isIts)
  let file = known.find((name) => name.endsWith('.wasm'))
  if (families.includes(family)) {
    const bytes = built(family)
    for (const old of known) fs.rmSync(path.join(out, old))
    file = `${family}-${hashed(bytes)}.wasm`
    const small = write(file, bytes)
    const [plain, packed] = [bytes.length, small].map((size) => Math.round(size / 1000))
    console.log(`${file}: ${plain} kB, ${packed} kB with Brotli`)
  }
  if (!file) continue
  files[family] = file
  const module = fs.readFileSync(path.join(out, file))
  catalogues.push(answered(module, { ask: 'catalogue' }))
  supply(module, catalogues.at(-1))
}
/** Copies the texts that come with the program, one for each variant: their names by variant. */
function texts(folder) {
  const found = {}
  for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
    const [variant, ending] = name.split('.')
    if (ending !== 'tsv') continue
    const bytes = fs.readFileSync(path.join(root, folder, name))
    found[variant] = `${folder}-${variant}-${hashed(bytes)}.tsv`
    const isIts = new RegExp(`^${folder}-${variant}-[0-9a-f]{10}[.]tsv`)
    for (const old of fs.readdirSync(out)) {
      if (isIts.test(old) && !old.startsWith(found[variant])) fs.rmSync(path.join(out, old))
    }
    write(found[variant], bytes)
  }
  return found
}

/** How many puzzles there are of each variant. */
function counts(files) {
  const isPuzzle = (line, at) => at > 0 && line && !line.startsWith('#')
  const count = (file) =>
    fs.readFileSync(path.join(out, file), 'utf8').split('\n').filter(isPuzzle).length
  return Object.fromEntries(Object.entries(files).map(([of, file]) => [of, count(file)]))
}

const puzzles = texts('puzzles')
const openings = texts('openings')
const catalogue = {
  ...catalogues[0],
  variants: catalogues.flatMap(({ variants }) => variants),
  families: catalogues.flatMap(({ families }) => families),
}
write(
  'catalogue.json',
  Buffer.from(
    JSON.stringify({ catalogue, files, data, puzzles, puzzle_counts: counts(puzzles), openings }),
  ),
)
