import { svelte } from '@sveltejs/vite-plugin-svelte'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// `YIQI_SERVER=http://127.0.0.1:7717 npm run dev` develops against a running hall.
const server = process.env.YIQI_SERVER ?? 'http://127.0.0.1:7717'

/** The files to compress. Pictures and fonts are compressed already. */
const packable = /\.(js|css|svg|webmanifest)$/

/** The parts that no first view shows. */
const later =
  '(study|lab|archive|picture|puzzles)/|views/(Games|Settings)|(Learn|LearnStep|Lesson|Lessons|LessonCard|Diagram|GameCard|DamagedCard)\\.' +
  '|(PictureChoice|Volume|BoardPicture|CheckBox|FormRow|Dialog|ExportDialog|KeysDialog|Questions|GameInfo)\\.' +
  '|gomoku/(OpeningBox|ShowBox|Choices|Beside)'
const styleAtOnce = new RegExp(`^(?!.*/(${later})).*(\\.css$|type=style)`)

/** What a first visit fetches besides the page itself: the words, and the view of a game. */
const first = [
  'i18n/words-en.ts',
  'i18n/words-zh-Hans.ts',
  'i18n/words-zh-Hant.ts',
  'views/Play.svelte',
]

/** What these need at once, found by their imports. */
const atOnce = new Set<string>()

type Imports = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** The file of what they share with other views; null for what only other views share. */
function sharedAtOnce(id: string, graph: Imports): string | null {
  const open =
    atOnce.size > 0 ? [] : first.map((name) => path.join(import.meta.dirname, 'src/lib', name))
  while (open.length > 0) {
    const next = open.pop()!
    if (!atOnce.has(next)) open.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
    atOnce.add(next)
  }
  return atOnce.has(id) ? 'shared' : null
}

/**
 * Writes the compressed forms of every file beside it, as the server sends them: `x.js.br`, `x.js.gz`.
 * Zstandard would gain nothing: browsers that accept it accept Brotli too.
 */
function compress(): Plugin {
  let out = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      out = path.resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
      for (const name of fs.readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(out, name)
        if (!packable.test(name)) continue
        const plain = fs.readFileSync(file)
        const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: plain.length }
        const packed = {
          br: zlib.brotliCompressSync(plain, { params }),
          gz: zlib.gzipSync(plain, { level: 9 }),
        }
        for (const [ending, bytes] of Object.entries(packed)) {
          if (bytes.length < plain.length) fs.writeFileSync(`${file}.${ending}`, bytes)
        }
      }
    },
  }
}

export default defineConfig({
  // Relative: a hall of static files works under any path. The server writes absolute paths into the page.
  base: './',
  worker: { format: 'es' },
  plugins: [svelte(), compress()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // (A language is one file, `i18n/words-*.ts`, which needs only the page and what is shared at once, so that
            // the server can name them before the page requests them.)
            // The texts of the lessons are fetched with them.
            ...['en', 'zh-Hans', 'zh-Hant'].map((code) => ({
              name: `learn-${code}`,
              test: new RegExp(`/${code}-learn\\.ts$`),
              priority: 3,
            })),
            // The styles of the first views are one file, so that none of them waits for its own. Those of
            // parts that are fetched later come with them.
            { name: 'style', test: styleAtOnce, priority: 4 },
            // What several views share is one file, not one for each set of views: what the page or a first
            // visit needs, and what only views share that are fetched later.
            { name: 'page', tags: ['$initial'], priority: 3 },
            { name: sharedAtOnce, debugName: 'shared', minShareCount: 2, priority: 2 },
            {
              name: 'later-shared',
              test: /^(?!.*(ts-fsrs|glicko2|offline|Dialog|BoardPicture|CheckBox|FormRow|Lesson|FirstGame|\/(study|lab|archive|picture|puzzles)\/))/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    // The languages and games are loaded once for each worker, not once for each file.
    isolate: false,
  },
})
