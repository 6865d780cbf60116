// Builds the hall as modules for browsers (`crates/local-hall`), one for each family of games, into `modules/`: with the
// hash of its content in the name of each, compressed copies, and the catalogue of all games. `yiqi page` takes them.
//
//   npm run modules                      all
//   npm run modules -- reversi           those that are named; the others stay as they are
//
// A module is two files: the page fetches its first part first, and the rest after the board (`module-parts.mjs`).

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { Instance } from './module-host.mjs'
import { joined, lacking } from './joined.mjs'
import { unreached } from './module-data.mjs'
import { marked, part, rest, stripped } from './module-parts.mjs'
import { goesOn, walk } from './module-walk.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const out = path.join(root, 'web/modules')
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target')
const all = ['xiangqi', 'draughts', 'gomoku', 'reversi']
const wanted = process.argv.slice(2)
const families = wanted.length > 0 ? wanted : all

/** Compiles the module of a family. */
function built(family) {
  const words = ['rustc', '-p', 'local-hall', '--lib', '--profile', 'browser']
  words.push('--target', 'wasm32-unknown-unknown', '--features', family, '--crate-type', 'cdylib')
  words.push('--', '-C', 'link-arg=--emit-relocs')
  const flags = '-C target-feature=+simd128 -C link-arg=-zstack-size=8388608'
  const env = {
    ...process.env,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags,
    // What the linker says of addresses is needed here; `stripped` takes it out.
    CARGO_PROFILE_BROWSER_STRIP: 'none',
  }
  // The file is the same for all families: cargo must not take that of another one for it.
  const deps = path.join(target, 'wasm32-unknown-unknown/browser/deps/local_hall.wasm')
  fs.rmSync(deps, { force: true })
  const { status } = spawnSync('cargo', words, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) {
    console.error('If the target is missing: rustup target add wasm32-unknown-unknown')
    process.exit(1)
  }
  return fs.readFileSync(path.join(target, 'wasm32-unknown-unknown/browser/local_hall.wasm'))
}

/** The functions of a module that games need, and nothing else: what is fetched before the first move. */
function firstPart(linked, whole, variants) {
  const { bytes, called } = marked(linked)
  const hall = new Instance(bytes)
  // A search may find another move the next time: it has less time, or knows more.
  const searches = []
  const searched = (question) => searches[searches.push(whole.search(question)) - 1]
  const asked = walk(hall, { search: searched }, variants)
  const functions = called(hall.memory)
  const found = part(linked, functions, unreached(linked, functions))
  const again = walk(new Instance(found), { search: () => searches.shift() }, variants)
  if (again !== asked) throw new Error('the first part of the module gives other answers')
  const others = rest(linked, found)
  const both = joined(found, others)
  const after = (memory) => new Instance(both, memory, lacking(found, others))
  if (!goesOn(new Instance(found), after, variants[0].id)) {
    throw new Error('a game of the first part does not go on in the whole module')
  }
  return found
}

const hashed = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10)

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
const parts = {}
const data = {}
const later = []
const catalogues = []
const labs = []

/** Copies the data files that the engines of a module are supplied with. */
function supply(whole, { variants }) {
  const wanted = variants.flatMap(({ id }) => whole.ask({ ask: 'data_files', variant: id }).value)
  for (const name of new Set(wanted)) {
    const [net, database] = ['nets', 'crates/endings/data'].map((at) => path.join(root, at, name))
    const isNet = fs.existsSync(net)
    // The machine plays without a database of endings until it is there.
    if (!isNet) later.push(name)
    const bytes = fs.readFileSync(isNet ? net : database)
    const [stem, ending] = name.split('.')
    data[name] = `${stem}-${hashed(bytes)}.${ending}`
    const small = write(data[name], bytes)
    whole.supply(name, bytes)
    console.log(`${name}: ${Math.round(small / 1000)} kB with Brotli`)
  }
}

const size = (bytes) => `${Math.round(bytes / 1000)} kB`

/** Writes a module under a name with its hash, in place of earlier ones. */
function put(stem, bytes) {
  for (const old of those(stem)) fs.rmSync(path.join(out, old))
  const file = `${stem}-${hashed(bytes)}.wasm`
  const small = write(file, bytes)
  console.log(`${file}: ${size(bytes.length)}, ${size(small)} with Brotli`)
}

/** The files of a module and their compressed copies. */
const those = (stem) =>
  fs.readdirSync(out).filter((name) => name.startsWith(`${stem}-`) && name.includes('.wasm'))

/** The file of a name, if there is one. */
const fileOf = (stem) => those(stem).find((name) => name.endsWith('.wasm'))
const read = (name) => fs.readFileSync(path.join(out, name))

for (const family of all) {
  const linked = families.includes(family) ? built(family) : null
  const [first, others] = [`first-${family}`, `rest-${family}`]
  if (!linked && !fileOf(others)) continue
  const bytes = linked ? stripped(linked) : joined(read(fileOf(first)), read(fileOf(others)))
  const whole = new Instance(bytes)
  const catalogue = whole.ask({ ask: 'catalogue' }).value
  catalogues.push(catalogue)
  labs.push(whole.ask({ ask: 'lab', of: { what: 'offer' } }).value)
  supply(whole, catalogue)
  if (linked) {
    const part = firstPart(linked, whole, catalogue.variants)
    put(first, part)
    put(others, rest(bytes, part))
  }
  parts[family] = { first: fileOf(first), rest: fileOf(others) }
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
const lab = { ...labs[0], variants: labs.flatMap(({ variants }) => variants) }

/** Writes what the page shows of the games: it has the catalogue in itself, and asks for the lab when that is opened. */
function putShown() {
  const bytes = Buffer.from(JSON.stringify({ catalogue, lab }))
  for (const name of fs.readdirSync(out)) {
    if (name.startsWith('shown-')) fs.rmSync(path.join(out, name))
  }
  const file = `shown-${hashed(bytes)}.json`
  write(file, bytes)
  return file
}

const index = {
  variants: catalogue.variants.map(({ id, family }) => ({ id, family })),
  families: catalogue.families.map(({ id, formats }) => ({
    id,
    formats: formats.map(({ id, endings }) => ({ id, endings })),
  })),
  shown: putShown(),
  parts,
  data,
  later,
  puzzles,
  puzzle_counts: counts(puzzles),
  openings,
}
write('catalogue.json', Buffer.from(JSON.stringify(index)))
