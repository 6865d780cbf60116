// Builds the hall as modules for browsers (`crates/local-hall`), one for each family of games, into `modules/`: with the
// hash of its content in the name of each, compressed copies, and the catalogue of all games. `yiqi page` takes them.
//
//   npm run modules                      all
//   npm run modules -- reversi           those that are named; the others stay as they are
//   YIQI_THREADS="reversi gomoku"        several threads for these games alone; empty for none
//   YIQI_QUICK="xiangqi threads"         these (a game, or all modules of several threads) larger and slower: for tests
//
// A module is two files: the page fetches its first part first, and the rest after the board (`module-parts.mjs`). A third
// one only searches, with several threads over one memory. It needs a standard library with atomics, which is compiled
// out of its source (`rustup component add rust-src`); without, the page searches with one thread.

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

/** What is not optimised as a whole: families, or "threads". */
const quick = process.env.YIQI_QUICK?.split(' ') ?? []
const QUICK = {
  CARGO_PROFILE_BROWSER_LTO: 'off',
  CARGO_PROFILE_BROWSER_CODEGEN_UNITS: '16',
  CARGO_PROFILE_BROWSER_OPT_LEVEL: '1',
}

/** Compiles a module of a family with these features of WebAssembly, words for the linker, cargo and rustc: its bytes. */
function compiled(family, options) {
  const {
    to = target,
    features = [],
    linked = [],
    words = [],
    end = [],
    env,
    kind = family,
  } = options
  const all = ['rustc', '-p', 'local-hall', '--lib', '--profile', 'browser', ...words]
  all.push('--target', 'wasm32-unknown-unknown', '--features', family, '--crate-type', 'cdylib')
  all.push('--target-dir', to, ...end)
  const feature = ['simd128', ...features].map((name) => `+${name}`).join()
  const link = ['-zstack-size=8388608', ...linked].map((word) => `-C link-arg=${word}`)
  const surroundings = {
    ...process.env,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `-C target-feature=${feature} ${link.join(' ')}`,
    // What the linker says of names and addresses is needed here; `stripped` takes it out.
    CARGO_PROFILE_BROWSER_STRIP: 'none',
    ...(quick.includes(kind) ? QUICK : {}),
    ...env,
  }
  const folder = path.join(to, 'wasm32-unknown-unknown/browser')
  // The file is the same for all families: cargo must not take that of another one for it.
  fs.rmSync(path.join(folder, 'deps/local_hall.wasm'), { force: true })
  const { status } = spawnSync('cargo', all, { cwd: root, env: surroundings, stdio: 'inherit' })
  if (status !== 0) {
    console.error('If the target is missing: rustup target add wasm32-unknown-unknown')
    process.exit(1)
  }
  return fs.readFileSync(path.join(folder, 'local_hall.wasm'))
}

/** Compiles the module of a family, with what the linker says of addresses; `stripped` takes it out. */
const built = (family) => compiled(family, { end: ['--', '-C', 'link-arg=--emit-relocs'] })

/** The unit of memory. */
const PAGE = 65_536

/** The pages of memory that the instances of a module of several threads share. */
const memory = { initial: 1024, maximum: 16_384 }

/** Compiles the module of a family that searches with several threads. */
function builtThreads(family) {
  const sizes = [
    `--initial-memory=${memory.initial * PAGE}`,
    `--max-memory=${memory.maximum * PAGE}`,
  ]
  const exported = ['__stack_pointer', '__wasm_init_tls', '__tls_size']
  return compiled(family, {
    to: path.join(target, 'threads'),
    kind: 'threads',
    features: ['atomics', 'bulk-memory', 'mutable-globals'],
    linked: [
      ...['--shared-memory', '--import-memory', ...sizes],
      ...exported.map((name) => `--export=${name}`),
    ],
    words: ['-Z', 'build-std=std,panic_abort'],
    // Cargo of a stable version builds the library only so.
    env: { RUSTC_BOOTSTRAP: '1' },
  })
}

/** Whether a family gets a module of several threads: the source of the standard library is there, and it is wanted. */
function isThreaded(family) {
  const { YIQI_THREADS: only } = process.env
  if (only !== undefined && !only.split(' ').includes(family)) return false
  const { stdout } = spawnSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8', cwd: root })
  const has = fs.existsSync(path.join(stdout.trim(), 'lib/rustlib/src/rust/library/std'))
  if (!has) console.error('No several threads: rustup component add rust-src')
  return has
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

function write(name, bytes, kind) {
  // A name with the hash of the content is written once.
  const kept = path.join(out, `${name}.br`)
  if (name !== 'catalogue.json' && fs.existsSync(path.join(out, name)) && fs.existsSync(kept)) {
    return fs.statSync(kept).size
  }
  fs.writeFileSync(path.join(out, name), bytes)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const quality = quick.includes(kind) ? 5 : 11
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
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
/** The names of the data files of each variant that has some. */
const needs = {}
const later = []
const catalogues = []
const labs = []

/** Copies the data files that the engines of a module are supplied with. */
function supply(whole, { variants }) {
  for (const { id } of variants) {
    const names = whole.ask({ ask: 'data_files', variant: id }).value
    if (names.length > 0) needs[id] = names
  }
  const wanted = variants.flatMap(({ id }) => needs[id] ?? [])
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
  const [which, family] = stem.split('-')
  for (const old of those(stem)) fs.rmSync(path.join(out, old))
  const file = `${stem}-${hashed(bytes)}.wasm`
  const small = write(file, bytes, which === 'threads' ? which : family)
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
  const [first, others, threads] = ['first', 'rest', 'threads'].map((part) => `${part}-${family}`)
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
    if (isThreaded(family)) put(threads, stripped(builtThreads(family)))
    else for (const old of those(threads)) fs.rmSync(path.join(out, old))
  }
  parts[family] = { first: fileOf(first), rest: fileOf(others), threads: fileOf(threads) }
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

const shown = putShown()
const files = [...Object.values(parts), { shown }, data, puzzles, openings].flatMap((of) =>
  Object.values(of),
)

const index = {
  variants: catalogue.variants.map(({ id, family }) => ({ id, family })),
  families: catalogue.families.map(({ id, formats }) => ({
    id,
    formats: formats.map(({ id, endings }) => ({ id, endings })),
  })),
  shown,
  parts,
  memory,
  // By which one sees whether all of a file has come.
  sizes: Object.fromEntries(
    files.filter(Boolean).map((name) => [name, fs.statSync(path.join(out, name)).size]),
  ),
  data,
  needs,
  later,
  puzzles,
  puzzle_counts: counts(puzzles),
  openings,
}
write('catalogue.json', Buffer.from(JSON.stringify(index)))
